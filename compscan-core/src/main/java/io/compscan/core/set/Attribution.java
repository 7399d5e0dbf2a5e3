package io.compscan.core.set;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Divides the bytes of each chunk equally among its references and adds up the shares of each set, to the byte.
 *
 * <p>The share of set {@code s} is the sum over its chunks of {@code length * references in s / references in all}. The numerators are
 * summed exactly, apart for each denominator, and divided at the end, so the order of chunks does not matter. The bytes lost by rounding
 * down go, one each, to the sets with the largest remainders, the first of equals.
 */
final class Attribution {

    /** Nearly all chunks have fewer references than this and need no look-up. */
    private static final int SMALL = 1024;

    private static final int FRACTION_BITS = 62;

    private final int setCount;
    private final long[][] small = new long[SMALL][];
    private final TreeMap<Long, long[]> large = new TreeMap<>();

    Attribution(int setCount) {
        this.setCount = setCount;
    }

    void add(long allReferences, int set, long references, int lengthBytes) {
        long[] numerators;
        if (allReferences < SMALL) {
            int denominator = (int) allReferences;
            if (small[denominator] == null) {
                small[denominator] = new long[setCount];
            }
            numerators = small[denominator];
        } else {
            numerators = large.computeIfAbsent(allReferences, unused -> new long[setCount]);
        }
        numerators[set] = Math.addExact(numerators[set], Math.multiplyExact(references, (long) lengthBytes));
    }

    /** The shares, which add up to {@code allBytes}, the length of all chunks together. */
    long[] bytes(long allBytes) {
        BigInteger[] sums = new BigInteger[setCount];
        for (int set = 0; set < setCount; set++) {
            BigInteger sum = BigInteger.ZERO;
            for (int denominator = 1; denominator < SMALL; denominator++) {
                if (small[denominator] != null) {
                    sum = sum.add(quotient(small[denominator][set], denominator));
                }
            }
            for (var entry : large.entrySet()) {
                sum = sum.add(quotient(entry.getValue()[set], entry.getKey()));
            }
            sums[set] = sum;
        }
        long[] bytes = new long[setCount];
        long left = allBytes;
        for (int set = 0; set < setCount; set++) {
            bytes[set] = sums[set].shiftRight(FRACTION_BITS).longValueExact();
            left -= bytes[set];
        }
        List<Integer> byFraction = IntStream.range(0, setCount)
                .boxed()
                .sorted(Comparator.comparing((Integer set) -> sums[set].subtract(
                                BigInteger.valueOf(bytes[set]).shiftLeft(FRACTION_BITS)))
                        .reversed())
                .toList();
        for (int i = 0; i < left; i++) {
            bytes[byFraction.get(i)]++;
        }
        return bytes;
    }

    private static BigInteger quotient(long numerator, long denominator) {
        return BigInteger.valueOf(numerator).shiftLeft(FRACTION_BITS).divide(BigInteger.valueOf(denominator));
    }
}
