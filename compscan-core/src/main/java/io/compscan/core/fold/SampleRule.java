package io.compscan.core.fold;

import java.io.Serializable;

/**
 * Which of the nested samples is enough, a question with the same answer however the scan went.
 *
 * <p>Threads decide while scanning what to compress, and each sees another part of the data first. So that the result does not
 * depend on their luck, the decision is made by a bound that more data can only relax. Let {@code S} be the distinct chunks of a level
 * {@code j} that have been seen, each stored in {@code x} of the full chunk size ({@code 0 < x <= 1}), and
 *
 * <pre>
 *   A = sum of x over S,  Q = 1 + sum of x^2 over S
 *
 *   U = 1 / (4 (A - Q))   if A > 2Q        the greatest value of Q / A^2 that S can reach
 *       Q / A^2           otherwise        by whatever chunks are added to it
 *
 *   level j is enough     if  z^2 (1 - rate(j)) U <= h^2
 * </pre>
 *
 * <p>The relative variance of the estimate from a sample is at most {@code (1 - rate) Q / A^2} (see {@link SampleMoments}, also for the 1), so a level
 * that is enough has a 95 % interval of at most {@code h} to either side now, and after whatever is still to come: adding {@code m}
 * chunks of size {@code y} gives {@code (Q + m y^2) / (A + m y)^2}, which is greatest for {@code y = 1} and {@code m = A - 2Q}, if
 * that is positive, and for {@code m = 0} otherwise. Hence:
 *
 * <ul>
 *   <li>{@code U} never rises when chunks are added; what is enough once stays enough.
 *   <li>A deeper level holds fewer chunks and has a lower rate; if it is enough, so are all before it.
 *   <li>The last level that is enough for all data, {@code L}, is thus never before the last one that was enough at any moment. Who
 *       compresses the chunks of the latter has compressed every chunk of level {@code L}, whenever it came. Who learns late that a
 *       level is enough compresses more than needed, never less.
 *   <li>{@code L} can be found from the final entries alone, even if those of levels before it are only partly compressed: on the
 *       levels after {@code L} every chunk is, and none of them is enough; {@code L} itself is.
 * </ul>
 *
 * <p>The same holds when runs of several hosts are merged: the union is more data than each.
 *
 * @param levels what there is to choose from
 * @param fullSizesNeeded {@code z^2 / h^2}
 */
record SampleRule(SampleLevels levels, double fullSizesNeeded) implements Serializable {

    /** The normal quantile of a two-sided interval of 95 %. */
    static final double Z = 1.959963984540054;

    private static final double AUTO_HALF_WIDTH = 0.005;
    /** Wider than this nothing that was asked for by rate may become: a normal interval would no longer be honest. */
    private static final double WIDEST_HALF_WIDTH = 0.05;
    /** There are not 2^40 times as many chunks as a sample needs. */
    private static final double LEAST_RATE = 0x1p-40;

    /** No sampling. */
    static final SampleRule EVERYTHING = new SampleRule(new SampleLevels(1), Double.POSITIVE_INFINITY);
    /** As many as it takes for a half-width of half a per cent. */
    static final SampleRule AUTO = new SampleRule(new SampleLevels(LEAST_RATE), needed(AUTO_HALF_WIDTH));

    /** A rate, and more of data that is so little that the half-width could exceed five per cent. */
    static SampleRule atLeast(double rate) {
        return rate == 1 ? EVERYTHING : new SampleRule(new SampleLevels(rate), needed(WIDEST_HALF_WIDTH));
    }

    private static double needed(double halfWidth) {
        return Z * Z / (halfWidth * halfWidth);
    }

    boolean samples() {
        return levels.count() > 1;
    }

    /** Whether level {@code level} is enough, by the sums of what has been seen of it. */
    boolean isEnough(int level, SizeSums sums) {
        return level == 0 || (sums.hasAny() && fullSizesNeeded * (1 - levels.rateOf(level)) * sums.bound() <= 1);
    }

    /** The sums of {@link SampleRule} in fixed point, so that they do not depend on the order of adding. */
    static final class SizeSums implements Serializable {

        private static final int FRACTION_BITS = 15;

        /** In units of 2^-15 and 2^-30 full chunks. */
        private long sum;

        private long sumOfSquares;

        void add(int storedBytes, int fullChunkBytes) {
            long size = (((long) storedBytes << FRACTION_BITS) + fullChunkBytes - 1) / fullChunkBytes;
            sum += size;
            sumOfSquares += size * size;
        }

        void add(SizeSums other) {
            sum += other.sum;
            sumOfSquares += other.sumOfSquares;
        }

        void subtract(SizeSums other) {
            sum -= other.sum;
            sumOfSquares -= other.sumOfSquares;
        }

        boolean hasAny() {
            return sum > 0;
        }

        double bound() {
            double a = Math.scalb((double) sum, -FRACTION_BITS);
            double q = Math.scalb((double) sumOfSquares, -2 * FRACTION_BITS) + 1;
            return a > 2 * q ? 1 / (4 * (a - q)) : q / (a * a);
        }
    }
}
