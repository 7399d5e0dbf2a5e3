package io.compscan.core.tools.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.compscan.result.Refcount;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A generated dataset has the chunks that its ground truth and its specification say. */
final class GeneratorTest {

    @Provide
    Arbitrary<DatasetSpec> specs() {
        return Combinators.combine(
                        Arbitraries.of(512, 1024, 4096, 6000, 65_536),
                        Arbitraries.longs().between(1, 700),
                        Arbitraries.of("1", "1.25", "1.5", "2", "2.5", "3.0", "3.3", "8", "10"),
                        Arbitraries.of("1", "1.1", "1.5", "2.0", "3", "4"),
                        Arbitraries.of("0", "0.01", "0.1", "0.25", "0.5"),
                        Arbitraries.integers().between(1, 40),
                        Arbitraries.of(1, 1, 1, 2, 7, 16),
                        Arbitraries.longs())
                .filter((chunk, chunks, dedup, compress, zero, files, run, seed) -> files <= chunks * 0.5
                        && chunks >= 25
                        // Of two or three small chunks not every ratio can be had.
                        && chunks >= 12 * Double.parseDouble(dedup))
                .as((chunk, chunks, dedup, compress, zero, files, run, seed) -> DatasetSpec.ofSize(chunks * chunk)
                        .chunkBytes(chunk)
                        .dedup(dedup)
                        .compress(compress, "lz4")
                        .zeroShare(zero)
                        .files(files)
                        .runBytes(run * chunk)
                        .mates(List.of(Mates.FAR, Mates.NEAR, Mates.HALVES).get((int) Math.floorMod(seed, 3L)))
                        .seed(seed)
                        .build());
    }

    @Property(tries = 300)
    @Slow
    void comesBackAsItsGroundTruthSays(@ForAll("specs") DatasetSpec spec) throws Exception {
        CountedDataset.verify(new Generator(spec), spec);
    }

    @Property(tries = 60)
    @Slow
    void comesBackWithAShortTail(@ForAll("specs") DatasetSpec spec) throws Exception {
        int tail = 1 + (int) Math.floorMod(spec.seed(), spec.chunkBytes() - 1L);
        DatasetSpec longer = DatasetSpec.ofSize(spec.sizeBytes() + tail)
                .chunkBytes(spec.chunkBytes())
                .dedup(spec.dedup())
                .zeroShare(spec.zeroShare())
                .files(spec.fileCount())
                .seed(spec.seed())
                .build();
        Generator generator = new Generator(longer);
        assertThat(generator.groundTruth().logicalBytes()).isEqualTo(longer.sizeBytes());
        CountedDataset.verify(generator, longer);
    }

    @Property(tries = 300)
    void theRatioIsExactlyTheOneAskedFor(@ForAll("specs") DatasetSpec spec) {
        GroundTruth truth = new Generator(spec).groundTruth();
        long nonZeroChunks = truth.nonZeroBytes() / spec.chunkBytes();
        BigDecimal uniqueByRatio = BigDecimal.valueOf(truth.uniqueChunkCount()).multiply(spec.dedup());
        if (truth.logicalBytes() == spec.sizeBytes()) {
            // The nearest, if it is not exact: a chunk more or less would be farther off.
            assertThat(uniqueByRatio.doubleValue())
                    .isCloseTo((double) nonZeroChunks, within(spec.dedup().doubleValue()));
        } else {
            assertThat(uniqueByRatio).isEqualByComparingTo(BigDecimal.valueOf(nonZeroChunks));
            assertThat(truth.logicalBytes()).isBetween(spec.sizeBytes() * 3 / 4, spec.sizeBytes());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "10737418240, 3.0, 10737414144",
        "10737418240, 2.0, 10737418240",
        "1048576, 2.5, 1044480",
        "1099511627776, 1.7, 1099511562240",
        "1099511627776, 1, 1099511627776"
    })
    void leavesOffAFewChunksToMeetTheRatio(long sizeBytes, String dedup, long writtenBytes) {
        GroundTruth truth =
                new Generator(DatasetSpec.ofSize(sizeBytes).dedup(dedup).build()).groundTruth();
        assertThat(truth.dedupRatio()).isEqualTo(Double.parseDouble(dedup));
        assertThat(truth.logicalBytes()).isEqualTo(writtenBytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0.1", "0.333", "0.999", "1"})
    void theZeroShareIsExact(String share) throws Exception {
        DatasetSpec spec =
                DatasetSpec.ofSize(1000 * 512).chunkBytes(512).zeroShare(share).build();
        Generator generator = new Generator(spec);
        assertThat(generator.groundTruth().zeroChunkCount()).isEqualTo(Math.round(1000 * Double.parseDouble(share)));
        CountedDataset.verify(generator, spec);
    }

    /** How many places lie between a chunk and its copy before, on average, as a share of all places. */
    private static double distance(Mates mates) throws IOException {
        DatasetSpec spec = DatasetSpec.ofSize(8000 * 512)
                .chunkBytes(512)
                .dedup("2.0")
                .mates(mates)
                .seed(7)
                .build();
        byte[] all = new Generator(spec).openAll().readAllBytes();
        Map<String, Integer> last = new HashMap<>();
        double sum = 0;
        int count = 0;
        for (int i = 0; i < all.length / 512; i++) {
            String chunk = new String(all, 512 * i, 512, StandardCharsets.ISO_8859_1);
            Integer before = last.put(chunk, i);
            if (before != null) {
                sum += i - before;
                count++;
            }
        }
        return sum / count / (all.length / 512.0);
    }

    @Test
    void matesLieAsFarApartAsAskedFor() throws Exception {
        assertThat(distance(Mates.FAR)).isBetween(0.15, 0.4);
        assertThat(distance(Mates.NEAR)).isLessThan(0.05);
        // Two references to each chunk would be half of it; some chunks have one, and some many.
        assertThat(distance(Mates.HALVES)).isBetween(0.15, 0.5);
        RefcountBins pairs = new RefcountBins(List.of(new RefcountBins.Bin(2, 1000)));
        Generator halves = new Generator(DatasetSpec.ofSize(0)
                .histogram(pairs)
                .chunkBytes(512)
                .mates(Mates.HALVES)
                .build());
        byte[] all = halves.openAll().readAllBytes();
        assertThat(Arrays.copyOf(all, all.length / 2)).isEqualTo(Arrays.copyOfRange(all, all.length / 2, all.length));
    }

    @Test
    void rebuildsAHistogram() throws Exception {
        RefcountBins histogram = new RefcountBins(
                List.of(new RefcountBins.Bin(1, 500), new RefcountBins.Bin(2, 90), new RefcountBins.Bin(40, 3)));
        DatasetSpec same = DatasetSpec.ofSize(0)
                .histogram(histogram)
                .zeroShare("0.2")
                .files(7)
                .build();
        Generator generator = new Generator(same);
        assertThat(generator.groundTruth().refcounts())
                .containsExactly(
                        new Refcount(1, 500, 500 * 4096),
                        new Refcount(2, 90, 90 * 4096),
                        new Refcount(40, 3, 3 * 4096));
        assertThat(generator.groundTruth().zeroChunkCount()).isEqualTo(800 / 4);
        CountedDataset.verify(generator, same);

        DatasetSpec half = DatasetSpec.ofSize(400 * 4096)
                .histogram(histogram)
                .runBytes(4 * 4096)
                .build();
        Generator scaled = new Generator(half);
        assertThat(scaled.groundTruth().logicalBytes()).isEqualTo(400 * 4096);
        assertThat(scaled.groundTruth().refcounts())
                .containsExactly(
                        new Refcount(1, 250, 250 * 4096), new Refcount(2, 55, 55 * 4096), new Refcount(40, 1, 4096));
        CountedDataset.verify(scaled, half);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1000000 | 0.5 | 1 | lz4 | 4096 | 1 | dedup 0.5: must be at least 1",
                "409600 | 101 | 1 | lz4 | 4096 | 1 | dedup 101: there are only 100 chunks that are not zero",
                "1000000 | 1 | 0.9 | lz4 | 4096 | 1 | compress 0.9: must be at least 1",
                "1000000 | 1 | 2 | none | 4096 | 1 | compress 2: none does not get beyond 1 on chunks of 4 KiB",
                "1000000 | 1 | 500 | zstd:9 | 4096 | 1 | compress 500: zstd:9 does not get beyond",
                "1000000 | 1 | 1 | lz4 | 511 | 1 | chunk 511: must lie in 512 bytes to 16 MiB",
                "1000000 | 1 | 1 | lz4 | 4096 | 0 | files 0: must lie in 1 to 10000000",
                "409600 | 1 | 1 | lz4 | 4096 | 101 | files 101: there are only 100 chunks of 4 KiB for them",
                "0 | 1 | 1 | lz4 | 4096 | 1 | size 0: must be at least 1 byte"
            })
    void refusesWithOneLine(
            long size, String dedup, String compress, String compressor, int chunk, int files, String message) {
        assertThatThrownBy(() -> new Generator(DatasetSpec.ofSize(size)
                        .dedup(dedup)
                        .compress(compress, compressor)
                        .chunkBytes(chunk)
                        .files(files)
                        .build()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }
}
