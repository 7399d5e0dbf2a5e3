package io.compscan.core.scan.checkpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.compscan.file.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * The file of a checkpoint: a line with format, version and checksum, then a JSON document.
 *
 * <pre>
 *   compscan-checkpoint 3 crc32c 1a2b3c4d
 *   {"plan": ...}
 * </pre>
 */
final class Manifest {

    private static final String FORMAT = "compscan-checkpoint";
    private static final int VERSION = 3;
    private static final Pattern HEAD = Pattern.compile(FORMAT + " ([0-9]{1,9}) crc32c ([0-9a-f]{8})\n");
    private static final int MAX_HEAD_BYTES = 64;

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Manifest() {}

    /** Writes the manifest through to the disk. */
    static void write(Path file, Checkpoint checkpoint) throws IOException {
        byte[] document = MAPPER.writeValueAsBytes(checkpoint);
        byte[] head = (FORMAT + " " + VERSION + " crc32c " + checksum(document, 0) + "\n")
                .getBytes(StandardCharsets.US_ASCII);
        Files.deleteIfExists(file);
        try (FileChannel channel = OwnerOnly.create(file)) {
            for (byte[] part : new byte[][] {head, document}) {
                ByteBuffer bytes = ByteBuffer.wrap(part);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
            }
            channel.force(true);
        }
    }

    /** @throws CheckpointException if it is damaged, or was written by a newer or older compscan */
    static Checkpoint read(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new CheckpointException(file + ": not a checkpoint of compscan");
        }
        byte[] whole = Files.readAllBytes(file);
        Matcher head =
                HEAD.matcher(new String(whole, 0, Math.min(whole.length, MAX_HEAD_BYTES), StandardCharsets.US_ASCII));
        if (!head.lookingAt()) {
            throw new CheckpointException(file + ": not a checkpoint of compscan");
        }
        int version = Integer.parseInt(head.group(1));
        if (version != VERSION) {
            throw new CheckpointException(file + ": version " + version + " is "
                    + (version > VERSION ? "newer" : "older") + " than this compscan, which reads version " + VERSION);
        }
        if (!checksum(whole, head.end()).equals(head.group(2))) {
            throw new CheckpointException(file + ": damaged: the checksum does not match");
        }
        try {
            return MAPPER.readValue(whole, head.end(), whole.length - head.end(), Checkpoint.class);
        } catch (JsonProcessingException e) {
            throw new CheckpointException(file + ": damaged: " + e.getOriginalMessage(), e);
        }
    }

    private static String checksum(byte[] bytes, int from) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, bytes.length - from);
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }
}
