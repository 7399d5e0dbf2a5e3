package io.compscan.core.profile;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The profiles of Ceph's BlueStore, a family with parameters: {@code ceph:compress=zstd,blob=8k,alloc=4k}.
 *
 * <p>BlueStore compresses each blob on its own. Unless the client says that it reads in sequence and never changes the object, a blob has
 * {@code bluestore_compression_min_blob_size}, at least twice the unit of allocation.
 *
 * <p>Sources: {@code _choose_write_options} and {@code _do_alloc_write} in {@code src/os/bluestore/BlueStore.cc} of Ceph 16;
 * {@code bluestore_compression_header_t} and the plug-ins in {@code src/compressor} for the headers.
 */
final class CephFamily extends ProfileFamily {

    static final String NAME = "ceph";

    private static final String COMPRESS = "compress";
    private static final String BLOB = "blob";
    private static final String ALLOC = "alloc";

    /**
     * A compressor, and the bytes in front of what it makes.
     *
     * <p>Each blob begins with 12 bytes. Those of {@code zlib} have 5 more for the width of its window, and a mark. The plug-in of {@code lz4}
     * writes the number of its pieces and two lengths, that of {@code zstd} one length.
     */
    private record Plugin(String compressor, int headerBytes) {}

    private static final Map<String, Plugin> PLUGINS = Map.of(
            "snappy", new Plugin("snappy", 12),
            "lz4", new Plugin("lz4stream", 24),
            "zstd", new Plugin("zstd:1", 16),
            "zlib", new Plugin("deflate:5", 17),
            "off", new Plugin("none", 0));

    private static final int MIN_BLOB = 8 << 10;
    private static final int MAX_BLOB = 4 << 20;
    private static final int MIN_UNIT = 4 << 10;
    private static final int MAX_UNIT = 64 << 10;

    private static final int USUAL_BLOB = 64 << 10;

    /** The compressors that were compared in the smallest blobs, too. */
    private static final List<String> CHECKED_IN_SMALL = List.of("snappy", "lz4", "zstd");

    /** The settings of a pool. */
    private record Pool(String compress, int blobBytes, int unitBytes) {

        String text() {
            String unit = unitBytes == MIN_UNIT ? "" : "," + ALLOC + "=" + (unitBytes >> 10) + "k";
            return COMPRESS + "=" + compress + "," + BLOB + "=" + (blobBytes >> 10) + "k" + unit;
        }

        Plugin plugin() {
            return Objects.requireNonNull(PLUGINS.get(compress));
        }

        String fileName() {
            return NAME + "-" + compress
                    + (blobBytes == USUAL_BLOB ? "" : "-" + (blobBytes >> 10) + "k")
                    + (unitBytes == MIN_UNIT ? "" : "-by-" + (unitBytes >> 10) + "k");
        }
    }

    CephFamily() {
        super(NAME, List.of(COMPRESS, BLOB, ALLOC));
    }

    @Override
    String example(String key) {
        return switch (key) {
            case COMPRESS -> "zstd";
            case BLOB -> "8k";
            default -> "4k";
        };
    }

    @Override
    String text(Map<String, String> values) {
        return pool(values).text();
    }

    @Override
    String toml(Map<String, String> values, String template) {
        Pool pool = pool(values);
        boolean isChecked = pool.unitBytes() == MIN_UNIT
                && (pool.blobBytes() == USUAL_BLOB
                        || (pool.blobBytes() == MIN_BLOB && CHECKED_IN_SMALL.contains(pool.compress())));
        return changed(template, (key, line) -> line(key, line, pool), isChecked);
    }

    private static String line(String key, String line, Pool pool) {
        return switch (key) {
            case "name" -> "name = \"" + pool.fileName() + "\"";
            case "title" -> "title = \"Ceph BlueStore: " + pool.text().replace(",", ", ") + "\"";
            case "chunking" -> "chunking = \"fixed:" + pool.blobBytes() + "\"";
            case "compressor" -> "compressor = \"" + pool.plugin().compressor() + "\"";
            case "compressedHeaderBytes" ->
                "compressedHeaderBytes = " + pool.plugin().headerBytes();
            case "granularityBytes" -> "granularityBytes = " + pool.unitBytes();
            default -> line;
        };
    }

    private static Pool pool(Map<String, String> values) {
        String compress = values.getOrDefault(COMPRESS, "lz4");
        if (!PLUGINS.containsKey(compress)) {
            throw new IllegalArgumentException(COMPRESS + ": '" + compress + "' is not snappy, lz4, zstd, zlib or off");
        }
        int unitBytes = powerOfTwo(ALLOC, values.getOrDefault(ALLOC, "4k"), MIN_UNIT, MAX_UNIT, "4k to 64k");
        int blobBytes = powerOfTwo(BLOB, values.getOrDefault(BLOB, "64k"), MIN_BLOB, MAX_BLOB, "8k to 4096k");
        return new Pool(compress, Math.max(blobBytes, 2 * unitBytes), unitBytes);
    }
}
