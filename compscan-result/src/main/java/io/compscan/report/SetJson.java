package io.compscan.report;

import io.compscan.result.set.DiffResult;
import io.compscan.result.set.MergeResult;
import io.compscan.result.set.PlaceResult;
import io.compscan.result.set.SetMetadata;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/**
 * The documents of fingerprint sets: the metadata of a set, and the results from several sets; specified in
 * {@code docs/reference/formats.md}.
 */
public final class SetJson {

    private static final JsonDocument<SetMetadata> METADATA =
            new JsonDocument<>(SetMetadata.class, SetMetadata.FORMAT, SetMetadata.VERSION);
    private static final JsonDocument<MergeResult> MERGE =
            new JsonDocument<>(MergeResult.class, MergeResult.FORMAT, MergeResult.VERSION);
    private static final JsonDocument<DiffResult> DIFF =
            new JsonDocument<>(DiffResult.class, DiffResult.FORMAT, DiffResult.VERSION);

    private static final JsonDocument<PlaceResult> PLACE =
            new JsonDocument<>(PlaceResult.class, PlaceResult.FORMAT, PlaceResult.VERSION);

    private SetJson() {}

    /** {@code merge.json}; flushes but does not close. */
    public static void write(MergeResult result, Writer out) throws IOException {
        MERGE.write(result, out);
    }

    /** {@code diff.json}; flushes but does not close. */
    public static void write(DiffResult result, Writer out) throws IOException {
        DIFF.write(result, out);
    }

    /** {@code place.json}; flushes but does not close. */
    public static void write(PlaceResult result, Writer out) throws IOException {
        PLACE.write(result, out);
    }

    /** The metadata of a set as UTF-8. */
    public static byte[] bytes(SetMetadata metadata) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Writer out = new OutputStreamWriter(bytes, StandardCharsets.UTF_8)) {
            METADATA.write(metadata, out);
        } catch (IOException e) {
            throw new IllegalStateException("memory cannot be written", e);
        }
        return bytes.toByteArray();
    }

    /**
     * The metadata of a set.
     *
     * @param name the set, as messages call it
     * @throws ResultFormatException if the bytes are not that of a version that is known here
     */
    public static SetMetadata metadata(String name, byte[] bytes) throws IOException {
        return METADATA.read(
                SafeText.oneLine(name),
                () -> new InputStreamReader(new ByteArrayInputStream(bytes), StandardCharsets.UTF_8));
    }
}
