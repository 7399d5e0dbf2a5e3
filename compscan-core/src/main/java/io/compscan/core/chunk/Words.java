package io.compscan.core.chunk;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Looks for large bytes, eight at a time; bytes count as 0 to 255. */
final class Words {

    private static final VarHandle LITTLE = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle BIG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final long ONES = 0x0101010101010101L;
    private static final long LOW_SEVEN = 0x7f7f7f7f7f7f7f7fL;
    private static final long HIGH = 0x8080808080808080L;
    private static final long EVEN = 0x00ff00ff00ff00ffL;
    private static final long HIGH_16 = 0x8000800080008000L;

    private Words() {}

    /** The eight bytes at {@code at}, the first of them on top. */
    static long big(byte[] data, int at) {
        return (long) BIG.get(data, at);
    }

    private static long little(byte[] data, int at) {
        return (long) LITTLE.get(data, at);
    }

    /** What {@link #atLeast} adds for a threshold. */
    private static long addend(int threshold) {
        return (0x80 - (threshold & 0x7f)) * ONES;
    }

    /** The top bits of those bytes that are at least as large as the threshold, given as {@link #addend} and by whether it has its top bit. */
    private static long atLeast(long word, long addend, boolean topBit) {
        long lowBitsReach = (word & LOW_SEVEN) + addend;
        return (topBit ? (lowBitsReach & word) : (lowBitsReach | word)) & HIGH;
    }

    /** The first {@code i} in {@code [from, to)} with {@code data[i] >= threshold}; {@code to} if there is none. */
    static int firstAtLeast(byte[] data, int from, int to, int threshold) {
        long addend = addend(threshold);
        boolean topBit = threshold >= 0x80;
        int i = from;
        for (; i + 32 <= to; i += 32) {
            long hits = atLeast(little(data, i), addend, topBit)
                    | atLeast(little(data, i + 8), addend, topBit)
                    | atLeast(little(data, i + 16), addend, topBit)
                    | atLeast(little(data, i + 24), addend, topBit);
            if (hits != 0) {
                break;
            }
        }
        for (; i + Long.BYTES <= to; i += Long.BYTES) {
            long hits = atLeast(little(data, i), addend, topBit);
            if (hits != 0) {
                return i + Long.numberOfTrailingZeros(hits) / Byte.SIZE;
            }
        }
        while (i < to && (data[i] & 0xff) < threshold) {
            i++;
        }
        return i;
    }

    /** The last {@code i} in {@code [from, to)} with {@code data[i] >= threshold}; {@code from - 1} if there is none. */
    static int lastAtLeast(byte[] data, int from, int to, int threshold) {
        long addend = addend(threshold);
        boolean topBit = threshold >= 0x80;
        int i = to;
        for (; i - 32 >= from; i -= 32) {
            long hits = atLeast(little(data, i - 8), addend, topBit)
                    | atLeast(little(data, i - 16), addend, topBit)
                    | atLeast(little(data, i - 24), addend, topBit)
                    | atLeast(little(data, i - 32), addend, topBit);
            if (hits != 0) {
                break;
            }
        }
        for (; i - Long.BYTES >= from; i -= Long.BYTES) {
            long hits = atLeast(little(data, i - Long.BYTES), addend, topBit);
            if (hits != 0) {
                return i - 1 - Long.numberOfLeadingZeros(hits) / Byte.SIZE;
            }
        }
        i--;
        while (i >= from && (data[i] & 0xff) < threshold) {
            i--;
        }
        return i;
    }

    /** The largest byte of {@code data[from, to)}, 0 if there is none. */
    static int max(byte[] data, int from, int to) {
        int i = from;
        long even = 0;
        long odd = 0;
        for (; i + Long.BYTES <= to; i += Long.BYTES) {
            long word = little(data, i);
            even = max16(even, word & EVEN);
            odd = max16(odd, word >>> Byte.SIZE & EVEN);
        }
        long both = max16(even, odd);
        both = max16(both, both >>> 32);
        both = max16(both, both >>> 16);
        int max = (int) both & 0xff;
        for (; i < to; i++) {
            max = Math.max(max, data[i] & 0xff);
        }
        return max;
    }

    /** The larger of each of four pairs of 16-bit numbers, all below 2^15. */
    private static long max16(long a, long b) {
        long bIsNotLarger = ((a | HIGH_16) - b) & HIGH_16;
        long mask = bIsNotLarger | (bIsNotLarger - (bIsNotLarger >>> 15));
        return b ^ ((a ^ b) & mask);
    }
}
