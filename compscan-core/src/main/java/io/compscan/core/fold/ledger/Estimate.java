package io.compscan.core.fold.ledger;

import java.math.BigInteger;

/**
 * An estimate for all chunks from sums over the sample. It is a ratio estimate, since the stored bytes of all chunks are known.
 *
 * <p>Each distinct chunk is in the sample with the probability {@code p = 2^-shift}, independently of all others. Of the weight {@code x_i}
 * of chunk {@code i}, a group has the part {@code y_i}. With {@code X} the stored bytes of all chunks and {@code S} the sum of the weights
 * in the sample,
 *
 * <pre>
 *   estimate   X * sum(y_i) / S                           so that groups that make up everything add up to X
 *   variance   (X / S)^2 * (1 - p) * sum((y_i - R x_i)^2)  with R = sum(y_i) / S
 * </pre>
 *
 * <p>The source is Särndal, Swensson, Wretman: Model Assisted Survey Sampling, 1992, section 5.6, for Bernoulli sampling. A group with few
 * chunks in the sample may have others outside it. So the sum of squares has {@value #UNSEEN} typical chunks on top. With no chunk in the
 * sample the interval then reaches to 3.1 chunks, where the chance to miss them all is 4.5 %.
 */
final class Estimate {

    private static final double NORMAL_95 = 1.959964;
    static final double UNSEEN = 2.5;

    private final StoredTotals stored;
    private final long physicalBytes;
    private final long nonZeroBytes;
    private final long weights;
    private final double weightSquares;
    private final double left;
    private final double bytesPerWeight;
    private final double unseenSquares;

    /**
     * An estimate from a sample.
     *
     * @param stored the stored bytes of all chunks
     * @param weights the sum of the weights in the sample
     * @param fraction of a byte that is one of a weight
     * @param weightSquares the sum of the squares of the weights, in bytes
     * @param chunkCount how many chunks are in the sample
     * @param shift the number of leading zero bits of their keys
     */
    Estimate(StoredTotals stored, long weights, double fraction, double weightSquares, int chunkCount, int shift) {
        this.stored = stored;
        physicalBytes = stored.physicalBytes();
        nonZeroBytes = stored.nonZeroBytes();
        this.weights = weights;
        this.weightSquares = weightSquares;
        left = 1 - Math.scalb(1.0, -shift);
        bytesPerWeight = weights == 0 ? 0 : physicalBytes / (weights * fraction);
        unseenSquares = chunkCount == 0 ? 0 : UNSEEN * weightSquares / chunkCount;
    }

    /**
     * A sum over the sample, scaled up: whole bytes, and the rest in units of {@code 1 / weights}. The rests of two sums compare like their
     * fractions.
     */
    long[] scaled(long sum) {
        if (weights == 0) {
            return new long[2];
        }
        BigInteger[] parts = BigInteger.valueOf(sum)
                .multiply(BigInteger.valueOf(physicalBytes))
                .divideAndRemainder(BigInteger.valueOf(weights));
        return new long[] {parts[0].longValueExact(), parts[1].longValueExact()};
    }

    /** The same, rounded half up. */
    long rounded(long sum) {
        long[] parts = scaled(sum);
        return parts[0] + (parts[1] >= weights - parts[1] && weights > 0 ? 1 : 0);
    }

    /**
     * The lower bound of the stored bytes of the group. This is the rest of {@code physicalBytes} if each reference of the other groups has
     * a chunk of its own.
     *
     * @param groupNonZeroBytes the bytes of all references in the group
     */
    long least(long groupNonZeroBytes) {
        return least(physicalBytes, groupNonZeroBytes);
    }

    /** The upper bound of the stored bytes of the group. */
    long most(long groupNonZeroBytes) {
        return Math.min(physicalBytes, groupNonZeroBytes);
    }

    /** The lower end of {@link #least}, for {@code physicalBytes} may be an estimate as well. */
    long leastEnd(long groupNonZeroBytes) {
        return least((long) (physicalBytes - physicalError()), groupNonZeroBytes);
    }

    /** The upper end of {@link #most}. */
    long mostEnd(long groupNonZeroBytes) {
        return Math.min((long) Math.ceil(physicalBytes + physicalError()), groupNonZeroBytes);
    }

    private double physicalError() {
        return stored.relativeError() * physicalBytes;
    }

    private long least(long wholeBytes, long groupNonZeroBytes) {
        return Math.max(0, wholeBytes - Math.max(0, nonZeroBytes - groupNonZeroBytes));
    }

    /**
     * Half the width of an interval around {@code given} that holds the true value with 95 % confidence.
     *
     * @param given the figure that is reported for the group, possibly moved into its bounds
     * @param sum the sum over the sample
     * @param squares the sum of the squares of its terms, in bytes
     * @param products the sum of the products of its terms and the weights
     * @param least the least that the true value can be
     * @param most the most that the true value can be
     */
    long error(long given, long sum, double squares, double products, long least, long most) {
        double ratio = weights == 0 ? 0 : (double) sum / weights;
        double direct = physicalBytes * ratio;
        double residuals = Math.max(0, squares - 2 * ratio * products + ratio * ratio * weightSquares);
        double spread = NORMAL_95 * Math.sqrt(left * (residuals + unseenSquares)) * bytesPerWeight;
        double half = weights == 0 ? physicalBytes : Math.hypot(spread, stored.relativeError(ratio) * direct);
        if (half == 0) {
            return 0;
        }
        double low = Math.max((double) least, direct - half);
        double high = Math.min((double) most, direct + half);
        return (long) Math.ceil(Math.max(0, Math.max(given - low, high - given)));
    }
}
