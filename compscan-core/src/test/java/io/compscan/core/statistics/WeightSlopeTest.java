package io.compscan.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;

class WeightSlopeTest {

    private static final int MEGABYTE = 1 << 20;

    /** Chunks that take {@code a} of their bytes and {@code c} of what their entropy is above. */
    @Property
    void aStraightLineIsFound(
            @ForAll long seed,
            @ForAll @DoubleRange(min = 0.1, max = 0.5) double perByte,
            @ForAll @DoubleRange(min = 0.05, max = 0.5) double perEntropy) {
        Random random = new Random(seed);
        WeightSlope slope = new WeightSlope();
        long bytes = 0;
        long stored = 0;
        for (int i = 0; i < 100; i++) {
            int length = MEGABYTE + random.nextInt(MEGABYTE);
            int entropy = random.nextInt(length);
            int size = (int) (perByte * length + perEntropy * entropy);
            slope.add(length, entropy, size);
            bytes += length;
            stored += size;
        }
        assertThat(slope.slope()).isCloseTo(perEntropy * bytes / stored, within(0.01));
    }

    /** What has nothing to do with entropy leaves next to nothing of a slope that chance has made. */
    @Property
    void chanceMakesNoSlope(@ForAll long seed) {
        Random random = new Random(seed);
        WeightSlope slope = new WeightSlope();
        for (int i = 0; i < 30; i++) {
            slope.add(MEGABYTE, random.nextInt(MEGABYTE), random.nextInt(MEGABYTE));
        }
        assertThat(slope.slope()).isCloseTo(0, within(0.2));
    }

    /** The weighted regression of stored bytes on entropy, each for a byte, shrunk by its F, as the definition says it. */
    @Property
    void agreesWithItsDefinition(@ForAll long seed, @ForAll @DoubleRange(min = 0.2, max = 1) double noise) {
        Random random = new Random(seed);
        int count = 5 + random.nextInt(20);
        double[] weights = new double[count];
        double[] entropies = new double[count];
        double[] sizes = new double[count];
        WeightSlope slope = new WeightSlope();
        for (int i = 0; i < count; i++) {
            // Long chunks, for which what is rounded down is nothing.
            int length = 64 * MEGABYTE + random.nextInt(64 * MEGABYTE);
            int entropy = random.nextInt(length);
            int size = (int) ((1 - noise) * entropy + noise * random.nextInt(length));
            slope.add(length, entropy, size);
            weights[i] = length;
            entropies[i] = (double) entropy / length;
            sizes[i] = (double) size / length;
        }
        double meanEntropy = mean(weights, entropies);
        double meanSize = mean(weights, sizes);
        double entropySpread = 0;
        double jointSpread = 0;
        for (int i = 0; i < count; i++) {
            entropySpread += weights[i] * (entropies[i] - meanEntropy) * (entropies[i] - meanEntropy);
            jointSpread += weights[i] * (entropies[i] - meanEntropy) * (sizes[i] - meanSize);
        }
        double line = jointSpread / entropySpread;
        double rest = 0;
        for (int i = 0; i < count; i++) {
            double off = sizes[i] - meanSize - line * (entropies[i] - meanEntropy);
            rest += weights[i] * off * off;
        }
        double error = Math.sqrt(Math.max(rest, count) / (count - 2) / entropySpread);
        double f = line / error * (line / error);
        double expected = line / meanSize * f / (f + 400);
        assertThat(slope.slope()).isCloseTo(expected, within(1e-3 * Math.abs(expected) + 1e-6));
    }

    private static double mean(double[] weights, double[] values) {
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += weights[i] * values[i];
        }
        return sum / Arrays.stream(weights).sum();
    }

    /** The order in which chunks are added does not matter, nor who adds them. */
    @Property
    void partsAddUp(@ForAll long seed) {
        Random random = new Random(seed);
        WeightSlope whole = new WeightSlope();
        WeightSlope first = new WeightSlope();
        WeightSlope second = new WeightSlope();
        for (int i = 0; i < 50; i++) {
            int bytes = 1 + random.nextInt(8 * MEGABYTE);
            int entropy = random.nextInt(bytes + 1);
            int stored = random.nextInt(bytes + 1);
            whole.add(bytes, entropy, stored);
            (random.nextBoolean() ? first : second).add(bytes, entropy, stored);
        }
        second.merge(first);
        assertThat(second.slope()).isEqualTo(whole.slope());
    }

    @Example
    void alikeOrFewChunksTellNothing() {
        WeightSlope slope = new WeightSlope();
        assertThat(slope.slope()).isZero();
        slope.add(1000, 500, 100);
        slope.add(1000, 900, 800);
        assertThat(slope.slope()).isZero();
        WeightSlope alike = new WeightSlope();
        for (int i = 0; i < 10; i++) {
            alike.add(1000 + i, 500 + i / 2, 100 * i);
        }
        assertThat(alike.slope()).isZero();
        WeightSlope nothing = new WeightSlope();
        for (int i = 0; i < 10; i++) {
            nothing.add(1000, 100 * i, 0);
        }
        assertThat(nothing.slope()).isZero();
    }
}
