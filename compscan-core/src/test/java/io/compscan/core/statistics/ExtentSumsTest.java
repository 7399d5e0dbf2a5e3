package io.compscan.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExtentSumsTest {

    /** {@code v} to the bin, {@code i v} to the bin with the whole, {@code i^2 v} to the whole. */
    @Test
    void aChunkOfUnknownSizeAddsItsVarianceToEachProduct() {
        ExtentSums sums = new ExtentSums(10, 5);
        for (int extent = 0; extent < 5; extent++) {
            sums.endExtent(0);
        }
        sums.addVariance(3, 7);
        sums.addVariance(3, 1);
        sums.addVariance(2, 0.5);
        int whole = sums.bins().count();
        int three = sums.bins().of(3);
        int two = sums.bins().of(2);
        assertThat(sums.covariance(three, three)).isEqualTo(8);
        assertThat(sums.covariance(three, whole)).isEqualTo(24);
        assertThat(sums.covariance(whole, three)).isEqualTo(24);
        assertThat(sums.covariance(two, two)).isEqualTo(0.5);
        assertThat(sums.covariance(two, whole)).isEqualTo(1);
        assertThat(sums.covariance(whole, two)).isEqualTo(1);
        assertThat(sums.covariance(whole, whole)).isEqualTo(74);
        assertThat(sums.covariance(two, three)).isZero();
    }
}
