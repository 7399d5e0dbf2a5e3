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
 * A file that describes others: a line with format, version and checksum, then a JSON document.
 *
 * <pre>
 *   compscan-checkpoint 3 crc32c 1a2b3c4d
 *   {"plan": ...}
 * </pre>
 *
 * @param thing the kind of document, such as {@code checkpoint}; its format is this word behind {@code compscan-}
 * @param version the version that is written and read
 * @param type the record that holds the document
 */
public record Manifest<T>(String thing, int version, Class<T> type) {

    private static final Pattern HEAD = Pattern.compile("compscan-([a-z]+) ([0-9]{1,9}) crc32c ([0-9a-f]{8})\n");
    private static final int MAX_HEAD_BYTES = 64;

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** Writes a document through to the disk, in place of what the file holds. */
    public void write(Path file, T content) throws IOException {
        byte[] document = MAPPER.writeValueAsBytes(content);
        byte[] head = ("compscan-" + thing + " " + version + " crc32c " + checksum(document, 0) + "\n")
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

    /**
     * Reads a document.
     *
     * @throws CheckpointException if it is damaged, or was written by a newer or older compscan
     */
    public T read(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw notThis(file);
        }
        byte[] whole = Files.readAllBytes(file);
        Matcher head =
                HEAD.matcher(new String(whole, 0, Math.min(whole.length, MAX_HEAD_BYTES), StandardCharsets.US_ASCII));
        if (!head.lookingAt() || !head.group(1).equals(thing)) {
            throw notThis(file);
        }
        int found = Integer.parseInt(head.group(2));
        if (found != version) {
            throw new CheckpointException(file + ": version " + found + " is " + (found > version ? "newer" : "older")
                    + " than this compscan, which reads version " + version);
        }
        if (!checksum(whole, head.end()).equals(head.group(3))) {
            throw new CheckpointException(file + ": damaged: the checksum does not match");
        }
        try {
            return MAPPER.readValue(whole, head.end(), whole.length - head.end(), type);
        } catch (JsonProcessingException e) {
            throw new CheckpointException(file + ": damaged: " + e.getOriginalMessage(), e);
        }
    }

    private CheckpointException notThis(Path file) {
        return new CheckpointException(file + ": not a " + thing + " of compscan");
    }

    private static String checksum(byte[] bytes, int from) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, bytes.length - from);
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }
}
