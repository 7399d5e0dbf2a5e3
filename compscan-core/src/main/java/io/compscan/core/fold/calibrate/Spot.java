package io.compscan.core.fold.calibrate;

import io.compscan.core.SplitMix;

/**
 * Where an element of a sample belongs in the order of the ranks. The same block of the same chunk always has the same spot.
 *
 * @param rank a random number, between 0 and 1, over the block's length in bytes
 * @param key eight bytes of the chunk's fingerprint
 * @param number of the block in the chunk
 */
record Spot(double rank, long key, int number) implements Comparable<Spot> {

    private static final double HALF_STEP = 0x1p-54;

    static Spot of(long key, int number, int lengthBytes) {
        return new Spot(rank(key, number, lengthBytes), key, number);
    }

    static double rank(long key, int number, int lengthBytes) {
        return (SplitMix.unit(random(key, number)) + HALF_STEP) / lengthBytes;
    }

    /** A number in [0, 1) that has nothing to do with the rank. */
    double otherRandom() {
        return SplitMix.unit(SplitMix.mix(random(key, number) + SplitMix.GOLDEN));
    }

    private static long random(long key, int number) {
        return SplitMix.mix(key + (number + 1) * SplitMix.GOLDEN);
    }

    @Override
    public int compareTo(Spot other) {
        int byRank = Double.compare(rank, other.rank);
        int byKey = byRank != 0 ? byRank : Long.compare(key, other.key);
        return byKey != 0 ? byKey : Integer.compare(number, other.number);
    }
}
