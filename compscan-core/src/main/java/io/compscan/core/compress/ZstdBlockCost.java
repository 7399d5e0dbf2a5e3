package io.compscan.core.compress;

import java.util.Arrays;

/**
 * The bytes that a compressed block of Zstandard takes (RFC 8878, section 3.1.1.3), from the counts of its codes.
 *
 * <pre>
 *   block = literals section | count of sequences | modes | tables | bit stream of sequences
 *
 *   literals    Huffman codes of at most 11 bits, a new table in each block; raw unless that saves a sixteenth
 *   sequences   three codes each (literals, offset, match), from a new table, the one before, or the predefined one; then extra bits
 * </pre>
 *
 * Belongs to one thread.
 */
final class ZstdBlockCost {

    private static final int MAX_CODE_BITS = 11;
    private static final int FOUR_STREAMS_FROM = 1024;
    /** A Huffman coding that saves less than this part of the literals is given up: {@code 2^-4}. */
    private static final int WANTED_SHIFT = 4;

    /** Lengths below have their codes in tables. */
    private static final int SHORT_LENGTHS = 128;

    private static final byte[] LITERAL_LENGTH_CODES = codes(SequenceCode.LITERAL_LENGTH_BITS);
    private static final byte[] MATCH_LENGTH_CODES = codes(SequenceCode.MATCH_LENGTH_BITS);
    /** The code of a length from {@link #SHORT_LENGTHS} on is this, less the leading zeros of the length. */
    private static final int LONG_LITERALS_CODE = 31 + 19;

    private static final int LONG_MATCH_CODE = 31 + 36;

    private final int[] literals = new int[256];
    private int literalCount;
    private int sequenceCount;

    private final SequenceCode literalLengths =
            new SequenceCode(SequenceCode.LITERAL_LENGTHS, 6, SequenceCode.LITERAL_LENGTH_BITS);
    private final SequenceCode offsets = new SequenceCode(SequenceCode.OFFSETS, 5, SequenceCode.OFFSET_BITS);
    private final SequenceCode matchLengths =
            new SequenceCode(SequenceCode.MATCH_LENGTHS, 6, SequenceCode.MATCH_LENGTH_BITS);

    private final long[] heap = new long[256];
    private final int[] parents = new int[512];
    private final int[] order = new int[256];
    private final long[] sums = new long[512];
    private final int[] depth = new int[512];
    private final int[] depths = new int[512];
    private final int[] weights = new int[MAX_CODE_BITS + 2];

    /** Forgets the tables of the frame before. */
    void beginFrame() {
        literalLengths.beginFrame();
        offsets.beginFrame();
        matchLengths.beginFrame();
    }

    /** Forgets the counts of the block before. */
    void beginBlock() {
        Arrays.fill(literals, 0);
        literalCount = 0;
        sequenceCount = 0;
        literalLengths.beginBlock();
        offsets.beginBlock();
        matchLengths.beginBlock();
    }

    int literalCount() {
        return literalCount;
    }

    int sequenceCount() {
        return sequenceCount;
    }

    /** Adds literals that no match follows. */
    void addLiterals(byte[] data, int offset, int count) {
        for (int i = offset; i < offset + count; i++) {
            literals[data[i] & 0xff]++;
        }
        literalCount += count;
    }

    /**
     * Adds a sequence.
     *
     * @param offsetValue 1 for the last offset again, else the offset plus 3
     * @param matchLength the length beyond the shortest match, which is 3
     */
    void add(byte[] data, int literalOffset, int literalLength, int offsetValue, int matchLength) {
        addLiterals(data, literalOffset, literalLength);
        sequenceCount++;
        int literalsCode = literalLength < SHORT_LENGTHS
                ? LITERAL_LENGTH_CODES[literalLength]
                : LONG_LITERALS_CODE - Integer.numberOfLeadingZeros(literalLength);
        int matchCode = matchLength < SHORT_LENGTHS
                ? MATCH_LENGTH_CODES[matchLength]
                : LONG_MATCH_CODE - Integer.numberOfLeadingZeros(matchLength);
        literalLengths.add(literalsCode);
        offsets.add(31 - Integer.numberOfLeadingZeros(offsetValue));
        matchLengths.add(matchCode);
    }

    /** The bytes of the block without its header. */
    int blockBytes() {
        int countBytes = sequenceCount < 128 ? 1 : sequenceCount < 0x7f00 ? 2 : 3;
        long extraBits = literalLengths.extraBits() + offsets.extraBits() + matchLengths.extraBits();
        double bits = extraBits + literalLengths.bits(sequenceCount) + offsets.bits(sequenceCount);
        bits += matchLengths.bits(sequenceCount);
        return literalBytes() + countBytes + 1 + (int) (bits / 8) + 1;
    }

    /** Likewise of a block without sequences, which is raw unless a coding gains enough. */
    int literalBlockBytes() {
        int raw = literalCount < 32 ? 1 : literalCount < 4096 ? 2 : 3;
        int bytes = literalBytes();
        return bytes == raw + literalCount ? literalCount : bytes + 1;
    }

    private int literalBytes() {
        int rawHeader = literalCount < 32 ? 1 : literalCount < 4096 ? 2 : 3;
        int raw = rawHeader + literalCount;
        int most = 0;
        int symbols = 0;
        int last = 0;
        for (int i = 0; i < literals.length; i++) {
            if (literals[i] > 0) {
                symbols++;
                last = i;
                most = Math.max(most, literals[i]);
            }
        }
        if (literalCount <= 32 || most == 1 || most < literalCount >> 7) {
            return raw;
        }
        if (symbols == 1) {
            return rawHeader + 1;
        }
        int streams = literalCount >= FOUR_STREAMS_FROM ? 4 : 1;
        int jumpTable = streams == 4 ? 6 : 0;
        long codeBits = codeBits();
        int coded = tableBytes(last) + jumpTable + (int) (codeBits / 8) + streams;
        if (coded >= literalCount - (literalCount >> WANTED_SHIFT)) {
            return raw;
        }
        int header = literalCount < 1024 ? 3 : literalCount < 16_384 ? 4 : 5;
        return header + coded;
    }

    /** The bits of all literals under the best prefix code of at most 11 bits; leaves the depths of the symbols behind. */
    private long codeBits() {
        int count = 0;
        for (int i = 0; i < literals.length; i++) {
            depths[i] = 0;
            if (literals[i] > 0) {
                heap[count++] = ((long) literals[i] << 9) | i;
            }
        }
        Arrays.sort(heap, 0, count);
        int leaves = count;
        Arrays.fill(sums, leaves, 2 * leaves, 0);
        for (int i = 0; i < leaves; i++) {
            order[i] = (int) (heap[i] & 0x1ff);
            sums[i] = heap[i] >>> 9;
        }
        int leaf = 0;
        int node = leaves;
        for (int made = leaves; made < 2 * leaves - 1; made++) {
            for (int child = 0; child < 2; child++) {
                int least = leaf < leaves && (node >= made || sums[leaf] <= sums[node]) ? leaf++ : node++;
                parents[least] = made;
                sums[made] += sums[least];
            }
        }
        int root = 2 * leaves - 2;
        depth[root] = 0;
        for (int i = root - 1; i >= 0; i--) {
            depth[i] = depth[parents[i]] + 1;
        }
        limit(depth, leaves);
        long bits = 0;
        for (int i = 0; i < leaves; i++) {
            depths[order[i]] = depth[i];
            bits += (long) depth[i] * literals[order[i]];
        }
        return bits;
    }

    /** Shortens codes beyond 11 bits, and makes room for them by lengthening the rarest of the others. */
    private static void limit(int[] depth, int leaves) {
        long used = 0;
        for (int i = 0; i < leaves; i++) {
            depth[i] = Math.min(depth[i], MAX_CODE_BITS);
            used += 1L << (MAX_CODE_BITS - depth[i]);
        }
        long room = 1L << MAX_CODE_BITS;
        for (int i = 0; used > room; i = i + 1 == leaves ? 0 : i + 1) {
            if (depth[i] < MAX_CODE_BITS) {
                depth[i]++;
                used -= 1L << (MAX_CODE_BITS - depth[i]);
            }
        }
    }

    /** The table as weights: four bits each, or as entropy codes. */
    private int tableBytes(int last) {
        Arrays.fill(weights, 0);
        int longest = 0;
        for (int i = 0; i <= last; i++) {
            longest = Math.max(longest, depths[i]);
        }
        // The last symbol's weight is not written.
        for (int i = 0; i < last; i++) {
            weights[depths[i] == 0 ? 0 : longest + 1 - depths[i]]++;
        }
        double bits = 0;
        int kinds = 0;
        for (int weight : weights) {
            if (weight > 0) {
                bits += weight * Math.log((double) last / weight) / Math.log(2);
                kinds++;
            }
        }
        int entropy = 1 + (int) Math.ceil(kinds * 5 / 8.0 + bits * 1.03 / 8 + 2);
        int plain = 1 + (last + 1) / 2;
        return last <= 128 ? Math.min(plain, entropy) : entropy;
    }

    /** The codes of the first lengths; further ones go by their highest bit. */
    private static byte[] codes(int[] bits) {
        byte[] codes = new byte[SHORT_LENGTHS];
        int code = 0;
        for (int next = 0; next < SHORT_LENGTHS; code++) {
            int end = Math.min(SHORT_LENGTHS, next + (1 << bits[code]));
            Arrays.fill(codes, next, end, (byte) code);
            next = end;
        }
        return codes;
    }
}
