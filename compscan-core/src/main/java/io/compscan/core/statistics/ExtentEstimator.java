package io.compscan.core.statistics;

import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of all distinct chunks of a frame of extents, from a simple random sample of the extents.
 *
 * <p>Let {@code X_j} be the bytes of the chunks that occur in {@code j} extents of the frame. Such a chunk is in {@code i} sampled extents
 * with the hypergeometric probability {@code Hyp(m, j, n)}. So the rows {@code T} of {@link ExtentSums} have the expectation {@code A X}:
 *
 * <pre>
 *   A_rj = P(Hyp(m, j, n) in bin r)     A_Wj = n j / m
 *   C'   = C + (c E)^2 I                L = chol(C')    y = L^-1 T    B = L^-1 A over masses M_j = j X_j
 *   s^2  = min over M >= 0 of |B M - y|^2               u0 = sum of M_j / j
 *   f(u) = the same minimum where the sum of M_j / j is u
 *   interval = all u with f(u) &lt;= s^2 + z^2, within [seen, seen + unread]
 * </pre>
 *
 * <p>This is the profile of a least-squares misfit over incidence counts. The term {@code (c E)^2} stands for one extent that the sample
 * may have missed and that is unlike all others. Without it intervals are far too narrow where duplicates are concentrated. {@code z =
 * 2.24} and {@code c = 1.96} were calibrated on 20 kinds of data; see {@code docs/how-to/estimates.md}. Relatives: Goodman (1949), Good and
 * Toulmin (1956), Efron and Thisted (1976), Harnik et al. (MSST 2012, FAST 2016). The model and the widths of intervals come from none of
 * them.
 */
public final class ExtentEstimator {

    /** The level of one look. */
    public static final ExtentEstimator ONE_LOOK = new ExtentEstimator(2.24, 1.96);
    /** The level of one of up to ten looks whose intervals are intersected. */
    public static final ExtentEstimator ONE_OF_MANY_LOOKS = new ExtentEstimator(2.4977, 2.2);

    private static final double RIDGE = 1e-9;
    private static final double LEAST_PROBABILITY = 1e-3;
    private static final int DENSE = 100;
    private static final double GROWTH = 1.05;
    private static final double HEAVY = 1e4;
    private static final double TOLERANCE = 2e-5;
    /** The largest number of extents is rounded up to one of these, so that like samples have the same model. */
    private static final long[] ROUND = {
        1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048,
        3072, 4096, 6144, 8192
    };

    private final double z;
    private final double wholeExtents;

    ExtentEstimator(double z, double wholeExtents) {
        this.z = z;
        this.wholeExtents = wholeExtents;
    }

    /** {@code z}, the quantile that an interval needs at the level of this estimator. */
    public double z() {
        return z;
    }

    /**
     * The estimate with its interval.
     *
     * @param sums over the sample, of two extents at least
     * @param extentBytes {@code E}, the most bytes of an extent
     * @param leastBytes the bytes that are certainly there
     * @param mostBytes the most bytes that there can be
     */
    public Interval estimate(ExtentSums sums, double extentBytes, double leastBytes, double mostBytes) {
        if (sums.rows()[sums.bins().count()] == 0) {
            return new Interval(leastBytes, leastBytes, Math.max(leastBytes, mostBytes));
        }
        return new Profile(sums, extentBytes).interval(leastBytes, mostBytes);
    }

    /** The misfit as a function of the total. */
    private final class Profile {
        private final double[] goal;
        /** Of unit length. */
        private final double[][] columns;
        /** The bytes that a unit of each column adds to the total. */
        private final double[] totals;

        Profile(ExtentSums sums, double extentBytes) {
            int rows = sums.bins().count() + 1;
            double[][] factor = cholesky(sums, rows, wholeExtents * extentBytes);
            goal = solve(factor, sums.rows());
            long[] extents = extents(sums);
            columns = new double[extents.length][];
            totals = new double[extents.length];
            for (int k = 0; k < extents.length; k++) {
                double[] column = solve(factor, model(sums, extents[k]));
                double norm = Math.sqrt(LeastSquares.dot(column, column));
                for (int r = 0; r < rows; r++) {
                    column[r] /= norm;
                }
                columns[k] = column;
                // A column of unit length is 1 / norm bytes that occur in j extents each.
                totals[k] = 1 / norm;
            }
        }

        Interval interval(double least, double most) {
            LeastSquares.Solution best = LeastSquares.solve(columns, goal);
            double limit = best.squares() + z * z;
            double point = Math.min(Math.max(LeastSquares.dot(totals, best.x()), least * 1.0000001), most);
            point = Math.max(point, least);
            double low = misfit(Math.max(least, 1)) <= limit ? least : edge(least, point, limit, false);
            double high = misfit(most) <= limit ? most : edge(point, most, limit, true);
            return new Interval(point, Math.min(low, point), Math.max(high, point));
        }

        /** Where the misfit passes the limit, by bisection. */
        private double edge(double from, double to, double limit, boolean isUpper) {
            double inside = isUpper ? from : to;
            double outside = isUpper ? to : from;
            while (Math.abs(outside - inside) > TOLERANCE * Math.max(inside, outside)) {
                double middle = (inside + outside) / 2;
                if (misfit(middle) <= limit) {
                    inside = middle;
                } else {
                    outside = middle;
                }
            }
            return inside;
        }

        /** The least misfit of a model with this total: one more row, so heavy that it holds. */
        private double misfit(double total) {
            double heavy = HEAVY * Math.max(1, Math.sqrt(LeastSquares.dot(goal, goal)));
            double[][] taller = new double[columns.length][];
            for (int k = 0; k < columns.length; k++) {
                taller[k] = withHead(heavy / total * totals[k], columns[k]);
            }
            return LeastSquares.solve(taller, withHead(heavy, goal)).squares();
        }
    }

    /** The heavy row comes first: reflections lose least that way. */
    private static double[] withHead(double head, double[] rest) {
        double[] all = new double[rest.length + 1];
        all[0] = head;
        System.arraycopy(rest, 0, all, 1, rest.length);
        return all;
    }

    /** The expectation of the rows for one byte of chunks that occur in {@code j} extents. */
    private static double[] model(ExtentSums sums, long j) {
        int bins = sums.bins().count();
        double[] tails = Hypergeometric.atLeast(
                sums.extentCount(), j, sums.sampledCount(), sums.bins().starts());
        double[] column = new double[bins + 1];
        for (int r = 0; r < bins; r++) {
            column[r] = r + 1 < bins ? tails[r] - tails[r + 1] : tails[r];
        }
        column[bins] = (double) sums.sampledCount() * j / sums.extentCount();
        return column;
    }

    /** The numbers of extents of the model, up to the largest that the sample does not rule out. */
    private static long[] extents(ExtentSums sums) {
        long m = sums.extentCount();
        long n = sums.sampledCount();
        long seen = round(sums.most(), n);
        long low = Math.min(seen, m);
        long high = m;
        while (low < high) {
            long middle = (low + high + 1) / 2;
            if (Hypergeometric.atMost(m, middle, n, seen) >= LEAST_PROBABILITY) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        long most = Math.max(low, 1);
        List<Long> list = new ArrayList<>();
        for (long j = 1; j <= Math.min(DENSE, most); j++) {
            list.add(j);
        }
        for (double j = DENSE + 1; j < most; j = Math.max(j + 1, j * GROWTH)) {
            list.add((long) j);
        }
        if (list.get(list.size() - 1) < most) {
            list.add(most);
        }
        return list.stream().mapToLong(Long::longValue).toArray();
    }

    private static long round(long most, long n) {
        for (long candidate : ROUND) {
            if (candidate >= most) {
                return Math.min(n, candidate);
            }
        }
        return n;
    }

    /** {@code L} with {@code L L^T = C + (c E)^2 I}. */
    private static double[][] cholesky(ExtentSums sums, int rows, double wholeExtents) {
        double[][] factor = new double[rows][rows];
        for (int r = 0; r < rows; r++) {
            for (int s = 0; s <= r; s++) {
                double value = sums.covariance(r, s);
                if (r == s) {
                    value += wholeExtents * wholeExtents;
                    value += RIDGE * value + 1e-6;
                }
                for (int k = 0; k < s; k++) {
                    value -= factor[r][k] * factor[s][k];
                }
                factor[r][s] = r == s ? Math.sqrt(value) : value / factor[s][s];
            }
        }
        return factor;
    }

    /** {@code L^-1 v}. */
    private static double[] solve(double[][] factor, double[] v) {
        double[] solution = v.clone();
        for (int r = 0; r < solution.length; r++) {
            for (int s = 0; s < r; s++) {
                solution[r] -= factor[r][s] * solution[s];
            }
            solution[r] /= factor[r][r];
        }
        return solution;
    }
}
