package io.compscan.core.chunk;

import java.util.Arrays;

/**
 * Finds the local maxima that AE cuts behind: values that exceed each of the {@code windowValues} values that follow.
 *
 * <p>The value at a position is that of the eight bytes from there on, big-endian and unsigned. The positions are taken in blocks as
 * long as the window. A value is a local maximum if it exceeds all that follow in its block, and all of the next block up to the same
 * place in it:
 *
 * <pre>
 *   block k      |....p.........|            p exceeds this:  .........
 *   block k + 1                 |....q.........|   and this:           ....q
 * </pre>
 *
 * So all that is needed of a block are the maxima of its ends (records from the right) and of its beginnings (records from the left): a
 * handful, found by going inwards from the side whose largest value so far is smaller until both sides meet. Each byte is looked at
 * once, and eight together, since only those can matter that are no smaller than the first bytes of that largest value.
 */
final class ExtremumScan {

    private final int windowValues;
    private Records previousFromRight = new Records();
    private Records fromRight = new Records();
    private final Records fromLeft = new Records();

    ExtremumScan(int windowValues) {
        this.windowValues = windowValues;
    }

    /** How many bytes from a local maximum on decide that it is one. */
    int windowBytes() {
        return windowValues + Long.BYTES;
    }

    /** Appends, for each local maximum that the range shows to be one, where its {@link #windowBytes} end. */
    void find(byte[] data, int from, int to, Candidates out) {
        int end = to - Long.BYTES + 1;
        if (end - from <= windowValues) {
            return;
        }
        previousFromRight.clear();
        for (int block = from; block < end; block += windowValues) {
            int blockEnd = Math.min(end, block + windowValues);
            fromLeft.clear();
            fromRight.clear();
            meet(data, block, blockEnd);
            addMaxima(blockEnd, out);
            Records swap = previousFromRight;
            previousFromRight = fromRight;
            fromRight = swap;
        }
    }

    private void meet(byte[] data, int from, int end) {
        long left = Words.big(data, from);
        fromLeft.add(from, left);
        int i = from + 1;
        if (end - from == 1) {
            fromRight.add(from, left);
            return;
        }
        int j = end - 1;
        long right = Words.big(data, j);
        fromRight.add(j, right);
        while (i < j) {
            if (Long.compareUnsigned(left, right) <= 0) {
                i = firstAbove(data, i, j, left);
                if (i < j) {
                    left = Words.big(data, i);
                    fromLeft.add(i, left);
                    i++;
                }
            } else {
                int k = lastAbove(data, i, j, right);
                if (k >= i) {
                    right = Words.big(data, k);
                    fromRight.add(k, right);
                }
                j = k;
            }
        }
        int sides = Long.compareUnsigned(left, right);
        if (sides < 0) {
            fromLeft.add(fromRight.lastPosition(), right);
        } else if (sides > 0) {
            fromRight.add(fromLeft.lastPosition(), left);
        }
    }

    /** Those of the block before whose window ends in this one. */
    private void addMaxima(int blockEnd, Candidates out) {
        for (int r = previousFromRight.size - 1; r >= 0; r--) {
            int windowEnd = previousFromRight.positions[r] + windowValues;
            if (windowEnd < blockEnd
                    && Long.compareUnsigned(fromLeft.largestUpTo(windowEnd), previousFromRight.values[r]) < 0) {
                out.add(windowEnd + Long.BYTES, 0);
            }
        }
    }

    /** The first position in {@code [from, to)} whose value exceeds {@code largest}; {@code to} if there is none. */
    private static int firstAbove(byte[] data, int from, int to, long largest) {
        int prefix = (int) (largest >>> Integer.SIZE);
        int i = from;
        while (true) {
            i = ByteScan.BEST.firstPrefixAtLeast(data, i, to, prefix);
            if (i >= to) {
                return to;
            }
            long value = Words.big(data, i);
            if (Long.compareUnsigned(value, largest) > 0) {
                return i;
            }
            i++;
            if (value == largest && isOneByte(value)) {
                // A run of one byte, zero most often: none of its values exceeds the first.
                while (i + Long.BYTES <= to && Words.big(data, i) == value) {
                    i += Long.BYTES;
                }
            }
        }
    }

    /** The last position in {@code [from, to)} whose value exceeds {@code largest}; {@code from - 1} if there is none. */
    private static int lastAbove(byte[] data, int from, int to, long largest) {
        int prefix = (int) (largest >>> Integer.SIZE);
        int i = to;
        while (true) {
            i = ByteScan.BEST.lastPrefixAtLeast(data, from, i, prefix);
            if (i < from) {
                return from - 1;
            }
            long value = Words.big(data, i);
            if (Long.compareUnsigned(value, largest) > 0) {
                return i;
            }
            if (value == largest && isOneByte(value)) {
                while (i - Long.BYTES >= from && Words.big(data, i - Long.BYTES) == value) {
                    i -= Long.BYTES;
                }
            }
        }
    }

    private static boolean isOneByte(long value) {
        return value == Long.rotateLeft(value, Byte.SIZE);
    }

    /** Ever larger values and where they are. */
    private static final class Records {
        private int[] positions = new int[64];
        private long[] values = new long[64];
        private int size;

        void clear() {
            size = 0;
        }

        void add(int position, long value) {
            if (size == positions.length) {
                positions = Arrays.copyOf(positions, 2 * size);
                values = Arrays.copyOf(values, 2 * size);
            }
            positions[size] = position;
            values[size] = value;
            size++;
        }

        int lastPosition() {
            return positions[size - 1];
        }

        /** The largest value at positions up to {@code last}, of records from the left. */
        long largestUpTo(int last) {
            int i = size - 1;
            while (positions[i] > last) {
                i--;
            }
            return values[i];
        }
    }
}
