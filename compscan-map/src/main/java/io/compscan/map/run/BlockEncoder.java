package io.compscan.map.run;

import io.compscan.map.TableSpec;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Collects the entries of one block and encodes them.
 *
 * <pre>
 *   block | checksum 4 | block bytes 4 | n 2 | low bits 1 | high words 1 | first lead 8 |
 *         | high bits: high words x 8 | low bits: n x low bits | rest of each key: n x (keyBytes - 8) |
 *         | column of references | column of each field |
 * </pre>
 *
 * <p>The lead of a key is its first eight bytes as a number. The block stores its difference from the first lead: the low bits packed, the
 * high bits in unary (Elias 1974, Fano 1971). A uniform key costs about half a bit more than its information.
 */
final class BlockEncoder {

    private final int restBytes;
    private final int fieldCount;
    private final long[] leads = new long[RunFormat.BLOCK_ENTRIES];
    private final byte[] rests;
    private final long[] references = new long[RunFormat.BLOCK_ENTRIES];
    private final long[][] fields;
    private final byte[] bytes;
    private final CRC32C crc = new CRC32C();
    private int n;

    BlockEncoder(TableSpec spec) {
        restBytes = spec.keyBytes() - RunFormat.LEAD_BYTES;
        fieldCount = spec.layout().fieldCount();
        rests = new byte[RunFormat.BLOCK_ENTRIES * restBytes];
        fields = new long[fieldCount][RunFormat.BLOCK_ENTRIES];
        bytes = new byte[RunFormat.maxBlockBytes(spec.keyBytes(), spec.layout()) + RunFormat.SLACK_BYTES];
    }

    /** Adds an entry that the caller has checked and that fits. */
    void add(byte[] key, int offset, long count, int[] values) {
        leads[n] = PackedBytes.lead(key, offset);
        PackedBytes.copyRest(key, offset + RunFormat.LEAD_BYTES, rests, n * restBytes, restBytes);
        references[n] = count;
        for (int f = 0; f < fieldCount; f++) {
            fields[f][n] = values[f];
        }
        n++;
    }

    int size() {
        return n;
    }

    /** Writes the key of entry {@code i}. */
    void key(int i, byte[] key) {
        PackedBytes.putLead(key, 0, leads[i]);
        PackedBytes.copyRest(rests, i * restBytes, key, RunFormat.LEAD_BYTES, restBytes);
    }

    /** Compares the key that was added last with another. */
    int compareLast(byte[] key, int offset) {
        int order = Long.compareUnsigned(leads[n - 1], PackedBytes.lead(key, offset));
        return order != 0
                ? order
                : Arrays.compareUnsigned(
                        rests,
                        (n - 1) * restBytes,
                        n * restBytes,
                        key,
                        offset + RunFormat.LEAD_BYTES,
                        offset + RunFormat.LEAD_BYTES + restBytes);
    }

    /** Encodes the entries, at least one, for a place in the file, and removes them; returns the length. */
    int encode(long fileOffset) {
        Arrays.fill(bytes, (byte) 0);
        long first = leads[0];
        long range = leads[n - 1] - first;
        int lowBits = lowBits(range, n);
        int highAt = RunFormat.BLOCK_HEADER_BYTES;
        int highWords = (int) (n + (range >>> lowBits) + Long.SIZE - 1) / Long.SIZE;
        for (int i = 0; i < n; i++) {
            leads[i] -= first;
            int one = (int) (leads[i] >>> lowBits) + i;
            bytes[highAt + (one >>> 3)] |= (byte) (1 << (one & 7));
        }
        int lowAt = highAt + highWords * Long.BYTES;
        PackedBytes.pack(leads, n, lowBits, bytes, lowAt);
        int at = lowAt + PackedBytes.packedBytes(n, lowBits);
        System.arraycopy(rests, 0, bytes, at, n * restBytes);
        at += n * restBytes;
        at = Column.write(references, n, bytes, at);
        for (int f = 0; f < fieldCount; f++) {
            at = Column.write(fields[f], n, bytes, at);
        }
        PackedBytes.putInt(bytes, BlockDecoder.BYTES_AT, at);
        PackedBytes.putShort(bytes, BlockDecoder.ENTRIES_AT, n);
        bytes[BlockDecoder.LOW_BITS_AT] = (byte) lowBits;
        bytes[BlockDecoder.HIGH_WORDS_AT] = (byte) highWords;
        PackedBytes.putLong(bytes, BlockDecoder.FIRST_LEAD_AT, first);
        PackedBytes.putInt(bytes, BlockDecoder.CHECKSUM_AT, BlockDecoder.checksum(crc, fileOffset, bytes, 0, at));
        n = 0;
        return at;
    }

    /** The output of {@link #encode}, valid until its next call. */
    byte[] bytes() {
        return bytes;
    }

    /** The width of the low bits that makes low and high bits together shortest: at most two bits an entry are zeros. */
    private static int lowBits(long range, int n) {
        int best = 0;
        long bestCost = Long.MAX_VALUE;
        int guess = Math.max(0, Long.SIZE - 1 - Long.numberOfLeadingZeros(Long.divideUnsigned(range, n)));
        for (int bits = Math.max(0, guess - 1); bits <= guess + 1; bits++) {
            long cost = (long) n * bits + (range >>> bits);
            if (cost < bestCost) {
                best = bits;
                bestCost = cost;
            }
        }
        return Math.min(best, RunFormat.MAX_PACKED_BITS);
    }
}
