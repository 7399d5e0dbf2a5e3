package io.compscan.core.chunk.rolling;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Searches for large bytes, eight at a time; bytes count as 0 to 255. */
public final class ByteSearch {

    /** The length of a block. */
    public static final int BLOCK_BYTES = 64;

    private static final VarHandle LITTLE = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle BIG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final long ONES = 0x0101010101010101L;
    private static final long LOW_SEVEN = 0x7f7f7f7f7f7f7f7fL;
    private static final long HIGH = 0x8080808080808080L;
    private static final long EVEN = 0x00ff00ff00ff00ffL;
    private static final long HIGH_16 = 0x8000800080008000L;

    private ByteSearch() {}

    /** The eight bytes at {@code at}, the first of them on top. */
    public static long big(byte[] data, int at) {
        return (long) BIG.get(data, at);
    }

    private static long little(byte[] data, int at) {
        return (long) LITTLE.get(data, at);
    }

    /*
     * The tests below set the top bit of each byte that is large enough. A byte is at least t, for t from 128 on, if its top bit is set
     * and its other bits reach t - 128; for a smaller t, if its top bit is set or its other bits reach t. Other bits that reach
     * something carry into the top bit when what is missing to 128 is added.
     */

    private static long addend(int threshold) {
        return (0x80 - (threshold & 0x7f)) * ONES;
    }

    private static long large(long word, long addend) {
        return ((word & LOW_SEVEN) + addend) & word & HIGH;
    }

    private static long small(long word, long addend) {
        return (((word & LOW_SEVEN) + addend) | word) & HIGH;
    }

    /** The first {@code i} in {@code [from, to)} with {@code data[i] >= threshold}; {@code to} if there is none. */
    public static int firstAtLeast(byte[] data, int from, int to, int threshold) {
        long addend = addend(threshold);
        int last = to - Long.BYTES;
        int i = from;
        if (threshold >= 0x80) {
            for (; i <= last; i += Long.BYTES) {
                long hits = large(little(data, i), addend);
                if (hits != 0) {
                    return i + Long.numberOfTrailingZeros(hits) / Byte.SIZE;
                }
            }
        } else {
            for (; i <= last; i += Long.BYTES) {
                long hits = small(little(data, i), addend);
                if (hits != 0) {
                    return i + Long.numberOfTrailingZeros(hits) / Byte.SIZE;
                }
            }
        }
        while (i < to && (data[i] & 0xff) < threshold) {
            i++;
        }
        return i;
    }

    /**
     * Returns the first {@code i} in {@code [from, to)} whose four bytes, big-endian and unsigned, may be at least {@code threshold}.
     * The answer is never too late, seldom too early, and {@code to} if there is none. The three bytes from {@code to} on must be
     * there.
     */
    public static int firstPrefixAtLeast(byte[] data, int from, int to, int threshold) {
        int first = threshold >>> 24;
        int second = (threshold >>> 16) & 0xff;
        if (first < 0x80 || second < 0x80) {
            return firstAtLeast(data, from, to, first);
        }
        if (threshold >>> 8 == 0xffffff) {
            return firstBehindLargest(data, from, to, 3, threshold & 0xff);
        }
        if (threshold >>> 16 == 0xffff) {
            return firstBehindLargest(data, from, to, 2, (threshold >>> 8) & 0xff);
        }
        return firstPairAtLeast(data, from, to, first, second);
    }

    /**
     * Apart from the method that chooses it, and with a bound that the compiler recognises. Otherwise the compiler checks every access, and
     * the loop takes twice as long.
     */
    private static int firstPairAtLeast(byte[] data, int from, int to, int first, int second) {
        long addend = addend(first);
        long larger = first == 0xff ? 0 : addend(first + 1);
        long addend2 = addend(second);
        int last = to - Long.BYTES;
        int i = from;
        for (; i <= last; i += Long.BYTES) {
            long word = little(data, i);
            long hits = large(word, addend);
            if (hits != 0) {
                // Where the first byte is just reached, the second one decides.
                hits &= large(little(data, i + 1), addend2) | (first == 0xff ? 0 : large(word, larger));
                if (hits != 0) {
                    return i + Long.numberOfTrailingZeros(hits) / Byte.SIZE;
                }
            }
        }
        return i < to ? firstAtLeast(data, i, to, first) : to;
    }

    /** The largest of the {@link #BLOCK_BYTES} bytes at {@code at}. */
    public static int blockMax(byte[] data, int at) {
        // Written out as a tournament. A loop over so few words would wait for its own last result, and its start would
        // cost as much again.
        long w0 = little(data, at);
        long w1 = little(data, at + 8);
        long w2 = little(data, at + 16);
        long w3 = little(data, at + 24);
        long w4 = little(data, at + 32);
        long w5 = little(data, at + 40);
        long w6 = little(data, at + 48);
        long w7 = little(data, at + 56);
        long even = max16(
                max16(max16(w0 & EVEN, w1 & EVEN), max16(w2 & EVEN, w3 & EVEN)),
                max16(max16(w4 & EVEN, w5 & EVEN), max16(w6 & EVEN, w7 & EVEN)));
        long odd = max16(
                max16(max16(w0 >>> 8 & EVEN, w1 >>> 8 & EVEN), max16(w2 >>> 8 & EVEN, w3 >>> 8 & EVEN)),
                max16(max16(w4 >>> 8 & EVEN, w5 >>> 8 & EVEN), max16(w6 >>> 8 & EVEN, w7 >>> 8 & EVEN)));
        return largest(max16(even, odd));
    }

    /** The largest byte of {@code data[from, to)}, 0 if there is none. */
    public static int max(byte[] data, int from, int to) {
        int last = to - Long.BYTES;
        int i = from;
        long even = 0;
        long odd = 0;
        for (; i <= last; i += Long.BYTES) {
            long word = little(data, i);
            even = max16(even, word & EVEN);
            odd = max16(odd, word >>> Byte.SIZE & EVEN);
        }
        int max = largest(max16(even, odd));
        for (; i < to; i++) {
            max = Math.max(max, data[i] & 0xff);
        }
        return max;
    }

    /*
     * Code and tables are full of small negative numbers, and the largest values there begin with 255, 255. A test of the first byte
     * would succeed at every second word and be of no use to the processor's guesses, so here all tests are made at once.
     */

    /** The first two or three bytes 255 with a byte of {@code next} or more behind them, if that is a large one. */
    private static int firstBehindLargest(byte[] data, int from, int to, int largest, int next) {
        long addend = addend(0xff);
        long addendOfNext = addend(next);
        long any = next < 0x80 ? HIGH : 0;
        int last = to - Long.BYTES;
        int i = from;
        for (; i <= last; i += Long.BYTES) {
            long all = little(data, i) & little(data, i + 1) & little(data, i + largest - 1);
            long hits = large(all, addend) & (large(little(data, i + largest), addendOfNext) | any);
            if (hits != 0) {
                return i + Long.numberOfTrailingZeros(hits) / Byte.SIZE;
            }
        }
        while (i < to && (data[i] & data[i + 1] & data[i + largest - 1] & 0xff) != 0xff) {
            i++;
        }
        return i;
    }

    /** The larger of each of four pairs of 16-bit numbers, all below 2^15. */
    private static long max16(long a, long b) {
        // Adds to b the excess of a, where a is larger.
        long more = (a | HIGH_16) - b;
        long isMore = more & HIGH_16;
        return b + (more & (isMore - (isMore >>> 15)));
    }

    /** The largest of four 16-bit numbers, all below 2^8. */
    private static int largest(long four) {
        long two = max16(four, four >>> 32);
        return (int) max16(two, two >>> 16) & 0xff;
    }
}
