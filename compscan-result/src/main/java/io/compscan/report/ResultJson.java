package io.compscan.report;

import io.compscan.result.ScanResult;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The document {@code result.json}, which holds a whole {@link ScanResult}; specified in {@code docs/reference/formats.md}. */
public final class ResultJson {

    private static final JsonDocument<ScanResult> DOCUMENT =
            new JsonDocument<>(ScanResult.class, ScanResult.FORMAT, ScanResult.VERSION);

    private ResultJson() {}

    /** Writes the document, ending with a newline; flushes but does not close. */
    public static void write(ScanResult result, Writer out) throws IOException {
        DOCUMENT.write(result, out);
    }

    /**
     * Reads a document, UTF-8.
     *
     * @throws ResultFormatException if it is not a result of a version that is known here
     * @throws IOException if it cannot be read
     */
    public static ScanResult read(Path file) throws IOException {
        return DOCUMENT.read(
                SafeText.oneLine(file.toString()), () -> Files.newBufferedReader(file, StandardCharsets.UTF_8));
    }
}
