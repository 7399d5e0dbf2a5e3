package io.compscan.core.statistics;

import java.io.Serializable;
import java.math.BigInteger;

/**
 * Estimates the stored bytes of all chunks from a sample of them. Its sums and sums of products are exact in any order of adding.
 *
 * <p>The estimate is the regression estimator of the textbooks (Cochran, Sampling Techniques, 3rd ed., 7.1 to 7.5; Sarndal,
 * Swensson, Wretman, Model Assisted Survey Sampling, 6.4). The number {@code N} of distinct chunks and their bytes {@code B} are known
 * without error. The sample gives stored sizes {@code s} and lengths {@code l} of its {@code n} chunks:
 *
 * <pre>
 *   b        = Sls / Sll                                     Sxy: centred sums of products over the sample
 *   estimate = N mean(s) + b (B - N mean(l))
 *   variance = N^2 (1 - n/N) / n * (L^2 + Sss - Sls^2 / Sll) / (n - 2)
 * </pre>
 *
 * <p>Where all chunks have one length, this is {@code B} times the stored share of the sample, and {@code Sss} alone counts. Where they
 * do not, no estimator that is linear in the two does better. The variance is that of simple random sampling; a sample by random keys is
 * one, given its size. {@code L}, the full chunk size, stands for one more chunk that the sample might have met and that is off by all
 * of its length. Without it the interval would be too narrow where nearly all chunks are alike and a few others make the difference.
 * Wilson's interval for proportions does the same.
 */
public final class RegressionEstimator implements Serializable {

    private long chunkCount;
    private long lengthBytes;
    private long storedBytes;
    private final WideSum lengthSquares = new WideSum();
    private final WideSum products = new WideSum();
    private final WideSum storedSquares = new WideSum();

    /**
     * The estimate for all distinct chunks.
     *
     * @param physicalBytes the estimate
     * @param lowBytes the lower end of the 95 % interval
     * @param highBytes the upper end
     */
    public record Estimate(long physicalBytes, long lowBytes, long highBytes) {}

    /** Adds a chunk of the sample. */
    public void add(int length, int stored) {
        chunkCount++;
        lengthBytes += length;
        storedBytes += stored;
        lengthSquares.add((long) length * length);
        products.add((long) length * stored);
        storedSquares.add((long) stored * stored);
    }

    /** Adds the chunks of another sample; the two share none. */
    public void merge(RegressionEstimator other) {
        chunkCount += other.chunkCount;
        lengthBytes += other.lengthBytes;
        storedBytes += other.storedBytes;
        lengthSquares.merge(other.lengthSquares);
        products.merge(other.products);
        storedSquares.merge(other.storedSquares);
    }

    /** The chunks of the sample. */
    public long chunkCount() {
        return chunkCount;
    }

    /** The raw bytes of the sample. */
    public long lengthBytes() {
        return lengthBytes;
    }

    /** Their stored bytes. */
    public long storedBytes() {
        return storedBytes;
    }

    /** The estimate for all {@code uniqueChunkCount} chunks with {@code uniqueBytes} together, from this sample of them. */
    public Estimate estimate(long uniqueChunkCount, long uniqueBytes, int fullChunkBytes) {
        // Each chunk outside the sample takes one byte at least and its length at most.
        return estimate(
                uniqueChunkCount,
                uniqueBytes,
                fullChunkBytes,
                storedBytes + (uniqueChunkCount - chunkCount),
                storedBytes + (uniqueBytes - lengthBytes));
    }

    /** Likewise, of sums that are known to lie in these bounds. */
    public Estimate estimate(
            long uniqueChunkCount, long uniqueBytes, int fullChunkBytes, long leastBytes, long mostBytes) {
        if (chunkCount < 3) {
            return new Estimate(leastBytes + (mostBytes - leastBytes) / 2, leastBytes, mostBytes);
        }
        // Multiplied by n, all three are integers.
        double lengthSpread = centred(lengthSquares, lengthBytes, lengthBytes);
        double jointSpread = centred(products, lengthBytes, storedBytes);
        double storedSpread = centred(storedSquares, storedBytes, storedBytes);
        double n = chunkCount;
        double all = uniqueChunkCount;
        double slope = lengthSpread == 0 ? 0 : jointSpread / lengthSpread;
        double estimate = all * (storedBytes / n) + slope * (uniqueBytes - all * (lengthBytes / n));
        double residual =
                Math.max(0, storedSpread - slope * jointSpread) / n + (double) fullChunkBytes * fullChunkBytes;
        double standardError = all * Math.sqrt((1 - n / all) / n * residual / (n - 2));
        double halfWidth = Interval.Z * standardError;
        long physicalBytes = clamp(Math.round(estimate), leastBytes, mostBytes);
        return new Estimate(
                physicalBytes,
                clamp((long) Math.floor(physicalBytes - halfWidth), leastBytes, physicalBytes),
                clamp((long) Math.ceil(physicalBytes + halfWidth), physicalBytes, mostBytes));
    }

    /** The sums, for an estimate over a population that is itself a sample. */
    public ChunkSampling.Moments moments() {
        double n = (double) Math.max(1, chunkCount);
        double lengthSpread = centred(lengthSquares, lengthBytes, lengthBytes);
        double jointSpread = centred(products, lengthBytes, storedBytes);
        double storedSpread = centred(storedSquares, storedBytes, storedBytes);
        double slope = lengthSpread == 0 ? 0 : jointSpread / lengthSpread;
        return new ChunkSampling.Moments(
                chunkCount,
                (double) lengthBytes,
                (double) storedBytes,
                lengthSquares.value().doubleValue(),
                products.value().doubleValue(),
                storedSquares.value().doubleValue(),
                slope,
                Math.max(0, storedSpread - slope * jointSpread) / n);
    }

    private static long clamp(long value, long min, long max) {
        return Math.max(min, Math.min(max, value));
    }

    /** {@code n * sum(x y) - sum(x) * sum(y)}: n times the centred sum of products, rounded once, at the end. */
    private double centred(WideSum sumOfProducts, long sumOfOne, long sumOfOther) {
        return BigInteger.valueOf(chunkCount)
                .multiply(sumOfProducts.value())
                .subtract(BigInteger.valueOf(sumOfOne).multiply(BigInteger.valueOf(sumOfOther)))
                .doubleValue();
    }

    /** A sum of up to 2^31 non-negative numbers of 63 bits each. */
    private static final class WideSum implements Serializable {

        private static final long LOW = 0xffff_ffffL;

        private long low;
        private long high;

        void add(long value) {
            low += value & LOW;
            high += value >>> Integer.SIZE;
        }

        void merge(WideSum other) {
            low += other.low;
            high += other.high;
        }

        BigInteger value() {
            return BigInteger.valueOf(high).shiftLeft(Integer.SIZE).add(BigInteger.valueOf(low));
        }
    }
}
