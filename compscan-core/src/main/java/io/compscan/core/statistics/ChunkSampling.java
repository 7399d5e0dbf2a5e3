package io.compscan.core.statistics;

/**
 * Estimates of totals over all distinct chunks, from a sample that holds each of them with the same probability, independently of all
 * others.
 *
 * <p>Let {@code p} be that probability. Let {@code y} be a number of each chunk: its length, its stored size, or the part of it that
 * belongs to a group. Over the sample {@code A}
 *
 * <pre>
 *   Y   = sum(y) / p
 *   Var = (1 - p) / p^2 * (sum(y^2) + 2.5 mean(y^2))
 * </pre>
 *
 * <p>This is the estimator of Horvitz and Thompson (1952) for Poisson sampling. The term {@code 2.5 mean(y^2)} stands for chunks that the
 * sample may have missed. With one chunk in the sample the interval then reaches as far as an exact one. The level of the sketch, and so
 * {@code p}, comes from the data. Ting, Adaptive Threshold Sampling (2018), shows that the estimator stays unbiased.
 *
 * <p>References never enter as weights of a regression: one chunk with half of all references would be missed with a variance of 0.
 *
 * @param probability {@code p}, above 0 and at most 1
 */
public record ChunkSampling(double probability) {

    /** Chunks that a sample may have missed. */
    private static final double UNSEEN = 2.5;

    /** Refuses what is no probability. */
    public ChunkSampling {
        if (!(probability > 0 && probability <= 1)) {
            throw new IllegalArgumentException("a probability of " + probability);
        }
    }

    /**
     * A total.
     *
     * @param count of the chunks in the sample
     * @param sum of {@code y} over them
     * @param sumOfSquares of {@code y} over them
     */
    public Interval total(long count, double sum, double sumOfSquares) {
        return Interval.normal(sum / probability, variance(count, sumOfSquares));
    }

    private double variance(long count, double sumOfSquares) {
        if (count == 0) {
            return 0;
        }
        return (1 - probability) / (probability * probability) * sumOfSquares * (1 + UNSEEN / count);
    }

    /** How many chunks there are, from how many are in the sample; exact ends, also of an empty sample. */
    public Interval count(long count) {
        if (probability == 1) {
            return Interval.exact((double) count);
        }
        Interval poisson = Garwood.interval(count);
        double most = poisson.high() / probability;
        return new Interval(count / probability, poisson.low() / probability, most).within((double) count, most);
    }

    /**
     * The stored bytes of all distinct chunks, where only a part {@code B} of the sample was compressed.
     *
     * <p>The regression estimator over {@code B} gives the stored bytes of {@code N = count / p} chunks of {@code L = sum(l) / p} bytes:
     *
     * <pre>
     *   P   = N mean(s) + b (L - N mean(l))                          b = Sls / Sll
     *   Var = (1 - p) / p * (sum(s^2) + 2.5 mean(s^2)) / pB          the sample of chunks; pB = p n / count
     *       + N^2 (1 - n / count) / n * (lmax^2 + Sss - Sls^2 / Sll) / (n - 2)
     * </pre>
     *
     * @param count of the chunks in the sample
     * @param lengthBytes of them
     * @param sized sums over those that were compressed
     * @param maxLengthBytes no chunk is longer
     * @return the stored bytes, and the ratio {@code L / P} with an interval by the delta method
     */
    public TwoPhase physical(long count, double lengthBytes, Moments sized, double maxLengthBytes) {
        double all = count / probability;
        double bytes = lengthBytes / probability;
        double n = sized.count();
        if (n < 3) {
            Interval anything = new Interval(bytes / 2, 0, bytes);
            return new TwoPhase(anything, new Interval(2, 1, Double.POSITIVE_INFINITY));
        }
        double physical = all * sized.meanOfStored() + sized.slope() * (bytes - all * sized.meanOfLengths());
        double sizedProbability = probability * n / count;
        double unseen = 1 + UNSEEN / n;
        double second =
                all * all * (1 - n / count) / n * (maxLengthBytes * maxLengthBytes + sized.residual()) / (n - 2);
        double first = (1 - probability) / probability * sized.storedSquares() * unseen / sizedProbability;
        Interval estimate = Interval.normal(physical, first + second);
        double r = bytes / physical;
        // Where all chunks of the sample shrink alike, one that it has missed may be off by all of its length.
        double residuals = maxLengthBytes * maxLengthBytes
                + Math.max(0, sized.lengthSquares() - 2 * r * sized.products() + r * r * sized.storedSquares());
        double ofRatio = (1 - probability) / probability * residuals * unseen / sizedProbability + r * r * second;
        return new TwoPhase(estimate, Interval.normal(r, ofRatio / (physical * physical)));
    }

    /**
     * Stored bytes, and how many times smaller they are than the raw ones.
     *
     * @param physical in bytes
     * @param ratio raw bytes to stored bytes
     */
    public record TwoPhase(Interval physical, Interval ratio) {}

    /**
     * Sums over chunks of lengths {@code l} and stored sizes {@code s}.
     *
     * @param count how many chunks
     * @param lengths {@code sum(l)}
     * @param stored {@code sum(s)}
     * @param lengthSquares {@code sum(l^2)}
     * @param products {@code sum(l s)}
     * @param storedSquares {@code sum(s^2)}
     * @param slope {@code Sls / Sll}, 0 if all lengths are the same
     * @param residual {@code Sss - Sls^2 / Sll}
     */
    public record Moments(
            long count,
            double lengths,
            double stored,
            double lengthSquares,
            double products,
            double storedSquares,
            double slope,
            double residual) {

        double meanOfLengths() {
            return lengths / count;
        }

        double meanOfStored() {
            return stored / count;
        }
    }
}
