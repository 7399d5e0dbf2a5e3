package io.compscan.bench;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Pseudo-random keys, as uniform as digests and much cheaper: key number {@code i} is a function of {@code i} alone.
 *
 * <p>SplitMix64 (Steele, Lea, Flood 2014) over a counter; distinct numbers give distinct first words.
 */
final class KeyStream {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final byte[] scratch;

    KeyStream(int keyBytes) {
        scratch = new byte[(keyBytes + 7) / 8 * 8];
    }

    /** The key of this number, in an array that the next call overwrites. */
    byte[] key(long number) {
        long seed = mix(number * GOLDEN + GOLDEN);
        LONG.set(scratch, 0, seed);
        for (int i = Long.BYTES; i < scratch.length; i += Long.BYTES) {
            seed = mix(seed + GOLDEN);
            LONG.set(scratch, i, seed);
        }
        return scratch;
    }

    static long mix(long z) {
        long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
        return b ^ (b >>> 31);
    }
}
