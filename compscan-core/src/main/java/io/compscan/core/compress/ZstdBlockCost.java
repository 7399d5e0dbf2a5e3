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

    private final int[] literals = new int[256];
    private int literalCount;
    private int sequenceCount;
    private long extraBits;

    private final SequenceCode literalLengths = new SequenceCode(SequenceCode.LITERAL_LENGTHS, 6);
    private final SequenceCode offsets = new SequenceCode(SequenceCode.OFFSETS, 5);
    private final SequenceCode matchLengths = new SequenceCode(SequenceCode.MATCH_LENGTHS, 6);

    private final long[] heap = new long[256];
    private final int[] parents = new int[512];
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
        extraBits = 0;
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
        extraBits += literalLengths.add(literalLengthCode(literalLength), literalLengthBits(literalLength));
        int offsetCode = 31 - Integer.numberOfLeadingZeros(offsetValue);
        extraBits += offsets.add(offsetCode, offsetCode);
        extraBits += matchLengths.add(matchLengthCode(matchLength), matchLengthBits(matchLength));
    }

    /** The bytes of the block without its header. */
    int blockBytes() {
        int countBytes = sequenceCount < 128 ? 1 : sequenceCount < 0x7f00 ? 2 : 3;
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
        int[] order = new int[leaves];
        long[] sums = new long[2 * leaves];
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
        int[] depth = new int[2 * leaves];
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

    private static int literalLengthCode(int length) {
        if (length < 16) {
            return length;
        }
        if (length >= 64) {
            return 31 - Integer.numberOfLeadingZeros(length) + 19;
        }
        return length < 24
                ? 16 + ((length - 16) >> 1)
                : length < 32 ? 20 + ((length - 24) >> 2) : length < 48 ? 22 + ((length - 32) >> 3) : 24;
    }

    private static int literalLengthBits(int length) {
        if (length < 16) {
            return 0;
        }
        if (length >= 64) {
            return 31 - Integer.numberOfLeadingZeros(length);
        }
        return length < 24 ? 1 : length < 32 ? 2 : length < 48 ? 3 : 4;
    }

    private static int matchLengthCode(int length) {
        if (length < 32) {
            return length;
        }
        if (length >= 128) {
            return 31 - Integer.numberOfLeadingZeros(length) + 36;
        }
        if (length < 48) {
            return length < 40 ? 32 + ((length - 32) >> 1) : 36 + ((length - 40) >> 2);
        }
        return length < 64 ? 38 + ((length - 48) >> 3) : length < 96 ? 40 + ((length - 64) >> 4) : 42;
    }

    private static int matchLengthBits(int length) {
        if (length < 32) {
            return 0;
        }
        if (length >= 128) {
            return 31 - Integer.numberOfLeadingZeros(length);
        }
        if (length < 48) {
            return length < 40 ? 1 : 2;
        }
        return length < 64 ? 3 : length < 96 ? 4 : 5;
    }
}
