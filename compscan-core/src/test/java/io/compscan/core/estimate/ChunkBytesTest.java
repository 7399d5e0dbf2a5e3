package io.compscan.core.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.statistics.ExtentEstimator;
import io.compscan.core.statistics.Interval;
import io.compscan.testing.Slow;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChunkBytesTest {

    private static final int SAMPLES = 500;
    /** 95 % of 500 are 475; five standard deviations fewer are 451. */
    private static final int LEAST_COVERED = 451;

    @Test
    void knownSizesAreExact() {
        ChunkBytes bytes = ChunkBytes.known(new int[] {1, 10, 2, 20, 3, 30}, 1, 2, 3);
        assertThat(bytes.of(1)).isEqualTo(20);
        assertThat(bytes.variance(1, 1)).isZero();
        assertThat(bytes.least()).isEqualTo(60);
        assertThat(bytes.whole(1)).isEqualTo(Interval.exact(60));
    }

    /** Of chunks that compress well or not at all, a part is kept, and of those a part is compressed. */
    @ParameterizedTest
    @CsvSource({"1, 0.1", "1, 0.5", "0.2, 1", "0.3, 0.3"})
    void intervalsHoldTheSumOfAllChunks(double rate, double sizedRate) {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        int covered = 0;
        for (int sample = 0; sample < SAMPLES; sample++) {
            int count = 20_000;
            long truth = 0;
            int[] lengths = new int[count];
            int[] stored = new int[count];
            int kept = 0;
            for (int i = 0; i < count; i++) {
                int length = random.nextInt(2048, 8193);
                int size = random.nextInt(10) < 3 ? length : random.nextInt(100, length);
                truth += size;
                if (random.nextDouble() < rate) {
                    lengths[kept] = length;
                    stored[kept] = random.nextDouble() < sizedRate ? size : 0;
                    kept++;
                }
            }
            lengths = Arrays.copyOf(lengths, kept);
            stored = Arrays.copyOf(stored, kept);
            ChunkBytes bytes = sizedRate == 1
                    ? ChunkBytes.known(stored, 0, 1, kept)
                    : ChunkBytes.sampled(lengths, stored, sizedRate);
            Interval interval = bytes.whole(rate);
            assertThat(bytes.least()).isLessThanOrEqualTo((double) truth);
            covered += interval.low() <= truth && truth <= interval.high() ? 1 : 0;
        }
        assertThat(covered).as("seed %d", seed).isBetween(LEAST_COVERED, SAMPLES);
    }

    /** Chunks that occur in one extent or in two, as many as the tables below let the scan compress or keep. */
    @ParameterizedTest
    @CsvSource({"1000000, 2000", "8000, 1000000", "8000, 1000", "8000, 100000"})
    @Slow
    void partsHoldTheTruthThoughFewChunksAreKeptOrCompressed(int mostPairs, int mostSized) {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        int covered = 0;
        int all = 60;
        for (int sample = 0; sample < all; sample++) {
            SyntheticExtents extents = new SyntheticExtents(random.split(), 2000, 32);
            IncidenceTable table = new IncidenceTable(1, mostPairs, mostSized);
            for (int i = 0; i < 500; i++) {
                extents.addTo(table, i);
            }
            assertThat(table.isExact(0)).isEqualTo(mostPairs >= 16_000 && mostSized >= 16_000);
            Interval interval = table.estimate(
                    ExtentEstimator.ONE_LOOK, 0, extents.count(), extents.extentBytes(), extents.bytes() * 3 / 4);
            covered += interval.low() <= extents.storedBytes() && extents.storedBytes() <= interval.high() ? 1 : 0;
        }
        assertThat(covered).as("seed %d", seed).isGreaterThanOrEqualTo(all * 9 / 10);
    }
}
