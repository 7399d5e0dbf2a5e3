package io.compscan.core.fold.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.compress.Compressor;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.statistics.Interval;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Is the true value inside the 95 % interval 95 % of the time? Blocks with known quick and slow sizes, sampled by a thousand different keys
 * each.
 */
@Slow
class CalibrationHonestyTest {

    private static final int FULL = 4096;
    private static final int SIZE = 1024;
    private static final int TRIALS = 1000;
    private static final long SEED = 20261124;

    /** Of blocks. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Population(int[] lengths, int[] quick, int[] slow) {

        long slowBytes() {
            return Arrays.stream(slow).asLongStream().sum();
        }

        long quickBytes() {
            return Arrays.stream(quick).asLongStream().sum();
        }
    }

    /** Makes the shares of a block's length that its quick and its slow size are. */
    private interface Shares {
        double[] of(Random random, int length);
    }

    private static Population population(int count, double fullShare, Shares shares) {
        Random random = new Random(SEED);
        Population population = new Population(new int[count], new int[count], new int[count]);
        for (int i = 0; i < count; i++) {
            int length = random.nextDouble() < fullShare ? FULL : 1 + random.nextInt(FULL);
            double[] share = shares.of(random, length);
            population.lengths[i] = length;
            population.quick[i] = bytes(share[0], length);
            population.slow[i] = bytes(share[1], length);
        }
        return population;
    }

    private static int bytes(double share, int length) {
        return (int) Math.max(1, Math.min(length, Math.round(share * length)));
    }

    private static double[] around(Random random, double quick, double factor, double deviation) {
        return new double[] {quick, quick * (factor + deviation * random.nextGaussian())};
    }

    static Stream<Arguments> populations() {
        int count = 8_000;
        return Stream.of(
                Arguments.of("one factor", population(count, 1, (r, l) -> around(r, 0.45, 0.92, 0.1))),
                Arguments.of(
                        "half text, half media",
                        population(
                                count,
                                1,
                                (r, l) -> r.nextBoolean() ? around(r, 0.3, 0.85, 0.1) : new double[] {1, 0.99})),
                Arguments.of("a log-normal factor", population(count, 1, (r, l) ->
                        new double[] {0.2, 0.2 * Math.exp(0.5 * r.nextGaussian())})),
                Arguments.of(
                        "one in fifty shrinks far less with a small window",
                        population(
                                count,
                                1,
                                (r, l) -> r.nextInt(50) == 0 ? new double[] {0.1, 0.6} : around(r, 0.4, 0.9, 0.05))),
                Arguments.of(
                        "small files, of which short ones shrink less",
                        population(count, 0.3, (r, l) -> around(r, 0.2 + 40.0 / l, 0.9, 0.1))),
                Arguments.of(
                        "nearly empty, and one in twenty media",
                        population(
                                count,
                                1,
                                (r, l) -> r.nextInt(20) == 0 ? new double[] {1, 1} : around(r, 0.02, 2, 0.5))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("populations")
    void theTruthLiesInTheIntervalAsOftenAsPromised(String name, Population population) {
        Trials trials = new Trials(population, SIZE);
        System.out.println(name + ", " + SIZE + " of " + population.lengths.length + ": " + trials);

        assertThat(trials.insidePercent).isBetween(93.0, 99.2);
        assertThat(Math.abs(trials.bias)).as("far below the half-width").isLessThan(trials.widest / 10);
    }

    /** Blocks that differ are rarely met: the interval must not collapse, so it may be too wide. */
    @Test
    void neverTooSureWhereNearlyAllBlocksAreAlike() {
        Population population = population(
                20_000, 1, (r, l) -> r.nextInt(1000) == 0 ? new double[] {0.2, 0.7} : new double[] {0.5, 0.45});
        Trials trials = new Trials(population, SIZE);
        System.out.println("one in a thousand differs, " + SIZE + " of 20000: " + trials);

        assertThat(trials.insidePercent).isGreaterThanOrEqualTo(93);
    }

    /** The nearer the sample is to the whole, the narrower the interval, which stays honest. */
    @Test
    void aSampleOfNearlyAll() {
        Population population = population(2_000, 0.5, (r, l) -> around(r, 0.45, 0.92, 0.1));
        Trials most = new Trials(population, 1_900);
        Trials few = new Trials(population, 200);
        System.out.println("1900 of 2000: " + most + "; 200 of 2000: " + few);

        assertThat(most.insidePercent).isGreaterThanOrEqualTo(93);
        assertThat(most.widest).isLessThan(few.widest / 4);
    }

    /** Real data that every machine with a JDK has, in blocks of 4 KiB. */
    @Test
    void theTruthLiesInTheIntervalForRealFiles() throws IOException {
        Path modules = Path.of(System.getProperty("java.home"), "lib", "modules");
        byte[] data;
        try (InputStream in = Files.newInputStream(modules)) {
            data = in.readNBytes(8_000 * FULL);
        }
        int count = data.length / FULL;
        Population population = new Population(new int[count], new int[count], new int[count]);
        CompressorSpec spec = CompressorSpec.parse("deflate:9/4k");
        try (Compressor slow = spec.open();
                Compressor quick = CompressorSpec.parse("zstd").open()) {
            for (int i = 0; i < count; i++) {
                population.lengths[i] = FULL;
                population.quick[i] = Math.max(1, quick.storedBytes(data, i * FULL, FULL));
                population.slow[i] = Math.max(1, slow.storedBytes(data, i * FULL, FULL));
            }
        }
        Trials trials = new Trials(population, SIZE);
        System.out.println(modules + ", " + SIZE + " of " + count + ": " + trials);

        assertThat(trials.insidePercent).isBetween(93.0, 99.2);
    }

    /** The same blocks sampled by other keys, again and again. */
    private static final class Trials {
        private double insidePercent;
        private double bias;
        private double widest;

        Trials(Population population, int size) {
            Random keys = new Random(SEED);
            long truth = population.slowBytes();
            for (int trial = 0; trial < TRIALS; trial++) {
                Interval interval = draw(population, size, keys).physicalBytes(population.quickBytes());
                insidePercent += interval.low() <= truth && truth <= interval.high() ? 100.0 / TRIALS : 0;
                bias += (interval.value() / truth - 1) / TRIALS;
                widest = Math.max(widest, (interval.high() - interval.low()) / 2 / interval.value());
            }
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "inside %.1f %%, bias %.3f %%, widest +-%.2f %%",
                    insidePercent,
                    100 * bias,
                    100 * widest);
        }
    }

    private static Calibration draw(Population population, int size, Random keys) {
        int count = population.lengths.length;
        Spot[] spots = new Spot[count];
        double[] ranks = new double[count];
        for (int i = 0; i < count; i++) {
            spots[i] = Spot.of(keys.nextLong(), 0, population.lengths[i]);
            ranks[i] = spots[i].rank();
        }
        Arrays.sort(ranks);
        double limit = ranks[size];
        List<SizedBlock> sample = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (spots[i].rank() < limit) {
                sample.add(
                        new SizedBlock(spots[i], population.lengths[i], population.quick[i], population.slow[i], true));
            }
        }
        return Calibration.ofSample(sample, limit);
    }
}
