package io.compscan.report;

import io.compscan.result.history.ChangesResult;
import io.compscan.result.history.HistoryResult;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The documents of catalogs; specified in {@code docs/reference/formats.md}. */
public final class HistoryJson {

    private static final JsonDocument<HistoryResult> DOCUMENT =
            new JsonDocument<>(HistoryResult.class, HistoryResult.FORMAT, HistoryResult.VERSION);

    private static final JsonDocument<ChangesResult> CHANGES =
            new JsonDocument<>(ChangesResult.class, ChangesResult.FORMAT, ChangesResult.VERSION);

    private HistoryJson() {}

    /** Writes what has changed, ending with a newline; flushes but does not close. */
    public static void write(ChangesResult changes, Writer out) throws IOException {
        CHANGES.write(changes, out);
    }

    /** Writes a history, ending with a newline; flushes but does not close. */
    public static void write(HistoryResult history, Writer out) throws IOException {
        DOCUMENT.write(history, out);
    }

    /**
     * Reads a history, UTF-8.
     *
     * @throws ResultFormatException if it is not a history of a version that is known here
     * @throws IOException if it cannot be read
     */
    public static HistoryResult read(Path file) throws IOException {
        return DOCUMENT.read(
                SafeText.oneLine(file.toString()), () -> Files.newBufferedReader(file, StandardCharsets.UTF_8));
    }
}
