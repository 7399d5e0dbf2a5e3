package io.compscan.core.estimate;

import io.compscan.core.statistics.Interval;
import io.compscan.core.statistics.RegressionEstimator;

/**
 * The bytes of the chunks that a table keeps: their lengths, or their stored sizes, which may be known of a sample only.
 *
 * <p>Let {@code B} be the sample, {@code p} its rate, and {@code r} its stored bytes by its raw bytes. A chunk of {@code l} bytes then
 * counts
 *
 * <pre>
 *   b = r l                     outside of B
 *   b = r l + (s - r l) / p     in B, where s is stored
 *   Var b = (1 - p) / p^2 (s - r l)^2, summed over B
 * </pre>
 *
 * <p>The sum of {@code b} is the ratio estimate of all stored bytes. Over a group of chunks, it is an unbiased estimate of the stored bytes
 * of the group.
 */
final class ChunkBytes {

    /** So many chunks of mean size stand for those that the sample has missed. */
    private static final double UNSEEN = 2.5;

    private final double[] bytes;
    private final double[] variances;
    private final double least;
    private final Interval whole;

    private ChunkBytes(double[] bytes, double[] variances, double least, Interval whole) {
        this.bytes = bytes;
        this.variances = variances;
        this.least = least;
        this.whole = whole;
    }

    /** Sizes that are all known. */
    static ChunkBytes known(int[] sizes, int first, int step, int count) {
        double[] bytes = new double[count];
        double sum = 0;
        for (int place = 0; place < count; place++) {
            bytes[place] = sizes[first + place * step];
            sum += bytes[place];
        }
        return new ChunkBytes(bytes, new double[0], sum, Interval.exact(sum));
    }

    /**
     * Stored sizes of a sample.
     *
     * @param stored 0 outside of the sample
     * @param rate of the sample, below 1
     */
    static ChunkBytes sampled(int[] lengths, int[] stored, double rate) {
        boolean[] isKnown = new boolean[stored.length];
        for (int place = 0; place < stored.length; place++) {
            isKnown[place] = stored[place] > 0;
        }
        return sampled(lengths, stored, isKnown, rate, 1, 1);
    }

    /**
     * Sizes of a sample.
     *
     * @param isKnown which chunks are in the sample
     * @param rate of the sample, below 1
     * @param least that a chunk takes
     * @param most what the bytes of a chunk take at most, each
     */
    static ChunkBytes sampled(int[] lengths, int[] sizes, boolean[] isKnown, double rate, int least, double most) {
        RegressionEstimator moments = new RegressionEstimator();
        long lengthBytes = 0;
        int longest = 0;
        for (int place = 0; place < lengths.length; place++) {
            lengthBytes += lengths[place];
            longest = Math.max(longest, lengths[place]);
            if (isKnown[place]) {
                moments.add(lengths[place], sizes[place]);
            }
        }
        double ratio = moments.storedBytes() / (double) Math.max(1, moments.lengthBytes());
        double[] bytes = new double[lengths.length];
        double[] variances = new double[lengths.length];
        for (int place = 0; place < lengths.length; place++) {
            bytes[place] = ratio * lengths[place];
            if (isKnown[place]) {
                double rest = sizes[place] - bytes[place];
                bytes[place] += rest / rate;
                variances[place] = (1 - rate) / (rate * rate) * rest * rest;
            }
        }
        long leastBytes = moments.storedBytes() + least * (lengths.length - moments.chunkCount());
        long mostBytes = moments.storedBytes() + (long) Math.ceil(most * (lengthBytes - moments.lengthBytes()));
        RegressionEstimator.Estimate all =
                moments.estimate(lengths.length, lengthBytes, longest, leastBytes, Math.max(leastBytes, mostBytes));
        return new ChunkBytes(
                bytes,
                variances,
                (double) leastBytes,
                new Interval((double) all.physicalBytes(), (double) all.lowBytes(), (double) all.highBytes()));
    }

    double of(int place) {
        return bytes[place];
    }

    /**
     * The variance of {@code of(place) / rate} where these chunks are a sample of all.
     *
     * @param rate of the sample; 1 if these are all
     */
    double variance(int place, double rate) {
        double sized = variances.length == 0 ? 0 : variances[place];
        return (sized + (1 - rate) * bytes[place] * bytes[place]) / (rate * rate);
    }

    /** The bytes that all of them take for certain. */
    double least() {
        return least;
    }

    /**
     * The bytes of all chunks; these here are a sample of them by {@link io.compscan.core.index.SampleLevels}. The estimate is Horvitz and
     * Thompson's sum, with the variance that {@link io.compscan.core.statistics.ChunkSampling} explains.
     *
     * @param rate of the sample; 1 if these are all
     */
    Interval whole(double rate) {
        double squares = 0;
        for (double b : bytes) {
            squares += b * b;
        }
        double ofKeys = (1 - rate)
                / (rate * rate)
                * (squares + UNSEEN * squares / Math.max(1, bytes.length))
                * Interval.Z
                * Interval.Z;
        double value = whole.value() / rate;
        return new Interval(
                value,
                value - Math.sqrt(Math.pow(value - whole.low() / rate, 2) + ofKeys),
                value + Math.sqrt(Math.pow(whole.high() / rate - value, 2) + ofKeys));
    }
}
