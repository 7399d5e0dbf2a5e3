package io.compscan.core.tools.trace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The chunks cache of Borg 1.x, the file {@code chunks} in the cache directory of a repository. It lists the chunks of all archives, with
 * references and sizes. An encrypted repository has it, too.
 *
 * <pre>
 *   header   "BORG_IDX", i32 entries, i32 buckets, i8 key bytes = 32, i8 value bytes = 12
 *   bucket   id[32], u32 references, u32 size, u32 stored size          references 2^32 - 1: empty, 2^32 - 2: deleted
 * </pre>
 *
 * <p>Little-endian. The index of the repository itself looks alike, but its values have 8 bytes and are places, not sizes. Format: "Data
 * structures and file formats" in the documentation of Borg 1.2, {@code HashHeader} and {@code ChunkIndex}.
 */
final class BorgChunks extends Trace {

    /** The name of the stored size: compressed, encrypted, with a header. */
    private static final String STORED = "borg";

    private static final String MAGIC = "BORG_IDX";
    private static final int ID_BYTES = 32;
    private static final int VALUE_BYTES = 3 * Integer.BYTES;
    private static final int PLACE_BYTES = 2 * Integer.BYTES;
    private static final long EMPTY = 0xFFFF_FFFFL;
    private static final long DELETED = 0xFFFF_FFFEL;
    /** MAX_VALUE of Borg; larger values have meanings of their own. */
    private static final long MOST_VALUE = 0xFFFF_FBFFL;
    /** A size above MAX_DATA_SIZE of Borg, the most bytes of an object. */
    private static final int MOST_CHUNK_BYTES = 20 << 20;
    /** Chunker parameters 19,23,21,4095: two to the power of 21 in the mean, of 23 at most. */
    private static final int EXPECTED_CHUNK_BYTES = 1 << 21;

    private static final int MOST_USUAL_CHUNK_BYTES = 1 << 23;
    private static final int LEAST_ZERO_BYTES = 4096;

    private final TraceInput in;
    private final long entryCount;
    private final long bucketCount;
    /** Ids are SHA-256 if the repository is not encrypted; in an encrypted one no id equals these hashes. */
    private final ZeroHashes zeros = new ZeroHashes("SHA-256", ID_BYTES);

    private BorgChunks(TraceInput in, long entryCount, long bucketCount) {
        super(
                in,
                new TraceScheme(
                        "borg:chunks", MOST_CHUNK_BYTES, EXPECTED_CHUNK_BYTES, "borg:id", ID_BYTES, List.of(STORED)));
        this.in = in;
        this.entryCount = entryCount;
        this.bucketCount = bucketCount;
    }

    /** Reads the header. */
    static Trace open(TraceInput in) throws IOException {
        byte[] magic = new byte[MAGIC.length()];
        in.read(magic, 0, magic.length);
        String begin = new String(magic, StandardCharsets.ISO_8859_1);
        if (!begin.equals(MAGIC)) {
            throw new TraceFormatException(
                    "not a chunks cache of Borg 1.x: it begins with " + begin.replaceAll("[^\\x21-\\x7E]", "?"));
        }
        long entries = in.u32();
        long buckets = in.u32();
        byte[] lengths = new byte[2];
        in.read(lengths, 0, lengths.length);
        if (lengths[1] == PLACE_BYTES) {
            throw new TraceFormatException(
                    "an index of a Borg repository, or a chunks cache of Borg 2: it holds no stored sizes;"
                            + " Borg 1.x keeps them in .cache/borg/ID/chunks");
        }
        if (lengths[0] != ID_BYTES || lengths[1] != VALUE_BYTES) {
            throw new TraceFormatException("a chunks cache of Borg with keys of " + lengths[0] + " and values of "
                    + lengths[1] + " bytes; those of Borg 1.x have 32 and 12");
        }
        if (entries > buckets) {
            throw in.damaged(entries + " entries in " + buckets + " buckets");
        }
        return new BorgChunks(in, entries, buckets);
    }

    @Override
    void read(TraceVisitor visitor) throws IOException {
        visitor.unit("");
        byte[] id = new byte[ID_BYTES];
        int[] stored = new int[1];
        long entries = 0;
        for (long bucket = 0; bucket < bucketCount; bucket++) {
            in.read(id, 0, ID_BYTES);
            long references = in.u32();
            long sizeBytes = in.u32();
            long storedBytes = in.u32();
            if (references == EMPTY || references == DELETED) {
                continue;
            }
            entries++;
            if (references > MOST_VALUE || sizeBytes < 1 || sizeBytes > MOST_CHUNK_BYTES) {
                throw in.damaged("a chunk of " + sizeBytes + " bytes with " + references + " references");
            }
            // A chunk that does not shrink takes its length and a header. Borg writes 0 for an unknown size.
            stored[0] = (int) (storedBytes == 0 ? sizeBytes : Math.min(storedBytes, sizeBytes));
            if (references > 0 && isZero(id, (int) sizeBytes)) {
                visitor.zeros((int) sizeBytes, references);
            } else if (references > 0) {
                visitor.chunk(id, 0, (int) sizeBytes, references, stored);
            }
        }
        if (entries != entryCount || !in.isAtEnd()) {
            throw in.damaged(entries + " entries of " + entryCount + ", or bytes behind the last bucket");
        }
    }

    /** Zeros make chunks of the greatest length, and fixed chunks have powers of two. */
    private boolean isZero(byte[] id, int sizeBytes) {
        return Integer.bitCount(sizeBytes) == 1
                && sizeBytes >= LEAST_ZERO_BYTES
                && sizeBytes <= MOST_USUAL_CHUNK_BYTES
                && zeros.isZero(id, 0, sizeBytes);
    }
}
