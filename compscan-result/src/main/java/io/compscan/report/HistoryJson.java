package io.compscan.report;

import io.compscan.result.history.HistoryResult;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The document of {@code compscan history}, which catalogs hold, too; specified in {@code docs/reference/formats.md}. */
public final class HistoryJson {

    private static final JsonDocument<HistoryResult> DOCUMENT =
            new JsonDocument<>(HistoryResult.class, HistoryResult.FORMAT, HistoryResult.VERSION);

    private HistoryJson() {}

    /** Writes the document, ending with a newline; flushes but does not close. */
    public static void write(HistoryResult history, Writer out) throws IOException {
        DOCUMENT.write(history, out);
    }

    /**
     * Reads a document, UTF-8.
     *
     * @throws ResultFormatException if it is not a history of a version that is known here
     * @throws IOException if it cannot be read
     */
    public static HistoryResult read(Path file) throws IOException {
        return DOCUMENT.read(
                SafeText.oneLine(file.toString()), () -> Files.newBufferedReader(file, StandardCharsets.UTF_8));
    }
}
