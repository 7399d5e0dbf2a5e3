package io.compscan.core.statistics;

/**
 * The number of marked extents in a draw of {@code n} extents without replacement from {@code m}, {@code j} of them marked.
 *
 * <p>The terms follow from each other by products, and all of them add up to 1. So the most likely one is set to 1, and its neighbours
 * follow outwards until they vanish. In the end the sums are divided by the sum of all. No logarithm of a factorial is needed.
 */
final class Hypergeometric {

    private static final double VANISHING = 1e-25;

    private Hypergeometric() {}

    /**
     * The probabilities that the number is at least each of the edges.
     *
     * @param edges ascending
     */
    static double[] atLeast(long m, long j, long n, long[] edges) {
        long least = Math.max(0, n + j - m);
        long most = Math.min(n, j);
        long mode = Math.max(least, Math.min(most, (long) ((n + 1.0) * (j + 1.0) / (m + 2.0))));
        double[] sums = new double[edges.length];
        double all = add(sums, edges, mode, 1);
        double term = 1;
        for (long i = mode; i < most && term > VANISHING; i++) {
            term *= (double) (j - i) * (n - i) / ((double) (i + 1) * (m - j - n + i + 1));
            all += add(sums, edges, i + 1, term);
        }
        term = 1;
        for (long i = mode; i > least && term > VANISHING; i--) {
            term *= (double) i * (m - j - n + i) / ((double) (j - i + 1) * (n - i + 1));
            all += add(sums, edges, i - 1, term);
        }
        for (int e = 0; e < sums.length; e++) {
            sums[e] = Math.min(1, sums[e] / all);
        }
        return sums;
    }

    private static double add(double[] sums, long[] edges, long i, double term) {
        for (int e = 0; e < edges.length && edges[e] <= i; e++) {
            sums[e] += term;
        }
        return term;
    }

    /** The probability that the number is at most {@code i}. */
    static double atMost(long m, long j, long n, long i) {
        return 1 - atLeast(m, j, n, new long[] {i + 1})[0];
    }
}
