package io.compscan.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.compscan.core.statistics.ChunkSampling.Moments;
import io.compscan.core.statistics.RegressionEstimator.Estimate;
import java.math.BigInteger;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Compares the estimator with all possible samples, and with its formulas in deviations from the means. */
class RegressionEstimatorTest {

    private static final int FULL = 65_536;

    @Property
    void isTheFormula(
            @ForAll long seed, @ForAll @IntRange(min = 3, max = 60) int n, @ForAll @IntRange(max = 500) int more) {
        Random random = new Random(seed);
        double[] lengths = new double[n];
        double[] stored = new double[n];
        RegressionEstimator estimator = new RegressionEstimator();
        for (int i = 0; i < n; i++) {
            int length = 1 + random.nextInt(FULL);
            int size = 1 + random.nextInt(length);
            estimator.add(length, size);
            lengths[i] = length;
            stored[i] = size;
        }
        double meanLength = Deviations.mean(lengths);
        double meanStored = Deviations.mean(stored);
        double lengthSpread = Deviations.products(lengths, lengths);
        double jointSpread = Deviations.products(lengths, stored);
        double storedSpread = Deviations.products(stored, stored);
        double slope = jointSpread / lengthSpread;
        double residual = storedSpread - jointSpread * jointSpread / lengthSpread;
        double all = n + more;
        assertThat((double) estimator.lengthBytes()).isCloseTo(meanLength * n, within(0.5));
        long bytes = estimator.lengthBytes() + random.nextInt(FULL) * (long) more;
        double value = all * meanStored + slope * (bytes - all * meanLength);
        double variance = all * all * (1 - n / all) / n * ((double) FULL * FULL + residual) / (n - 2);
        double half = Interval.Z * Math.sqrt(variance);

        Estimate estimate = estimator.estimate(n + more, bytes, FULL, Long.MIN_VALUE / 4, Long.MAX_VALUE / 4);
        assertThat((double) estimate.physicalBytes()).isCloseTo(value, within(1 + 1e-9 * Math.abs(value)));
        assertThat((double) (estimate.highBytes() - estimate.physicalBytes())).isCloseTo(half, within(1 + 1e-9 * half));
        assertThat((double) (estimate.physicalBytes() - estimate.lowBytes())).isCloseTo(half, within(1 + 1e-9 * half));

        Moments moments = estimator.moments();
        assertThat(moments.count()).isEqualTo(n);
        assertThat(moments.meanOfLengths()).isCloseTo(meanLength, within(1e-6));
        assertThat(moments.meanOfStored()).isCloseTo(meanStored, within(1e-6));
        assertThat(moments.slope()).isCloseTo(slope, within(1e-6 * (1 + Math.abs(slope))));
        assertThat(moments.residual()).isCloseTo(residual, within(1e-6 * (1 + storedSpread)));
    }

    /** In any order, and in any parts. */
    @Property
    void partsAddUpExactly(@ForAll long seed, @ForAll @IntRange(min = 3, max = 200) int n) {
        Random random = new Random(seed);
        RegressionEstimator whole = new RegressionEstimator();
        RegressionEstimator[] parts = {new RegressionEstimator(), new RegressionEstimator(), new RegressionEstimator()};
        for (int i = 0; i < n; i++) {
            int length = 1 + random.nextInt(Integer.MAX_VALUE);
            int stored = 1 + random.nextInt(length);
            whole.add(length, stored);
            parts[random.nextInt(parts.length)].add(length, stored);
        }
        parts[2].merge(parts[0]);
        parts[2].merge(parts[1]);
        assertThat(parts[2].moments()).isEqualTo(whole.moments());
        assertThat(parts[2].chunkCount()).isEqualTo(n);
        assertThat(parts[2].lengthBytes()).isEqualTo(whole.lengthBytes());
        assertThat(parts[2].storedBytes()).isEqualTo(whole.storedBytes());
    }

    /** Sums of squares outgrow 64 bits. */
    @Test
    void sumsOfProductsAreExact() {
        RegressionEstimator estimator = new RegressionEstimator();
        RegressionEstimator other = new RegressionEstimator();
        for (int i = 0; i < 1000; i++) {
            (i % 2 == 0 ? estimator : other).add(Integer.MAX_VALUE, Integer.MAX_VALUE - 1);
        }
        estimator.merge(other);
        BigInteger length = BigInteger.valueOf(Integer.MAX_VALUE);
        BigInteger stored = length.subtract(BigInteger.ONE);
        Moments moments = estimator.moments();
        assertThat(moments.lengthSquares()).isEqualTo(thousand(length.multiply(length)));
        assertThat(moments.products()).isEqualTo(thousand(length.multiply(stored)));
        assertThat(moments.storedSquares()).isEqualTo(thousand(stored.multiply(stored)));
        assertThat(moments.slope()).isZero();
        assertThat(moments.residual()).isZero();
    }

    private static double thousand(BigInteger one) {
        return one.multiply(BigInteger.valueOf(1000)).doubleValue();
    }

    @Test
    void twoChunksLeaveEverythingOpen() {
        RegressionEstimator estimator = new RegressionEstimator();
        estimator.add(4096, 100);
        estimator.add(4096, 200);
        // Eight chunks more, of one byte to their length.
        assertThat(estimator.estimate(10, 40_960, 4096)).isEqualTo(new Estimate(16_688, 308, 33_068));
        estimator.add(4096, 300);
        assertThat(estimator.estimate(10, 40_960, 4096).physicalBytes()).isEqualTo(2000);
    }

    /** Of all samples of four chunks out of nine, the mean is the total, and that of the variances at least the variance. */
    @Test
    void isUnbiasedWhereAllChunksAreOfOneLength() {
        int[] stored = {10, 4000, 90, 17, 2048, 4096, 1, 700, 701};
        long total = 0;
        for (int one : stored) {
            total += one;
        }
        double sum = 0;
        double squares = 0;
        double told = 0;
        int samples = 0;
        for (int set = 0; set < 1 << stored.length; set++) {
            if (Integer.bitCount(set) != 4) {
                continue;
            }
            RegressionEstimator estimator = new RegressionEstimator();
            for (int i = 0; i < stored.length; i++) {
                if ((set >> i & 1) == 1) {
                    estimator.add(4096, stored[i]);
                }
            }
            Estimate estimate = estimator.estimate(9, 9 * 4096, 4096, Long.MIN_VALUE / 4, Long.MAX_VALUE / 4);
            double error = estimate.physicalBytes() - (double) total;
            double deviation = (estimate.highBytes() - estimate.physicalBytes()) / Interval.Z;
            sum += error;
            squares += error * error;
            told += deviation * deviation;
            samples++;
        }
        assertThat(samples).isEqualTo(126);
        assertThat(sum / samples).isCloseTo(0, within(0.5));
        assertThat(told / samples).isGreaterThan(squares / samples);
    }
}
