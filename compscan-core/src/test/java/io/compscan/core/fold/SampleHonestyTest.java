package io.compscan.core.fold;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.compress.Compressor;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.result.Compression;
import io.compscan.result.Sample;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Is the true value inside the 95 % interval 95 % of the time? Stored sizes of a known sum, chosen from by thousands of different
 * keys, through the fold that ends a scan.
 */
@Slow
class SampleHonestyTest {

    private static final int FULL = 4096;
    private static final long SEED = 20261121;

    /** Chunks with their lengths and stored sizes. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Population(int[] lengths, int[] stored) {

        long uniqueBytes() {
            return Arrays.stream(lengths).asLongStream().sum();
        }

        long physicalBytes() {
            return Arrays.stream(stored).asLongStream().sum();
        }
    }

    private interface Share {
        double of(Random random, int length);
    }

    private static Population population(int count, double fullShare, Share share) {
        Random random = new Random(SEED);
        int[] lengths = new int[count];
        int[] stored = new int[count];
        for (int i = 0; i < count; i++) {
            lengths[i] = random.nextDouble() < fullShare ? FULL : 1 + random.nextInt(FULL);
            double wanted = share.of(random, lengths[i]) * lengths[i];
            stored[i] = (int) Math.max(1, Math.min(lengths[i], Math.round(wanted)));
        }
        return new Population(lengths, stored);
    }

    static Stream<Arguments> populations() {
        int small = 15_000;
        return Stream.of(
                Arguments.of("bell", population(small, 1, (r, l) -> 0.5 + 0.2 * r.nextGaussian())),
                Arguments.of("text or media", population(small, 1, (r, l) -> r.nextBoolean() ? 0.1 : 1)),
                Arguments.of(
                        "logs and a little media",
                        population(small, 1, (r, l) -> r.nextInt(20) == 0 ? 1 : 0.02 + 0.03 * r.nextDouble())),
                Arguments.of(
                        "nearly empty pages",
                        population(small, 1, (r, l) -> r.nextInt(200) == 0 ? 1 : 0.005 + 0.01 * r.nextDouble())),
                Arguments.of("media", population(small, 1, (r, l) -> r.nextInt(50) == 0 ? 0.3 : 1)),
                Arguments.of("small files", population(small, 0.3, (r, l) -> 0.2 + 0.5 * r.nextDouble() + 40.0 / l)),
                Arguments.of(
                        "small files that do not shrink",
                        population(small, 0.5, (r, l) -> l == FULL ? 0.05 + 0.1 * r.nextDouble() : 1)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("populations")
    void theTruthLiesInTheIntervalAsOftenAsPromised(String name, Population population) {
        Trials trials = new Trials(population, SampleRule.atLeast(0.01), 1000, SEED);
        System.out.println(name + ", rate 0.01, seed " + SEED + ": " + trials);

        assertThat(trials.insidePercent).isBetween(93.0, 97.0);
        assertThat(trials.bias).as("far below the half-width").isBetween(-0.003, 0.003);
        assertThat(trials.widest).isLessThanOrEqualTo(0.0505);
    }

    /** Real data that every machine with a JDK has: class files in the order of their packages. */
    @Test
    void theTruthLiesInTheIntervalForRealFiles() throws IOException {
        Path modules = Path.of(System.getProperty("java.home"), "lib", "modules");
        byte[] data;
        try (InputStream in = Files.newInputStream(modules)) {
            data = in.readNBytes(15_000 * FULL);
        }
        int count = data.length / FULL;
        int[] lengths = new int[count];
        int[] stored = new int[count];
        try (Compressor lz4 = CompressorSpec.parse("lz4").open()) {
            for (int i = 0; i < count; i++) {
                lengths[i] = FULL;
                stored[i] = lz4.storedBytes(data, i * FULL, FULL);
            }
        }
        Trials trials = new Trials(new Population(lengths, stored), SampleRule.atLeast(0.01), 1000, SEED);
        System.out.println(modules + ", rate 0.01, seed " + SEED + ": " + trials);

        assertThat(trials.insidePercent).isBetween(93.0, 97.0);
    }

    /** A chunk that differs is rarely met: the interval must not collapse, so it may be too wide. */
    @Test
    void neverTooSureWhereNearlyAllChunksAreAlike() {
        Population population = population(20_000, 1, (r, l) -> r.nextInt(1000) == 0 ? 0.2 : 1);
        Trials trials = new Trials(population, SampleRule.atLeast(0.01), 1000, SEED);
        System.out.println("a page in a thousand shrinks, rate 0.01, seed " + SEED + ": " + trials);

        assertThat(trials.insidePercent).isGreaterThanOrEqualTo(93);
    }

    @Test
    void autoMeetsHalfAPerCent() {
        Population bell = population(200_000, 0.9, (r, l) -> 0.5 + 0.2 * r.nextGaussian());
        Trials trials = new Trials(bell, SampleRule.AUTO, 40, SEED);
        System.out.println("bell, auto, seed " + SEED + ": " + trials);

        assertThat(trials.widest).isLessThanOrEqualTo(0.005);
        assertThat(trials.insidePercent).isGreaterThanOrEqualTo(90);
        assertThat(trials.sampledShare).isLessThan(0.6);
    }

    /** The same data sampled by other keys, again and again. */
    private static final class Trials {
        private double insidePercent;
        private double bias;
        private double widest;
        private double sampledShare;

        Trials(Population population, SampleRule rule, int count, long seed) {
            long truth = population.physicalBytes();
            Random keys = new Random(seed);
            for (int trial = 0; trial < count; trial++) {
                Compression compression = sample(population, rule, keys);
                Sample sample = compression.sample();
                assertThat(sample).as("is sampled").isNotNull();
                if (sample.physicalBytesLow() <= truth && truth <= sample.physicalBytesHigh()) {
                    insidePercent += 100.0 / count;
                }
                double halfWidth = (sample.physicalBytesHigh() - sample.physicalBytesLow()) / 2.0;
                widest = Math.max(widest, halfWidth / compression.physicalBytes());
                bias += ((double) compression.physicalBytes() / truth - 1) / count;
                sampledShare += (double) sample.sampledChunkCount() / population.lengths.length / count;
            }
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "inside %.1f %%, bias %.3f %%, widest +-%.2f %%, from %.1f %% of the chunks",
                    insidePercent,
                    100 * bias,
                    100 * widest,
                    100 * sampledShare);
        }
    }

    private static Compression sample(Population population, SampleRule rule, Random keys) {
        SampleFold fold = new SampleFold(rule, FULL);
        for (int i = 0; i < population.lengths.length; i++) {
            fold.add(keys.nextLong(), population.lengths[i], population.stored[i]);
        }
        long uniqueBytes = population.uniqueBytes();
        return fold.compression("test", uniqueBytes, population.lengths.length, uniqueBytes);
    }
}
