package io.compscan.core.statistics;

import java.util.Arrays;

/**
 * The sums over a sample of extents for one kind of bytes, from which {@link ExtentEstimator} makes an estimate.
 *
 * <pre>
 *   T_r  = sum of b over the chunks in bin r            one row for each bin
 *   T_W  = sum of i b                                   one row more: bytes that are distinct within their extent
 *   D_er = sum over the chunks c of extent e of b ([bin(i) = r] - [bin(i - 1) = r])
 *   D_eW = bytes that are distinct within e
 *   C    = (1 - q) n / (n - 1) sum over e of (D_e - mean)(D_e - mean)^T
 * </pre>
 *
 * <p>Where the bytes are known of a sample of the chunks only, each chunk adds its own variance {@code v} to {@code C}. It adds {@code v}
 * to the bin, {@code i v} to the bin with {@code T_W}, and {@code i^2 v} to {@code T_W}.
 *
 * <p>{@code D_e} is what the rows would lose without extent {@code e}, so {@code C} is the jackknife of the rows. One thread.
 */
public final class ExtentSums {

    private final long extentCount;
    private final IncidenceBins bins;
    private final long most;
    private final double[] rows;
    private final double[] means;
    private final double[][] products;
    private final double[] influence;
    /** The variances that chunks of unknown size add to the products. */
    private final double[][] variances;

    private long sampledCount;

    /**
     * No extent yet.
     *
     * @param extentCount {@code m}, of the whole frame
     * @param most the largest number of sampled extents that contain one chunk
     */
    public ExtentSums(long extentCount, long most) {
        this.extentCount = extentCount;
        this.most = most;
        bins = new IncidenceBins(most);
        rows = new double[bins.count() + 1];
        means = new double[rows.length];
        products = new double[rows.length][rows.length];
        influence = new double[rows.length];
        variances = new double[rows.length][rows.length];
    }

    /** Adds a chunk to the rows, once. */
    public void addChunk(long extents, double bytes) {
        rows[bins.of(extents)] += bytes;
    }

    /** Adds the variance of the bytes of a chunk, once. */
    public void addVariance(long extents, double variance) {
        int bin = bins.of(extents);
        int last = bins.count();
        variances[bin][bin] += variance;
        variances[bin][last] += extents * variance;
        variances[last][bin] += extents * variance;
        variances[last][last] += (double) extents * extents * variance;
    }

    /** Adds a chunk of the current extent, once for each extent that contains it. */
    public void addToExtent(long extents, double bytes) {
        int with = bins.of(extents);
        int without = bins.of(extents - 1);
        if (with != without) {
            influence[with] += bytes;
            if (without >= 0) {
                influence[without] -= bytes;
            }
        }
    }

    /**
     * Ends the current extent, which may be empty, and begins the next one.
     *
     * @param distinctBytes bytes that are distinct within it
     */
    public void endExtent(double distinctBytes) {
        sampledCount++;
        influence[bins.count()] = distinctBytes;
        rows[bins.count()] += distinctBytes;
        // Welford's recurrence: the products about the mean, without a second pass.
        double[] before = new double[rows.length];
        for (int r = 0; r < rows.length; r++) {
            before[r] = influence[r] - means[r];
            means[r] += before[r] / sampledCount;
        }
        for (int r = 0; r < rows.length; r++) {
            for (int s = 0; s < rows.length; s++) {
                products[r][s] += before[r] * (influence[s] - means[s]);
            }
        }
        Arrays.fill(influence, 0);
    }

    long extentCount() {
        return extentCount;
    }

    /** {@code n}. */
    public long sampledCount() {
        return sampledCount;
    }

    long most() {
        return most;
    }

    IncidenceBins bins() {
        return bins;
    }

    double[] rows() {
        return rows;
    }

    /** {@code C}, without the term for whole extents. */
    double covariance(int r, int s) {
        double q = (double) sampledCount / extentCount;
        return (1 - q) * sampledCount / (sampledCount - 1) * products[r][s] + variances[r][s];
    }
}
