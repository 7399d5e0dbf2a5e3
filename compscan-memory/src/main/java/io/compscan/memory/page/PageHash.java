package io.compscan.memory.page;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The 64-bit digest by which pages are compared: XXH64 with seed 0 (Y. Collet, xxHash specification 0.1.1) of {@value #PAGE_BYTES} bytes.
 *
 * <p>Two different pages among 2^28 (1 TiB) have the same digest with a probability below 2^-8.
 */
public final class PageHash {

    /** The size of a page. */
    public static final int PAGE_BYTES = 4096;

    /** The digest of a page of zeros. */
    public static final long ZERO = of(new byte[PAGE_BYTES], 0);

    private static final long PRIME_1 = 0x9E3779B185EBCA87L;
    private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
    private static final long PRIME_3 = 0x165667B19E3779F9L;
    private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
    /** The sum of the first two, modulo 2^64. */
    private static final long PRIMES_1_2 = 0x60EA27EEADC0B5D6L;

    private static final int LANES = 4;
    private static final int STRIPE_BYTES = LANES * Long.BYTES;

    private PageHash() {}

    /** The digest of {@code data[offset .. offset + PAGE_BYTES - 1]}. */
    public static long of(byte[] data, int offset) {
        long a = PRIMES_1_2;
        long b = PRIME_2;
        long c = 0;
        long d = -PRIME_1;
        int end = offset + PAGE_BYTES;
        for (int at = offset; at < end; at += STRIPE_BYTES) {
            a = round(a, Words.at(data, at));
            b = round(b, Words.at(data, at + 8));
            c = round(c, Words.at(data, at + 16));
            d = round(d, Words.at(data, at + 24));
        }
        long hash = Long.rotateLeft(a, 1) + Long.rotateLeft(b, 7) + Long.rotateLeft(c, 12) + Long.rotateLeft(d, 18);
        hash = merge(merge(merge(merge(hash, a), b), c), d) + PAGE_BYTES;
        hash = (hash ^ (hash >>> 33)) * PRIME_2;
        hash = (hash ^ (hash >>> 29)) * PRIME_3;
        return hash ^ (hash >>> 32);
    }

    private static long round(long lane, long word) {
        return Long.rotateLeft(lane + word * PRIME_2, 31) * PRIME_1;
    }

    private static long merge(long hash, long lane) {
        return (hash ^ round(0, lane)) * PRIME_1 + PRIME_4;
    }

    /** This is a class of its own, because {@link #ZERO} needs the handle before the constants of the outer class are set. */
    private static final class Words {
        private static final VarHandle LONGS =
                MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

        static long at(byte[] data, int offset) {
            return (long) LONGS.get(data, offset);
        }
    }
}
