package io.compscan.core.tools.generate;

import io.compscan.core.SplitMix;

/**
 * A pseudo-random bijection of {@code 0 .. size - 1}, computed in constant time and memory.
 *
 * <p>A Feistel network permutes the numbers of the fewest bits that hold {@code size}. A result outside the range is permuted again until
 * it is inside (cycle walking, Black and Rogaway 2002). That takes two permutations on average at most, for a {@code size} of two or more.
 */
final class KeyedPermutation {

    private static final int ROUNDS = 4;

    private final long size;
    private final long key;
    private final int lowBits;
    private final long lowMask;
    private final long highMask;

    KeyedPermutation(long size, long key) {
        this.size = size;
        this.key = key;
        int bits = Math.max(2, 64 - Long.numberOfLeadingZeros(Math.max(0, size - 1)));
        lowBits = bits / 2;
        lowMask = (1L << lowBits) - 1;
        highMask = (1L << (bits - lowBits)) - 1;
    }

    /** Where {@code index} goes. */
    long apply(long index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException(index + " is not in 0.." + (size - 1));
        }
        long x = index;
        do {
            long low = x & lowMask;
            long high = x >>> lowBits;
            for (int round = 0; round < ROUNDS; round++) {
                high ^= SplitMix.mix(low + key + 2L * round * SplitMix.GOLDEN) & highMask;
                low ^= SplitMix.mix(high + key + (2L * round + 1) * SplitMix.GOLDEN) & lowMask;
            }
            x = high << lowBits | low;
        } while (x >= size);
        return x;
    }
}
