package io.compscan.report;

import io.compscan.result.EstimateResult;
import java.io.IOException;
import java.io.Writer;

/** The document of {@code compscan estimate}; specified in {@code docs/reference/formats.md}. */
public final class EstimateJson {

    private EstimateJson() {}

    /** Writes the estimate, ending with a newline; flushes but does not close. */
    public static void write(EstimateResult result, Writer out) throws IOException {
        new JsonDocument<>(EstimateResult.class, EstimateResult.FORMAT, EstimateResult.VERSION).write(result, out);
    }
}
