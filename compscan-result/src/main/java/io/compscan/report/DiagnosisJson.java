package io.compscan.report;

import io.compscan.result.diagnosis.Diagnosis;
import java.io.IOException;
import java.io.Writer;

/** The document of {@code compscan doctor}; specified in {@code docs/reference/formats.md}. */
public final class DiagnosisJson {

    private DiagnosisJson() {}

    /** Writes the diagnosis, ending with a newline; flushes but does not close. */
    public static void write(Diagnosis diagnosis, Writer out) throws IOException {
        new JsonDocument<>(Diagnosis.class, Diagnosis.FORMAT, Diagnosis.VERSION).write(diagnosis, out);
    }
}
