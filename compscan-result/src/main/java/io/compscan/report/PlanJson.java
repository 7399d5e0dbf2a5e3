package io.compscan.report;

import io.compscan.result.CapacityResult;
import io.compscan.result.InlineResult;
import java.io.IOException;
import java.io.Writer;

/** The documents of {@code compscan plan}; specified in {@code docs/reference/formats.md}. */
public final class PlanJson {

    private PlanJson() {}

    /** Writes the capacity to buy, ending with a newline; flushes but does not close. */
    public static void write(CapacityResult plan, Writer out) throws IOException {
        new JsonDocument<>(CapacityResult.class, CapacityResult.FORMAT, CapacityResult.VERSION).write(plan, out);
    }

    /** Writes whether to deduplicate inline, ending with a newline; flushes but does not close. */
    public static void write(InlineResult plan, Writer out) throws IOException {
        new JsonDocument<>(InlineResult.class, InlineResult.FORMAT, InlineResult.VERSION).write(plan, out);
    }
}
