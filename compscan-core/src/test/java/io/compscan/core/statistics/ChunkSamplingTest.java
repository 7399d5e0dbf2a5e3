package io.compscan.core.statistics;

import io.compscan.testing.Coverage;
import io.compscan.testing.Slow;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Coverage of the estimates from a sample of chunks, against data whose totals are known. */
class ChunkSamplingTest {

    private static final int SAMPLES = 200;
    private static final int CHUNKS = 40_000;

    /** The length and the stored size of each chunk of one kind of data. */
    private interface Kind {
        void fill(Random random, double[] lengths, double[] stored);
    }

    private static void alike(Random random, double[] lengths, double[] stored) {
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = 4096;
            stored[i] = 1 + random.nextInt(4096);
        }
    }

    /** Nearly all chunks vanish, one in 500 does not shrink. */
    private static void rare(Random random, double[] lengths, double[] stored) {
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = 4096;
            stored[i] = random.nextInt(500) == 0 ? 4096 : 40;
        }
    }

    /** Lengths of many magnitudes; long chunks shrink. */
    private static void skewed(Random random, double[] lengths, double[] stored) {
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = Math.ceil(65_536 * Math.pow(random.nextDouble(), 4)) + 1;
            stored[i] = Math.max(1, Math.floor(lengths[i] * (lengths[i] > 20_000 ? 0.2 : 0.9)));
        }
    }

    @Test
    @Slow
    void intervalsHoldTheTotals() throws Exception {
        check("alike", ChunkSamplingTest::alike);
        check("rare", ChunkSamplingTest::rare);
        check("skewed", ChunkSamplingTest::skewed);
    }

    private static void check(String name, Kind kind) throws Exception {
        double[] lengths = new double[CHUNKS];
        double[] stored = new double[CHUNKS];
        kind.fill(new Random(1), lengths, stored);
        double length = sum(lengths);
        double[] truths = {CHUNKS, length, sum(stored), length / sum(stored)};
        Coverage.require(name, SAMPLES, seed -> held(new Random(seed), lengths, stored, truths));
    }

    private static boolean[] held(Random random, double[] lengths, double[] stored, double[] truths) {
        Sums all = new Sums();
        Sums sized = new Sums();
        for (int i = 0; i < CHUNKS; i++) {
            if (random.nextDouble() < 0.05) {
                all.add(lengths[i], lengths[i]);
                if (random.nextDouble() < 0.5) {
                    sized.add(lengths[i], stored[i]);
                }
            }
        }
        ChunkSampling sampling = new ChunkSampling(0.05);
        ChunkSampling.TwoPhase phases = sampling.physical(all.count, all.lengths, sized.moments(), 65_537);
        Interval[] intervals = {
            sampling.count(all.count),
            sampling.total(all.count, all.lengths, all.lengthSquares),
            phases.physical(),
            phases.ratio()
        };
        boolean[] held = new boolean[truths.length];
        for (int k = 0; k < truths.length; k++) {
            held[k] = intervals[k].low() <= truths[k] && truths[k] <= intervals[k].high();
        }
        return held;
    }

    private static double sum(double[] numbers) {
        double sum = 0;
        for (double number : numbers) {
            sum += number;
        }
        return sum;
    }

    private static final class Sums {
        private long count;
        private double lengths;
        private double stored;
        private double lengthSquares;
        private double products;
        private double storedSquares;

        void add(double l, double s) {
            count++;
            lengths += l;
            stored += s;
            lengthSquares += l * l;
            products += l * s;
            storedSquares += s * s;
        }

        ChunkSampling.Moments moments() {
            double lengthSpread = lengthSquares - lengths * lengths / count;
            double jointSpread = products - lengths * stored / count;
            double storedSpread = storedSquares - stored * stored / count;
            double slope = lengthSpread < 1e-6 ? 0 : jointSpread / lengthSpread;
            return new ChunkSampling.Moments(
                    count,
                    lengths,
                    stored,
                    lengthSquares,
                    products,
                    storedSquares,
                    slope,
                    Math.max(0, storedSpread - slope * jointSpread));
        }
    }
}
