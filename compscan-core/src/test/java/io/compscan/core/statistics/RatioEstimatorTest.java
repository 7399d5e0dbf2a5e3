package io.compscan.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Compares the estimator with its formula, summed up element by element, and with all samples that there are. */
class RatioEstimatorTest {

    @Property
    void isTheFormula(@ForAll long seed, @ForAll @IntRange(min = 2, max = 60) int n, @ForAll boolean isKnown) {
        Random random = new Random(seed);
        double[] p = random.doubles(n, 0.05, 1).toArray();
        double[] x = random.doubles(n, 1, 1000).toArray();
        double[] y = random.doubles(n, 0, 1000).toArray();
        double total = 1 + random.nextInt(1_000_000);
        double guard = random.nextInt(1_000_000);
        RatioEstimator estimator = new RatioEstimator();
        double sumX = 0;
        double sumY = 0;
        for (int i = 0; i < n; i++) {
            estimator.add(p[i], x[i], y[i], isKnown);
            sumX += x[i] / p[i];
            sumY += y[i] / p[i];
        }
        double ratio = sumY / sumX;
        double residuals = 0;
        for (int i = 0; i < n; i++) {
            double e = y[i] - ratio * x[i];
            // An element that is itself an estimate varies even if the sample is sure to hold it.
            residuals += (isKnown ? 1 - p[i] : 1) / (p[i] * p[i]) * e * e;
        }
        residuals *= n / (n - 1.0);
        double half = Interval.Z * total / sumX * Math.sqrt(residuals + guard);

        Interval estimate = estimator.estimate(total, guard);
        assertThat(estimator.ratio()).isCloseTo(ratio, within(1e-9 * ratio));
        assertThat(estimate.value()).isCloseTo(total * ratio, within(1e-9 * total * ratio));
        assertThat(estimate.high() - estimate.value()).isCloseTo(half, within(1e-6 * (half + estimate.value())));
        assertThat(estimate.value() - estimate.low()).isCloseTo(half, within(1e-6 * (half + estimate.value())));
        double deviation = Math.sqrt(residuals * n) / sumY;
        assertThat(estimator.deviation()).isCloseTo(deviation, within(1e-6 * (1 + deviation)));
    }

    @Test
    void withoutAnElementTheRatioIsOne() {
        RatioEstimator estimator = new RatioEstimator();
        assertThat(estimator.ratio()).isEqualTo(1);
        assertThat(estimator.deviation()).isZero();
        assertThat(estimator.estimate(500, 7)).isEqualTo(Interval.exact(500));
    }

    /** One element says nothing of how others differ, so the deviation is all that it has. */
    @Test
    void oneElementIsOffByItsWholeNumber() {
        RatioEstimator estimator = new RatioEstimator();
        estimator.add(0.5, 10, 4, true);
        assertThat(estimator.ratio()).isEqualTo(0.4);
        assertThat(estimator.deviation()).isEqualTo(1);
        Interval estimate = estimator.estimate(40, 0);
        assertThat(estimate.value()).isEqualTo(16);
        assertThat(estimate.high() - estimate.value()).isCloseTo(Interval.Z * 2 * 8, within(1e-9));
    }

    /** Where y follows x, each of all samples finds the total, and only the guard makes the interval. */
    @Test
    void findsATotalThatFollows() {
        double[] x = {1, 20, 300, 7, 50, 64, 2, 9};
        for (int set = 1; set < 1 << x.length; set++) {
            RatioEstimator estimator = new RatioEstimator();
            double sumX = 0;
            for (int i = 0; i < x.length; i++) {
                if ((set >> i & 1) == 1) {
                    double p = 1.0 / (2 + i % 3);
                    estimator.add(p, x[i], 0.25 * x[i], true);
                    sumX += x[i] / p;
                }
            }
            Interval estimate = estimator.estimate(453, Integer.bitCount(set) == 1 ? 0 : 16);
            assertThat(estimate.value()).isCloseTo(113.25, within(1e-9));
            if (Integer.bitCount(set) > 1) {
                assertThat(estimate.high() - 113.25).isCloseTo(Interval.Z * 453 / sumX * 4, within(1e-3));
            }
        }
    }

    /** Over all samples of ten elements, weighted by their probability, the reported variance is that of the estimates, to a fifth. */
    @Test
    void tellsTheVarianceOfItsEstimates() {
        double[] x = {100, 110, 95, 102, 99, 105, 91, 107, 98, 93};
        double[] y = {40, 55, 38, 50, 41, 47, 30, 51, 44, 39};
        double p = 0.6;
        double told = 0;
        double squares = 0;
        double weights = 0;
        for (int set = 0; set < 1 << x.length; set++) {
            int n = Integer.bitCount(set);
            if (n < 2) {
                continue;
            }
            RatioEstimator estimator = new RatioEstimator();
            for (int i = 0; i < x.length; i++) {
                if ((set >> i & 1) == 1) {
                    estimator.add(p, x[i], y[i], true);
                }
            }
            double weight = Math.pow(p, n) * Math.pow(1 - p, x.length - n);
            Interval estimate = estimator.estimate(1000, 0);
            double deviation = (estimate.high() - estimate.value()) / Interval.Z;
            told += weight * deviation * deviation;
            squares += weight * (estimate.value() - 435) * (estimate.value() - 435);
            weights += weight;
        }
        assertThat(weights).isGreaterThan(0.99);
        assertThat(told / squares).isBetween(0.8, 1.25);
    }
}
