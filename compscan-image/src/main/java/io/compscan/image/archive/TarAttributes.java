package io.compscan.image.archive;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the prefixes of a tar header say about the place of a file's bytes, and its name. Everything else, such as times and owners, is left
 * alone, because no number depends on it.
 *
 * <p>Attributes of POSIX are lines: the length of the line in decimal digits, a space, the key, {@code =}, the value and a line feed. GNU tar
 * stores sparse files in three ways:
 *
 * <pre>
 *   0.0   GNU.sparse.size, and GNU.sparse.offset and GNU.sparse.numbytes once for each piece
 *   0.1   GNU.sparse.size, and GNU.sparse.map with all pieces
 *   1.0   GNU.sparse.major, GNU.sparse.realsize, and a map in front of the data
 * </pre>
 */
final class TarAttributes {

    private static final String SPARSE = "GNU.sparse.";
    private static final String VOLUME_FILE = "GNU.volume.filename";

    private @Nullable String name;
    private @Nullable String sparseName;
    private long sizeBytes = -1;
    private long realBytes = -1;
    private boolean hasMapInData;
    private boolean isStarSparse;
    private @Nullable String volumeFile;
    private final List<Long> map = new ArrayList<>();

    /**
     * Reads the prefixes of a group.
     *
     * @throws IOException if they cannot be understood
     */
    static TarAttributes of(ArchiveBytes bytes, TarGroup group) throws IOException {
        TarAttributes attributes = new TarAttributes();
        long at = group.startAt();
        while (at < group.headerAt()) {
            TarHeader header = bytes.header(at);
            char type = header.type();
            byte[] data = new byte[(int) header.sizeBytes()];
            if (type != 'g' && data.length > 0) {
                bytes.copy(at + TarHeader.BYTES, data, data.length);
            }
            if (type == 'x' || type == 'X') {
                attributes.addLines(data);
            } else if (type == 'L') {
                attributes.name = TarHeader.text(data, 0, data.length);
            }
            at = TarGroup.behind(at + TarHeader.BYTES + data.length);
        }
        return attributes;
    }

    /**
     * The name of the file that goes on from the volume before, by attributes for all files; null if none does.
     *
     * @throws IOException if they cannot be understood
     */
    static @Nullable String continued(ArchiveBytes bytes, TarGroup global) throws IOException {
        long size = bytes.header(global.headerAt()).sizeBytes();
        if (size > TarGroup.MAX_NAME_BYTES) {
            return null;
        }
        byte[] data = new byte[(int) size];
        bytes.copy(global.headerAt() + TarHeader.BYTES, data, data.length);
        TarAttributes attributes = new TarAttributes();
        attributes.addLines(data);
        return attributes.volumeFile;
    }

    private void addLines(byte[] data) throws IOException {
        int at = 0;
        while (at < data.length && data[at] != 0) {
            int length = 0;
            int digit = at;
            while (digit < data.length && data[digit] >= '0' && data[digit] <= '9' && length < data.length) {
                length = length * 10 + data[digit++] - '0';
            }
            int end = at + length;
            boolean isLine = digit < data.length
                    && data[digit] == ' '
                    && digit < end
                    && length <= data.length - at
                    && data[end - 1] == '\n';
            int equals = digit + 1;
            while (isLine && equals < end && data[equals] != '=') {
                equals++;
            }
            if (!isLine || equals == end) {
                throw new IOException("damaged attributes");
            }
            String key = new String(data, digit + 1, equals - digit - 1, StandardCharsets.UTF_8);
            add(key, new String(data, equals + 1, end - equals - 2, StandardCharsets.UTF_8));
            at = end;
        }
    }

    private void add(String key, String value) throws IOException {
        switch (key) {
            case "path" -> name = value.isEmpty() ? null : value;
            case "size" -> sizeBytes = value.isEmpty() ? -1 : number(value);
            case SPARSE + "name" -> sparseName = value;
            case SPARSE + "size", SPARSE + "realsize" -> realBytes = number(value);
            case SPARSE + "major" -> hasMapInData = number(value) >= 1;
            case SPARSE + "offset", SPARSE + "numbytes" -> map.add(number(value));
            case SPARSE + "map" -> {
                map.clear();
                if (!value.isEmpty()) {
                    for (String one : value.split(",", -1)) {
                        map.add(number(one));
                    }
                }
            }
            case VOLUME_FILE -> volumeFile = value;
            case "SCHILY.realsize" -> isStarSparse = true;
            default -> {}
        }
    }

    /** A number of decimal digits. */
    static long number(String digits) throws IOException {
        boolean isNumber =
                !digits.isEmpty() && digits.length() <= 19 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        try {
            if (isNumber) {
                return Long.parseLong(digits);
            }
        } catch (NumberFormatException e) {
            // It is above 2^63.
        }
        throw new IOException("damaged attributes: a size is no number");
    }

    /** The name; null if that of the header counts. */
    @Nullable String name() {
        return sparseName == null ? name : sparseName;
    }

    /** The bytes that lie in the archive; negative if the header has their number. */
    long sizeBytes() {
        return sizeBytes;
    }

    /** Whether the file is sparse. */
    boolean isSparse() {
        return realBytes >= 0;
    }

    /** The size of a sparse file. */
    long realBytes() {
        return realBytes;
    }

    /** Whether the map of the pieces stands in front of the data, so that {@link #map} is empty. */
    boolean hasMapInData() {
        return hasMapInData;
    }

    /** Whether star has written a sparse file in a way of its own. */
    boolean isStarSparse() {
        return isStarSparse;
    }

    /** Offset and length of each piece of a sparse file. */
    List<Long> map() {
        return map;
    }
}
