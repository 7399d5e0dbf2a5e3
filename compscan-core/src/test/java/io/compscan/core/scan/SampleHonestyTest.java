package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.result.Compression;
import io.compscan.core.result.Sample;
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
class SampleHonestyTest {

    private static final int FULL = 4096;
    private static final long SEED = 20261121;

    /** Chunks with their lengths and stored sizes. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Population(int[] lengths, int[] stored) {

        long uniqueBytes() {
            return Stream.of(lengths)
                    .flatMapToInt(java.util.Arrays::stream)
                    .asLongStream()
                    .sum();
        }

        long physicalBytes() {
            return Stream.of(stored)
                    .flatMapToInt(java.util.Arrays::stream)
                    .asLongStream()
                    .sum();
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
        int small = 20_000;
        return Stream.of(
                Arguments.of("bell", population(small, 1, (r, l) -> 0.5 + 0.2 * r.nextGaussian())),
                Arguments.of("text or media", population(small, 1, (r, l) -> r.nextBoolean() ? 0.1 : 1)),
                Arguments.of(
                        "logs and a little media",
                        population(small, 1, (r, l) -> r.nextInt(20) == 0 ? 1 : 0.02 + 0.03 * r.nextDouble())),
                Arguments.of(
                        "nearly empty pages",
                        population(small, 1, (r, l) -> r.nextInt(500) == 0 ? 1 : 0.005 + 0.01 * r.nextDouble())),
                Arguments.of("media", population(small, 1, (r, l) -> r.nextInt(50) == 0 ? 0.3 : 1)),
                Arguments.of("small files", population(small, 0.3, (r, l) -> 0.3 + 0.2 * r.nextDouble() + 40.0 / l)),
                Arguments.of(
                        "small files that do not shrink",
                        population(small, 0.5, (r, l) -> l == FULL ? 0.05 + 0.1 * r.nextDouble() : 1)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("populations")
    void theTruthLiesInTheIntervalAsOftenAsPromised(String name, Population population) {
        for (double rate : new double[] {0.01}) {
            int trials = Integer.getInteger("trials", 1500);
            Random keys = new Random(SEED + name.hashCode());
            int inside = 0;
            int low = 0;
            double sampled = 0;
            double sumOfRatios = 0;
            double width = 0;
            for (int trial = 0; trial < trials; trial++) {
                Compression compression = sample(population, SampleRule.atLeast(rate), keys);
                Sample sample = compression.sample();
                if (sample == null) { inside++; continue; }
                long truth = population.physicalBytes();
                inside += sample.physicalBytesLow() <= truth && truth <= sample.physicalBytesHigh() ? 1 : 0;
                low += truth > sample.physicalBytesHigh() ? 1 : 0;
                sampled += (double) sample.sampledChunkCount() / trials;
                sumOfRatios += (double) compression.physicalBytes() / truth / trials;
                width += (double) (sample.physicalBytesHigh() - sample.physicalBytesLow()) / 2 / truth / trials;
            }
            System.out.printf(
                    "%s, rate %s, seed %d: %.0f chunks, inside %.2f %%, below %d of %d misses, mean %.5f, half-width %.4f%n",
                    name, rate, SEED, sampled, 100.0 * inside / trials, low, trials - inside, sumOfRatios, width);
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

    @Test
    void dummy() {}
}
