package io.compscan.core.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fold.SampleRule.SizeSums;
import io.compscan.core.index.SampleLevels;
import io.compscan.result.Compression;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SamplerTest {

    private static final int FULL = 4096;

    private record Chunk(long key, int length, int stored) {}

    /** Two kinds of data of different size and compressibility, the first of which comes first unless shuffled. */
    private static List<Chunk> chunks(Random random) {
        List<Chunk> chunks = new ArrayList<>();
        for (int part = 0; part < 2; part++) {
            int count = random.nextInt(12_000);
            double mean = random.nextDouble();
            double spread = random.nextDouble();
            for (int i = 0; i < count; i++) {
                int length = random.nextInt(10) == 0 ? 1 + random.nextInt(FULL) : FULL;
                double share = mean + spread * (random.nextDouble() - 0.5);
                int stored = (int) Math.max(1, Math.min(length, Math.round(share * length)));
                chunks.add(new Chunk(random.nextLong(), length, stored));
            }
        }
        return chunks;
    }

    private static SampleRule rule(boolean auto, double rate) {
        // As auto, at a width at which few chunks will do.
        double needed = SampleRule.atLeast(0.5).fullSizesNeeded();
        return auto ? new SampleRule(new SampleLevels(0x1p-20), needed) : SampleRule.atLeast(rate);
    }

    /** The definition: everything is known, and only the data decides. */
    private static Compression expected(SampleRule rule, List<Chunk> chunks) {
        SampleFold fold = new SampleFold(rule, FULL);
        chunks.forEach(chunk -> fold.add(chunk.key, chunk.length, chunk.stored));
        return compression(fold, chunks);
    }

    private static Compression compression(SampleFold fold, List<Chunk> chunks) {
        long uniqueBytes = chunks.stream().mapToLong(Chunk::length).sum();
        return fold.compression("test", uniqueBytes, chunks.size(), uniqueBytes);
    }

    /** Workers ask for a chunk at one time and report it at another, in any order. */
    private static Compression scanned(SampleRule rule, List<Chunk> chunks, Random luck, boolean inOrder) {
        List<Chunk> order = new ArrayList<>(chunks);
        if (!inOrder) {
            Collections.shuffle(order, luck);
        }
        Sampler control = new Sampler(rule, FULL);
        SampleFold fold = new SampleFold(rule, FULL);
        ArrayDeque<Chunk> inFlight = new ArrayDeque<>();
        int most = 1 + luck.nextInt(3000);
        for (Chunk chunk : order) {
            boolean wanted = control.wants(chunk.key);
            fold.add(chunk.key, chunk.length, wanted ? chunk.stored : 0);
            if (wanted) {
                inFlight.add(chunk);
            }
            while (inFlight.size() > most || (!inFlight.isEmpty() && luck.nextInt(3) == 0)) {
                Chunk done = luck.nextBoolean() ? inFlight.removeFirst() : inFlight.removeLast();
                control.report(done.key, done.stored);
            }
        }
        return compression(fold, chunks);
    }

    @Property(tries = 60)
    void theResultIsThatOfTheDataWhateverTheOrderAndTheDelay(
            @ForAll long seed, @ForAll boolean auto, @ForAll @IntRange(min = 1, max = 100) int percent) {
        List<Chunk> chunks = chunks(new Random(seed));
        SampleRule rule = rule(auto, percent / 100.0);
        Compression expected = expected(rule, chunks);
        Random luck = new Random(seed + 1);

        for (int i = 0; i < 4; i++) {
            assertThat(scanned(rule, chunks, luck, i % 2 == 0)).isEqualTo(expected);
        }
    }

    @Property(tries = 40)
    void mergingScansGivesTheResultOfScanningAllAtOnce(@ForAll long seed, @ForAll boolean auto) {
        List<Chunk> all = chunks(new Random(seed));
        SampleRule rule = rule(auto, 0.05);
        SampleFold merged = new SampleFold(rule, FULL);
        int half = all.size() / 3;
        for (List<Chunk> part : List.of(all.subList(0, half), all.subList(half, all.size()))) {
            Sampler control = new Sampler(rule, FULL);
            for (Chunk chunk : part) {
                boolean wanted = control.wants(chunk.key);
                merged.add(chunk.key, chunk.length, wanted ? chunk.stored : 0);
                if (wanted) {
                    control.report(chunk.key, chunk.stored);
                }
            }
        }

        assertThat(compression(merged, all)).isEqualTo(expected(rule, all));
    }

    @Test
    void asksForLessOnceLessWillDo() {
        Random random = new Random(7);
        Sampler control = new Sampler(rule(true, 1), FULL);
        int[] wanted = new int[4];
        for (int i = 0; i < 400_000; i++) {
            long key = random.nextLong();
            if (control.wants(key)) {
                wanted[i / 100_000]++;
                control.report(key, FULL / 4 + random.nextInt(FULL / 2));
            }
        }

        assertThat(wanted[0]).as("of 100,000").isBetween(2000, 12_000);
        assertThat(wanted[3]).isBetween(200, 1200).isLessThan(wanted[0] / 4);
    }

    @Test
    void theBoundNeverRisesAndHoldsWhateverIsAdded() {
        Random random = new Random(11);
        for (int trial = 0; trial < 300; trial++) {
            SizeSums sums = new SizeSums();
            double bound = Double.POSITIVE_INFINITY;
            int most = 1 + random.nextInt(FULL);
            for (int i = 0; i < 300; i++) {
                if (random.nextInt(60) == 0) {
                    most = 1 + random.nextInt(FULL);
                }
                sums.add(1 + random.nextInt(most), FULL);
                assertThat(sums.bound()).isLessThanOrEqualTo(bound * (1 + 1e-12));
                bound = sums.bound();
            }
        }
    }

    @Test
    void levelsAreNestedAndAsLargeAsTheySay() {
        SampleLevels levels = new SampleLevels(0.07);
        assertThat(levels.rateOf(0)).isEqualTo(1);
        assertThat(levels.rateOf(levels.count() - 1)).isEqualTo(0.07);
        assertThat(levels.rateOf(4)).isEqualTo(0.5);
        assertThat(new SampleLevels(1).count()).isEqualTo(1);

        Random random = new Random(3);
        int[] held = new int[levels.count()];
        byte[] fingerprint = new byte[20];
        for (int i = 0; i < 200_000; i++) {
            random.nextBytes(fingerprint);
            // As in one shard of one trie leaf: the key must not care.
            fingerprint[0] = 17;
            fingerprint[1] = 4;
            held[levels.levelOf(SampleLevels.key(fingerprint, 0, 20))]++;
        }
        int beyond = 0;
        for (int level = levels.count() - 1; level >= 0; level--) {
            beyond += held[level];
            double expected = 200_000 * levels.rateOf(level);
            assertThat((double) beyond).as("level " + level).isBetween(expected - 1000, expected + 1000);
        }
        assertThat(levels.levelOf(-1L)).isZero();
        assertThat(levels.levelOf(0)).isEqualTo(levels.count() - 1);
        for (int level = 0; level < levels.count(); level++) {
            assertThat(levels.levelOf(levels.maxKey(level))).isEqualTo(level);
        }
    }

    @ParameterizedTest
    @CsvSource({"10%,0.1", "0.1,0.1", "1/64,0.015625", "100%,1", "1,1", "2.5 %,0.025", "1/1,1"})
    void ratesAreReadInThreeWays(String text, double rate) {
        assertThat(CompressSample.parse(text)).isEqualTo(new CompressSample(CompressSample.Kind.RATE, rate));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "0%", "1/0", "0/0", "-1", "101%", "1.5", "2/1", "ten", "1e-3", "NaN", "Auto!"})
    void refusesWhatIsNoRate(String text) {
        assertThatThrownBy(() -> CompressSample.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'" + text + "' is not auto, off or a rate such as 10%, 0.1 or 1/64");
    }

    @Test
    void samplesForEveryCompressorUnlessToldOtherwise() {
        for (String any : List.of(
                "lz4",
                "lz4:9",
                "lz4hc",
                "zstd",
                "zstd:-5",
                "zstd:19",
                "deflate:1",
                "xz",
                "gozstd",
                "zfslz4",
                "lz4stream",
                "snappy",
                "zle",
                "zstdstream")) {
            assertThat(CompressSample.BY_COMPRESSOR
                            .of(CompressorSpec.parse(any))
                            .rule())
                    .isSameAs(SampleRule.AUTO);
            assertThat(CompressSample.OFF.of(CompressorSpec.parse(any)).rule()).isSameAs(SampleRule.EVERYTHING);
        }
        assertThat(CompressSample.BY_COMPRESSOR.of(CompressorSpec.parse("none")).rule())
                .isSameAs(SampleRule.EVERYTHING);
        assertThat(CompressSample.parse("1%")
                        .of(CompressorSpec.parse("nonzero"))
                        .rule())
                .isSameAs(SampleRule.EVERYTHING);
        assertThat(CompressSample.parse("100%")
                        .of(CompressorSpec.parse("xz"))
                        .rule()
                        .samples())
                .isFalse();
    }
}
