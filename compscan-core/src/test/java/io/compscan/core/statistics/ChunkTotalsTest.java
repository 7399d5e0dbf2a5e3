package io.compscan.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.compscan.core.statistics.ChunkSampling.TwoPhase;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares totals with their formulas, summed up chunk by chunk, and with all samples that there are. */
class ChunkTotalsTest {

    private static final double UNSEEN = 2.5;
    private static final double MAX_LENGTH = 65_537;

    /** Over all samples of ten chunks, each as likely as it is. */
    @Test
    void aTotalIsUnbiased() {
        double[] y = {4096, 1, 700, 4096, 80, 2000, 65_536, 12, 4096, 3};
        double p = 0.3;
        ChunkSampling sampling = new ChunkSampling(p);
        double total = 0;
        double squares = 0;
        for (double one : y) {
            total += one;
            squares += one * one;
        }
        double mean = 0;
        double variance = 0;
        double told = 0;
        for (int set = 0; set < 1 << y.length; set++) {
            int n = Integer.bitCount(set);
            double sum = 0;
            double sumOfSquares = 0;
            for (int i = 0; i < y.length; i++) {
                if ((set >> i & 1) == 1) {
                    sum += y[i];
                    sumOfSquares += y[i] * y[i];
                }
            }
            double weight = Math.pow(p, n) * Math.pow(1 - p, y.length - n);
            Interval estimate = sampling.total(n, sum, sumOfSquares);
            double deviation = (estimate.high() - estimate.value()) / Interval.Z;
            mean += weight * estimate.value();
            variance += weight * (estimate.value() - total) * (estimate.value() - total);
            // The part for chunks that the sample has missed comes on top.
            told += n == 0 ? 0 : weight * deviation * deviation / (1 + UNSEEN / n);
        }
        assertThat(mean).isCloseTo(total, within(1e-6));
        assertThat(variance).isCloseTo((1 - p) / p * squares, within(1e-6 * variance));
        assertThat(told).isCloseTo(variance, within(1e-6 * variance));
    }

    /** With one chunk in the sample, an interval reaches about as far up as an exact one. */
    @Test
    void oneChunkTellsLittle() {
        double exact = Garwood.interval(1).high();
        Interval estimate = new ChunkSampling(0.001).total(1, 100, 10_000);
        assertThat(estimate.value()).isCloseTo(100_000, within(1e-6));
        assertThat(estimate.high() / 100_000).isBetween(0.8 * exact, 1.2 * exact);
    }

    @Test
    void aWholeSampleIsExact() {
        ChunkSampling all = new ChunkSampling(1);
        assertThat(all.total(7, 700, 90_000)).isEqualTo(Interval.exact(700));
        assertThat(all.count(7)).isEqualTo(Interval.exact(7));
        assertThat(all.total(0, 0, 0)).isEqualTo(Interval.exact(0));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -0.1, 1.000001, Double.NaN})
    void isAProbability(double probability) {
        assertThatThrownBy(() -> new ChunkSampling(probability)).isInstanceOf(IllegalArgumentException.class);
    }

    @Property
    void aCountHasTheEndsOfGarwood(
            @ForAll @IntRange(max = 100_000) int n, @ForAll @DoubleRange(min = 0.01, max = 0.9) double p) {
        Interval count = new ChunkSampling(p).count(n);
        Interval poisson = Garwood.interval(n);
        assertThat(count.value()).isCloseTo(n / p, within(1e-9 * n / p + 1e-9));
        assertThat(count.high()).isCloseTo(poisson.high() / p, within(1e-9 * poisson.high() / p));
        // There are as many as the sample has.
        assertThat(count.low()).isCloseTo(Math.max(n, poisson.low() / p), within(1e-9 * n / p + 1e-9));
    }

    @Property
    void storedBytesAreTheFormula(
            @ForAll long seed,
            @ForAll @IntRange(min = 3, max = 60) int n,
            @ForAll @IntRange(max = 100) int more,
            @ForAll @DoubleRange(min = 0.01, max = 1) double p) {
        Random random = new Random(seed);
        double[] l = new double[n];
        double[] s = new double[n];
        RegressionEstimator sized = new RegressionEstimator();
        for (int i = 0; i < n; i++) {
            int length = 1 + random.nextInt(65_536);
            int stored = 1 + random.nextInt(length);
            sized.add(length, stored);
            l[i] = length;
            s[i] = stored;
        }
        long count = (long) n + more;
        double lengths = sized.lengthBytes() + 30_000.0 * more;

        double slope = Deviations.products(l, s) / Deviations.products(l, l);
        double residual = Deviations.products(s, s)
                - Deviations.products(l, s) * Deviations.products(l, s) / Deviations.products(l, l);
        double all = count / p;
        double bytes = lengths / p;
        double value = all * Deviations.mean(s) + slope * (bytes - all * Deviations.mean(l));
        double share = p * n / count;
        double ratio = bytes / value;
        double ofSquares = 0;
        double ofResiduals = MAX_LENGTH * MAX_LENGTH;
        for (int i = 0; i < n; i++) {
            ofSquares += s[i] * s[i];
            ofResiduals += (l[i] - ratio * s[i]) * (l[i] - ratio * s[i]);
        }
        double unseen = 1 + UNSEEN / n;
        double second = all * all * (1 - (double) n / count) / n * (MAX_LENGTH * MAX_LENGTH + residual) / (n - 2);
        double first = (1 - p) / p * ofSquares * unseen / share;
        double half = Interval.Z * Math.sqrt(first + second);
        double halfOfRatio = Interval.Z
                * Math.sqrt((1 - p) / p * ofResiduals * unseen / share + ratio * ratio * second)
                / Math.abs(value);

        TwoPhase estimate = new ChunkSampling(p).physical(count, lengths, sized.moments(), MAX_LENGTH);
        check(estimate.physical(), value, half);
        check(estimate.ratio(), ratio, halfOfRatio);
    }

    private static void check(Interval estimate, double value, double half) {
        double tolerance = 1e-5 * (Math.abs(value) + half);
        assertThat(estimate.value()).isCloseTo(value, within(tolerance));
        assertThat(estimate.high() - estimate.value()).isCloseTo(half, within(tolerance));
        assertThat(estimate.value() - estimate.low()).isCloseTo(half, within(tolerance));
    }

    @Test
    void twoSizesLeaveEverythingOpen() {
        RegressionEstimator sized = new RegressionEstimator();
        sized.add(4096, 100);
        sized.add(4096, 200);
        TwoPhase estimate = new ChunkSampling(0.5).physical(10, 40_960, sized.moments(), 4096);
        assertThat(estimate.physical()).isEqualTo(new Interval(40_960, 0, 81_920));
        assertThat(estimate.ratio()).isEqualTo(new Interval(2, 1, Double.POSITIVE_INFINITY));
        sized.add(4096, 300);
        assertThat(new ChunkSampling(0.5)
                        .physical(10, 40_960, sized.moments(), 4096)
                        .physical()
                        .value())
                .isEqualTo(4000);
    }
}
