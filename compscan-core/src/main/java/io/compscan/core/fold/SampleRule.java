package io.compscan.core.fold;

import io.compscan.core.index.SampleLevels;
import io.compscan.core.statistics.Interval;
import java.io.Serializable;

/**
 * Decides which of the nested samples is enough, with the same answer for every order of scanning.
 *
 * <p>Threads choose chunks to compress while they scan, and each sees another part of the data first. To make the result independent of
 * that, the rule uses a bound that more data can only lower. Let {@code S} be the distinct chunks of a level {@code j} that have been seen,
 * each stored in {@code x} of the full chunk size ({@code 0 < x <= 1}), and
 *
 * <pre>
 *   A = sum of x over S,  Q = 1 + sum of x^2 over S
 *
 *   U = 1 / (4 (A - Q))   if A > 2Q        the greatest value of Q / A^2 that S can reach
 *       Q / A^2           otherwise        by whatever chunks are added to it
 *
 *   level j is enough     if  z^2 (1 - rate(j)) U &lt;= h^2
 * </pre>
 *
 * <p>The relative variance of the estimate is at most {@code (1 - rate) Q / A^2}; {@link io.compscan.core.statistics.RegressionEstimator} explains the 1. So a level
 * that is enough has a 95 % interval of at most {@code h} to either side, now and after any further data. Adding {@code m} chunks of size
 * {@code y} gives {@code (Q + m y^2) / (A + m y)^2}. This value is greatest for {@code y = 1} and {@code m = A - 2Q}, if positive, and for
 * {@code m = 0} otherwise. Hence:
 *
 * <ul>
 *   <li>{@code U} never rises when chunks are added. A level that is enough once stays enough.
 *   <li>A deeper level holds fewer chunks and has a lower rate. If it is enough, all levels before it are enough.
 *   <li>Let {@code L} be the last level that is enough for all data. It is never before the last level that was enough at any moment. So
 *       every chunk of {@code L} has been compressed, whenever it came. A thread that learns late of a lower rate compresses more than
 *       needed, never less.
 *   <li>The final entries alone tell {@code L}, even if levels before it are only partly compressed. Every chunk of {@code L} and of the
 *       levels after it is compressed; {@code L} is enough, and no level after it is.
 * </ul>
 *
 * <p>The same holds for a merge of several hosts, because the union is more data than each of them.
 *
 * @param levels the samples to choose from
 * @param fullSizesNeeded {@code z^2 / h^2}
 */
record SampleRule(SampleLevels levels, double fullSizesNeeded) implements Serializable {

    private static final double AUTO_HALF_WIDTH = 0.004;
    /** The widest interval of a sample that was asked for by rate; a wider normal interval would not be honest. */
    private static final double WIDEST_HALF_WIDTH = 0.05;
    /** No sampling. */
    static final SampleRule EVERYTHING = new SampleRule(new SampleLevels(1), Double.POSITIVE_INFINITY);
    /** As many chunks as a half-width of 0.4 % needs, whatever comes; with ordinary data it is half of that. */
    static final SampleRule AUTO = new SampleRule(SampleLevels.ALL, needed(AUTO_HALF_WIDTH));

    /** A rate, and more where little data would make the half-width exceed five per cent. */
    static SampleRule atLeast(double rate) {
        return rate == 1 ? EVERYTHING : new SampleRule(new SampleLevels(rate), needed(WIDEST_HALF_WIDTH));
    }

    private static double needed(double halfWidth) {
        return Interval.Z * Interval.Z / (halfWidth * halfWidth);
    }

    /** This rule where the index itself decides which sizes there are: the first complete level is taken, or a later one that is enough. */
    SampleRule ofSketch() {
        return samples() ? this : new SampleRule(SampleLevels.ALL, Double.POSITIVE_INFINITY);
    }

    boolean samples() {
        return levels.count() > 1;
    }

    /** Whether level {@code level} is enough, by the sums over its chunks seen so far. */
    boolean isEnough(int level, SizeSums sums) {
        return level == 0 || (sums.hasAny() && fullSizesNeeded * (1 - levels.rateOf(level)) * sums.bound() <= 1);
    }

    /** The sums of {@link SampleRule}, in fixed point to be independent of the order of adding. */
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
