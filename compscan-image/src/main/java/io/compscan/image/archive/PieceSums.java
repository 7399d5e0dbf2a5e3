package io.compscan.image.archive;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The CRC-32 of a file of which several threads read pieces in any order. Checksums of pieces side by side are put together as zlib does in
 * {@code crc32_combine}: bits are polynomials, and to append n bytes is to multiply by x^8n. Any thread.
 */
final class PieceSums {

    /** So many pieces apart are remembered. Who reads here and there does not read all. */
    private static final int MAX_PIECES = 1024;

    private static final int POLYNOMIAL = 0xedb88320;
    private static final int ONE = 1 << 31;
    private static final int ONES = -1;
    /** The logarithm of the bits in a byte. */
    private static final int BYTE_POWER = 3;

    /** x^(2^i). */
    private static final int[] POWERS = powers();

    /** By where they begin. None touches another. Guarded by this. */
    private final NavigableMap<Long, Piece> pieces = new TreeMap<>();

    private boolean isGivenUp;

    private record Piece(long end, int sum) {}

    /** Adds the checksum of the bytes from here to there. Bytes that are known already are those that were read again. */
    synchronized void add(long from, long to, int sum) {
        Map.Entry<Long, Piece> before = pieces.floorEntry(from);
        boolean isKnown = before != null && before.getValue().end >= to;
        if (isGivenUp || isKnown) {
            return;
        }
        Map.Entry<Long, Piece> after = pieces.higherEntry(from);
        boolean overlaps = (before != null && before.getValue().end > from) || (after != null && after.getKey() < to);
        if (overlaps || pieces.size() == MAX_PIECES) {
            isGivenUp = true;
            pieces.clear();
            return;
        }
        long start = from;
        long end = to;
        int all = sum;
        if (before != null && before.getValue().end == from) {
            start = before.getKey();
            all = joined(before.getValue().sum, all, to - from);
        }
        if (after != null && after.getKey() == to) {
            pieces.remove(to);
            end = after.getValue().end;
            all = joined(all, after.getValue().sum, end - to);
        }
        pieces.put(start, new Piece(end, all));
    }

    /** Adds bytes that are zeros, which nobody reads. */
    void addZeros(long from, long to) {
        add(from, to, ~times(powerOf(to - from), ONES));
    }

    /** Whether all bytes of a file of this size are known, and have another checksum. */
    synchronized boolean contradict(long sizeBytes, long sum) {
        Piece first = pieces.get(0L);
        return first != null && first.end == sizeBytes && first.sum != (int) sum;
    }

    /** The checksum of bytes with others behind them. */
    private static int joined(int first, int second, long secondBytes) {
        return times(powerOf(secondBytes), first) ^ second;
    }

    private static int powerOf(long bytes) {
        int product = ONE;
        int power = BYTE_POWER;
        for (long left = bytes; left != 0; left >>>= 1) {
            if ((left & 1) != 0) {
                product = times(POWERS[power % Integer.SIZE], product);
            }
            power++;
        }
        return product;
    }

    /** The product of two polynomials; the highest bit is that of x^0. */
    private static int times(int a, int b) {
        int product = 0;
        int shifted = b;
        for (int bit = ONE; bit != 0; bit >>>= 1) {
            if ((a & bit) != 0) {
                product ^= shifted;
            }
            shifted = (shifted >>> 1) ^ ((shifted & 1) == 0 ? 0 : POLYNOMIAL);
        }
        return product;
    }

    private static int[] powers() {
        int[] powers = new int[Integer.SIZE];
        powers[0] = ONE >>> 1;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = times(powers[i - 1], powers[i - 1]);
        }
        return powers;
    }
}
