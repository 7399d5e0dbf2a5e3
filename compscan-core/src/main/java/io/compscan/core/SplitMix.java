package io.compscan.core;

/**
 * A bijection of 64 bits whose values look random, the same on every platform: the finalizer of SplitMix64 (Steele, Lea, Flood 2014, with
 * Stafford's variant 13).
 */
public final class SplitMix {

    /** The odd number next to 2^64 divided by the golden ratio: its multiples fill the 64-bit circle evenly. */
    public static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private SplitMix() {}

    /** The finalizer: each bit of the result depends on all bits of {@code z}. */
    public static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** A key for one use of a seed; different uses get unrelated keys. */
    public static long key(long seed, String use) {
        long key = mix(seed + GOLDEN);
        for (int i = 0; i < use.length(); i++) {
            key = mix(key + use.charAt(i) * GOLDEN);
        }
        return key;
    }

    /** A number in [0, 1) from 64 random bits. */
    public static double unit(long random) {
        return (random >>> 11) * 0x1p-53;
    }
}
