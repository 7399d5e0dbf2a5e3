package io.compscan.report;

import io.compscan.result.duplicate.Duplicates;
import io.compscan.result.duplicate.ListedDuplicates;
import java.io.IOException;
import java.io.Writer;

/** The documents of {@code compscan duplicates} and of {@code compscan estimate --from-listing}; specified in {@code docs/reference/formats.md}. */
public final class DuplicatesJson {

    private DuplicatesJson() {}

    /** Writes the document, ending with a newline; flushes but does not close. */
    public static void write(Duplicates duplicates, Writer out) throws IOException {
        new JsonDocument<>(Duplicates.class, Duplicates.FORMAT, Duplicates.VERSION).write(duplicates, out);
    }

    /** Writes the document of a list, ending with a newline; flushes but does not close. */
    public static void write(ListedDuplicates listed, Writer out) throws IOException {
        new JsonDocument<>(ListedDuplicates.class, ListedDuplicates.FORMAT, ListedDuplicates.VERSION)
                .write(listed, out);
    }
}
