package io.compscan.core.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.estimate.ReadExtents.ReadExtent;
import io.compscan.core.statistics.Interval;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Does the interval of zero bytes hold the truth 95 times out of 100, and where zeros are rare, too? */
class ReadExtentsTest {

    private static final int EXTENT = 1 << 17;
    private static final int EXTENTS = 4000;
    private static final int SEEDS = 1000;

    /** @param zeroShare of the extents that hold zeros, whose zeros are a share of their bytes between {@code leastPart} and 1 */
    @ParameterizedTest
    @CsvSource({
        "0, 1, 200",
        "0.0005, 1, 200",
        "0.002, 1, 200",
        "0.005, 1, 400",
        "0.02, 1, 40",
        "0.02, 0.1, 400",
        "0.1, 1, 40",
        "0.5, 0.1, 200",
        "0.9, 1, 200",
        "0.99, 1, 40",
        "0.999, 1, 200",
        "1, 1, 200"
    })
    void theIntervalHoldsTheTruth(double zeroShare, double leastPart, int sampled) {
        int inside = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(20261123 + seed);
            long[] zeros = new long[EXTENTS];
            long truth = 0;
            for (int e = 0; e < EXTENTS; e++) {
                double part = leastPart + (1 - leastPart) * random.nextDouble();
                zeros[e] = random.nextDouble() < zeroShare ? (long) (EXTENT * part) : 0;
                truth += zeros[e];
            }
            ReadExtents extents = new ReadExtents();
            for (int e = 0; e < sampled; e++) {
                extents.add(extent(e, zeros[e]));
            }
            Interval interval = extents.zeros(EXTENTS, EXTENT, (double) EXTENTS * EXTENT);
            inside += interval.low() <= truth && truth <= interval.high() ? 1 : 0;
        }
        assertThat(inside).as("of %s", SEEDS).isGreaterThanOrEqualTo(928);
    }

    @Test
    void aFewExtentsBoundTheZerosOnly() {
        ReadExtents extents = new ReadExtents();
        assertThat(extents.zeros(100, EXTENT, 1e9)).isEqualTo(new Interval(0, 0, 1e9));
        extents.add(extent(0, EXTENT));
        assertThat(extents.zeros(100, EXTENT, 100.0 * EXTENT).low()).isEqualTo(EXTENT);
        assertThat(extents.zeros(100, EXTENT, 100.0 * EXTENT).high()).isEqualTo(100.0 * EXTENT);
    }

    @Test
    void allExtentsTellTheZeros() {
        ReadExtents extents = new ReadExtents();
        for (int e = 0; e < 100; e++) {
            extents.add(extent(e, e % 3 == 0 ? EXTENT : 0));
        }
        assertThat(extents.zeros(100, EXTENT, 100.0 * EXTENT)).isEqualTo(Interval.exact(34.0 * EXTENT));
    }

    private static ReadExtent extent(int number, long zeroBytes) {
        return new ReadExtent(number, EXTENT, EXTENT - zeroBytes, zeroBytes, new int[0], null);
    }
}
