package io.compscan.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.compscan.core.SplitMix;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExtentEstimatorTest {

    private static final int CHUNKS = 65_536;
    private static final int CHUNKS_PER_EXTENT = 32;
    private static final int CHUNK_BYTES = 4096;

    /** The numbers of the chunks of one kind of data, -1 for zeros; the same as in {@code expected.py}. */
    private static long chunk(String kind, int k) {
        double u = share(k + 1);
        return switch (kind) {
            case "none" -> k;
            case "pairs" -> {
                int half = CHUNKS / 2;
                long of = k < half ? k % half : (long) (u * half);
                yield Long.remainderUnsigned(SplitMix.mix(of), CHUNKS);
            }
            case "zipf" -> (long) Math.pow(CHUNKS, u);
            case "half" -> u < 0.5 ? 0 : k;
            case "local" -> k / 2;
            case "backups" -> Long.remainderUnsigned(SplitMix.mix(k / 8 + 77), 50) != 0 ? k % (CHUNKS / 14) : k;
            case "zeros" -> share(k / 500 + 1) < 0.9 ? -1 : k / 2;
            default -> throw new IllegalArgumentException(kind);
        };
    }

    /** Low, high and the estimate of an independent implementation over SciPy; {@code expected.py} makes the file. */
    @Test
    void agreesWithTheOracle() throws IOException {
        List<String> lines = LeastSquaresTest.lines("extents.txt");
        assertThat(lines).hasSize(28);
        for (String line : lines) {
            String[] cells = line.split(" ", -1);
            Interval interval = estimate(cells[0], Double.parseDouble(cells[1]));
            double[] found = {interval.low(), interval.high(), interval.value()};
            for (int i = 0; i < found.length; i++) {
                double expected = Double.parseDouble(cells[2 + i]);
                assertThat(found[i]).as(line).isCloseTo(expected, within(expected / 1000));
            }
        }
    }

    private static double share(long number) {
        return SplitMix.unit(SplitMix.mix(number));
    }

    private static Interval estimate(String kind, double share) {
        int extents = CHUNKS / CHUNKS_PER_EXTENT;
        List<Set<Long>> sample = new ArrayList<>();
        Map<Long, Integer> counts = new HashMap<>();
        for (int e = 0; e < extents; e++) {
            if (share(e * SplitMix.GOLDEN + 5) < share) {
                Set<Long> distinct = new HashSet<>();
                for (int i = 0; i < CHUNKS_PER_EXTENT; i++) {
                    long chunk = chunk(kind, e * CHUNKS_PER_EXTENT + i);
                    if (chunk >= 0 && distinct.add(chunk)) {
                        counts.merge(chunk, 1, Integer::sum);
                    }
                }
                sample.add(distinct);
            }
        }
        int most = counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        ExtentSums sums = new ExtentSums(extents, most);
        counts.values().forEach(count -> sums.addChunk(count, CHUNK_BYTES));
        for (Set<Long> extent : sample) {
            extent.forEach(chunk -> sums.addToExtent(counts.getOrDefault(chunk, 0), CHUNK_BYTES));
            sums.endExtent((double) extent.size() * CHUNK_BYTES);
        }
        double extentBytes = (double) CHUNKS_PER_EXTENT * CHUNK_BYTES;
        double seen = (double) counts.size() * CHUNK_BYTES;
        double unread = (extents - sample.size()) * extentBytes;
        return ExtentEstimator.ONE_LOOK.estimate(sums, extentBytes, seen, seen + unread);
    }

    @Test
    void aFrameWithoutASingleChunkIsNoError() {
        ExtentSums sums = new ExtentSums(1000, 0);
        for (int e = 0; e < 100; e++) {
            sums.endExtent(0);
        }
        Interval interval = ExtentEstimator.ONE_LOOK.estimate(sums, 4096, 0, 900 * 4096.0);
        assertThat(interval).isEqualTo(new Interval(0, 0, 900 * 4096.0));
    }

    @Test
    void hypergeometricTailsMeetTheDefinition() {
        // 50 extents, 5 of them marked, 10 drawn: C(45,10) / C(50,10) is the chance to meet none.
        double[] tails = Hypergeometric.atLeast(50, 5, 10, new long[] {0, 1, 5, 6});
        assertThat(tails[0]).isEqualTo(1);
        assertThat(tails[1]).isCloseTo(1 - 0.310562782, within(1e-8));
        assertThat(tails[2]).isCloseTo(1.18937e-4, within(1e-8));
        assertThat(tails[3]).isZero();
    }
}
