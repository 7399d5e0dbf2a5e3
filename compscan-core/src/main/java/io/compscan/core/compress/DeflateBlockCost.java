package io.compscan.core.compress;

import java.util.Arrays;

/**
 * Sums up the bits that zlib writes for a stream of literals and matches (RFC 1951), block by block.
 *
 * <p>A block is stored, or takes the fixed codes, or codes of its own: whatever is shortest. Codes of its own begin with their lengths, which
 * are run-length encoded and coded once more. Several trees may cost the same and differ in that header,
 * so {@link CodeLengths} builds the one of zlib.
 */
final class DeflateBlockCost {

    /** zlib ends a block after so many literals and matches. */
    private static final int BLOCK_SYMBOLS = 16_383;

    private static final int END_OF_BLOCK = 256;
    private static final int LITERAL_CODES = 286;
    private static final int DISTANCE_CODES = 30;
    private static final int LENGTH_CODES = 19;
    private static final int REPEAT_PREVIOUS = 16;
    private static final int REPEAT_ZERO = 17;
    private static final int REPEAT_ZERO_LONG = 18;
    /** The order in which the lengths of the codes for lengths are written (RFC 1951, 3.2.7). */
    private static final int[] LENGTH_ORDER = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

    private static final int MAX_CODE_BITS = 15;
    private static final int MAX_LENGTH_CODE_BITS = 7;
    private static final int MIN_MATCH = 3;
    private static final int MAX_MATCH = 258;

    /** The extra bits of each literal or length, and of each distance. */
    private static final int[] LITERAL_EXTRA = new int[LITERAL_CODES];

    private static final int[] DISTANCE_EXTRA = new int[DISTANCE_CODES];
    private static final int[] LENGTH_EXTRA = new int[LENGTH_CODES];
    /** The code of each length of a match. */
    private static final short[] CODE_OF_LENGTH = new short[MAX_MATCH + 1];

    static {
        int length = MIN_MATCH;
        for (int code = END_OF_BLOCK + 1; code < LITERAL_CODES - 1; code++) {
            int step = code - END_OF_BLOCK - 1;
            LITERAL_EXTRA[code] = Math.max(0, step / 4 - 1);
            for (int i = 0; i < 1 << LITERAL_EXTRA[code] && length < MAX_MATCH; i++) {
                CODE_OF_LENGTH[length++] = (short) code;
            }
        }
        CODE_OF_LENGTH[MAX_MATCH] = LITERAL_CODES - 1;
        for (int code = 0; code < DISTANCE_CODES; code++) {
            DISTANCE_EXTRA[code] = Math.max(0, code / 2 - 1);
        }
        LENGTH_EXTRA[REPEAT_PREVIOUS] = 2;
        LENGTH_EXTRA[REPEAT_ZERO] = 3;
        LENGTH_EXTRA[REPEAT_ZERO_LONG] = 7;
    }

    private final int[] literals = new int[LITERAL_CODES];
    private final int[] distances = new int[DISTANCE_CODES];
    private final int[] lengths = new int[LENGTH_CODES];
    private final CodeLengths literalCodes = new CodeLengths(LITERAL_EXTRA, MAX_CODE_BITS);
    private final CodeLengths distanceCodes = new CodeLengths(DISTANCE_EXTRA, MAX_CODE_BITS);
    private final CodeLengths lengthCodes = new CodeLengths(LENGTH_EXTRA, MAX_LENGTH_CODE_BITS);

    /** Literals and matches of the current block. */
    private int symbols;

    private long bits;

    void beginStream() {
        bits = 0;
        beginBlock();
    }

    private void beginBlock() {
        Arrays.fill(literals, 0);
        Arrays.fill(distances, 0);
        symbols = 0;
    }

    /** Adds a literal, and returns whether the block is full. */
    boolean addLiteral(int value) {
        literals[value]++;
        return ++symbols == BLOCK_SYMBOLS;
    }

    /** Adds a match, and returns whether the block is full. */
    boolean addMatch(int length, int distance) {
        literals[CODE_OF_LENGTH[length]]++;
        distances[distanceCode(distance - 1)]++;
        return ++symbols == BLOCK_SYMBOLS;
    }

    /** Codes 0 to 3 are distances; from there on a power of two has two codes. */
    private static int distanceCode(int below) {
        if (below < 4) {
            return below;
        }
        int log = 31 - Integer.numberOfLeadingZeros(below);
        return 2 * log + ((below >>> (log - 1)) & 1);
    }

    /** Ends the block, which stands for so many bytes. */
    void endBlock(int rawBytes) {
        literals[END_OF_BLOCK] = 1;
        literalCodes.build(literals);
        distanceCodes.build(distances);
        long fixed = fixedBits();
        long own = literalCodes.bits() + distanceCodes.bits() + headerBits();
        long best = Math.min((fixed + 10) >> 3, (own + 10) >> 3);
        if (rawBytes + 4 <= best) {
            bits = ((bits + 3 + 7) & ~7L) + 32 + 8L * rawBytes;
        } else {
            bits += 3 + ((fixed + 10) >> 3 == best ? fixed : own);
        }
        beginBlock();
    }

    private long fixedBits() {
        long sum = 0;
        for (int i = 0; i < LITERAL_CODES; i++) {
            int code = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
            sum += (long) literals[i] * (code + LITERAL_EXTRA[i]);
        }
        for (int i = 0; i < DISTANCE_CODES; i++) {
            sum += (long) distances[i] * (5 + DISTANCE_EXTRA[i]);
        }
        return sum;
    }

    /** The lengths of all codes, as written before a block. */
    private long headerBits() {
        Arrays.fill(lengths, 0);
        countLengths(literalCodes);
        countLengths(distanceCodes);
        lengthCodes.build(lengths);
        int last = LENGTH_CODES - 1;
        while (last >= 3 && lengthCodes.of(LENGTH_ORDER[last]) == 0) {
            last--;
        }
        return lengthCodes.bits() + 3L * (last + 1) + 5 + 5 + 4;
    }

    private void countLengths(CodeLengths codes) {
        int previous = -1;
        int next = codes.of(0);
        int run = 0;
        for (int i = 0; i <= codes.last(); i++) {
            int length = next;
            next = i == codes.last() ? -1 : codes.of(i + 1);
            run++;
            int most = length == 0 ? 138 : length == previous ? 6 : 7;
            if (run < most && length == next) {
                continue;
            }
            if (run < (length != 0 && length != previous ? 4 : 3)) {
                lengths[length] += run;
            } else if (length != 0) {
                lengths[length] += length == previous ? 0 : 1;
                lengths[REPEAT_PREVIOUS]++;
            } else {
                lengths[run <= 10 ? REPEAT_ZERO : REPEAT_ZERO_LONG]++;
            }
            run = 0;
            previous = length;
        }
    }

    /** The bytes of the stream. */
    long bytes() {
        return (bits + 7) >> 3;
    }
}
