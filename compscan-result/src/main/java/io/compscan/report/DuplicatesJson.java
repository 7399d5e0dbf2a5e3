package io.compscan.report;

import io.compscan.result.duplicate.Duplicates;
import java.io.IOException;
import java.io.Writer;

/** The document of {@code compscan duplicates}; specified in {@code docs/reference/formats.md}. */
public final class DuplicatesJson {

    private DuplicatesJson() {}

    /** Writes the document, ending with a newline; flushes but does not close. */
    public static void write(Duplicates duplicates, Writer out) throws IOException {
        new JsonDocument<>(Duplicates.class, Duplicates.FORMAT, Duplicates.VERSION).write(duplicates, out);
    }
}
