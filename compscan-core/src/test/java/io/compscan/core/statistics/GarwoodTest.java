package io.compscan.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class GarwoodTest {

    /** Tables of the exact Poisson interval of 95 %, such as Pearson and Hartley, Biometrika Tables for Statisticians, table 40. */
    @Test
    void agreesWithTheTables() {
        double[][] table = {
            {0, 0, 3.689},
            {1, 0.0253, 5.572},
            {2, 0.242, 7.225},
            {5, 1.623, 11.668},
            {10, 4.795, 18.390},
            {50, 37.111, 65.919}
        };
        for (double[] row : table) {
            Interval interval = Garwood.interval((long) row[0]);
            assertThat(interval.low()).isCloseTo(row[1], within(6e-4));
            assertThat(interval.high()).isCloseTo(row[2], within(6e-4));
        }
    }

    @Test
    void theApproximationForLargeCountsMeetsTheExactValue() {
        for (long shape : new long[] {1999, 2000, 2001}) {
            for (double probability : new double[] {0.025, 0.975}) {
                double next = Garwood.quantile(shape + 1, probability) - Garwood.quantile(shape, probability);
                assertThat(next).isBetween(0.97, 1.03);
            }
        }
    }
}
