package io.compscan.core.fold;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.statistics.RegressionEstimator;
import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.ProfileResult.Estimated;
import io.compscan.result.Refcount;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The references that are not in the sample bound every estimate, by hand. */
final class SketchTallyTest {

    private static final Scheme SCHEME =
            new Scheme("fixed:100", 100, 100, "sha1", List.of("none"), List.of(CompressSample.OFF), 0);

    /** A tenth of the chunks: 10 with 3 references of 100 bytes each. */
    private static SketchTally tally() {
        SketchTally tally = new SketchTally(0.1, 100);
        for (int i = 0; i < 10; i++) {
            tally.add(3, 100);
        }
        return tally;
    }

    private static Layout layout(ChunkSums all) {
        SketchTally tally = tally();
        return tally.layout(SCHEME, all, List.of(new Refcount(3, 10, 1000)), List.of(tally.raw("none", all)));
    }

    /** 34 references to chunks that are not zero, 4 of them to chunks outside of the sample: at most 4 chunks more. */
    @Test
    void noMoreThanTheReferencesOutside() {
        Layout layout = layout(new ChunkSums(34 + 6, 3400 + 600, 6, 600));
        assertThat(layout.uniqueChunkCountHigh()).isEqualTo(14);
        assertThat(layout.uniqueChunkCount()).isEqualTo(14);
        assertThat(layout.uniqueBytesHigh()).isEqualTo(1400);
        assertThat(layout.uniqueBytes()).isEqualTo(1400);
        assertThat(layout.compression().get(0).physicalBytes()).isEqualTo(1400);
    }

    /** Nothing is outside: the estimate is the sample. */
    @Test
    void noReferencesOutside() {
        Layout layout = layout(new ChunkSums(30 + 6, 3000 + 600, 6, 600));
        assertThat(layout.uniqueChunkCountLow()).isEqualTo(10);
        assertThat(layout.uniqueChunkCountHigh()).isEqualTo(10);
        assertThat(layout.uniqueBytesLow()).isEqualTo(1000);
        assertThat(layout.uniqueBytesHigh()).isEqualTo(1000);
        Compression raw = layout.compression().get(0);
        assertThat(raw.compressionRatioLow()).isEqualTo(1);
        assertThat(raw.compressionRatioHigh()).isEqualTo(1);
        assertThat(raw.reductionRatioLow()).isEqualTo(3.6);
        assertThat(raw.reductionRatioHigh()).isEqualTo(3.6);
    }

    /**
     * Far from the bounds: 10 / 0.1 chunks, and the exact Poisson interval of 10, from 4.80 to 18.39. The bytes have
     * {@code sd^2 = 0.9 / 0.01 * 10 * 100^2 * (1 + 2.5 / 10)}, so 1.96 sd is 6574; at least the sample is there.
     */
    @Test
    void farFromTheBounds() {
        Layout layout = layout(new ChunkSums(10_000, 1_000_000, 0, 0));
        assertThat(layout.uniqueChunkCount()).isEqualTo(100);
        assertThat(layout.uniqueChunkCountLow()).isBetween(47L, 48L);
        assertThat(layout.uniqueChunkCountHigh()).isBetween(183L, 184L);
        assertThat(layout.uniqueBytes()).isEqualTo(10_000);
        assertThat(layout.uniqueBytesLow()).isBetween(3424L, 3427L);
        assertThat(layout.uniqueBytesHigh()).isBetween(16_573L, 16_576L);
        Compression raw = layout.compression().get(0);
        assertThat(raw.reductionRatioLow()).isBetween(1_000_000 / 16_576.0, 1_000_000 / 16_573.0);
        assertThat(raw.reductionRatioHigh()).isBetween(1_000_000 / 3427.0, 1_000_000 / 3424.0);
        Refcount row = layout.refcounts().get(0);
        assertThat(row.chunks()).isEqualTo(100);
        assertThat(row.bytes()).isEqualTo(10_000);
        // As wide as the interval of the chunks, which reaches further.
        assertThat(row.bytesLow()).isBetween(3424L, 3427L);
        assertThat(row.bytesHigh()).isBetween(18_380L, 18_400L);
    }

    /** A sample without a copy says little about those of the other chunks. */
    @Test
    void copiesThatNoChunkOfTheSampleHasAreNotNone() {
        SketchTally.Allocated none = SketchTally.Allocated.of(1000, 900, 1100, 0);
        assertThat(none.withMostCopies(Long.MAX_VALUE).copies()).isEqualTo(new Estimated(0, 0, 100));
        assertThat(none.withMostCopies(30).copies()).isEqualTo(new Estimated(0, 0, 30));
        assertThat(none.withMostCopies(0).copies()).isEqualTo(Estimated.exact(0));
    }

    /** Of 1000 bytes, 400 are those of copies. */
    @Test
    void noMoreCopiesThanFurtherReferences() {
        SketchTally.Allocated some = SketchTally.Allocated.of(1000, 900, 1100, 0.4);
        assertThat(some.withMostCopies(Long.MAX_VALUE).copies()).isEqualTo(new Estimated(400, 300, 500));
        assertThat(some.withMostCopies(450).copies()).isEqualTo(new Estimated(400, 300, 450));
        assertThat(some.withMostCopies(350).copies()).isEqualTo(new Estimated(400, 300, 400));
    }

    /** The normal interval of three chunks or less reaches below zero, and a result with such an end is refused. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 30})
    void whatTheKeptChunksTakeIsTheLeastThatAllTake(int keptChunks) {
        int chunkBytes = 131_072;
        SketchTally tally = new SketchTally(0.05, chunkBytes);
        RegressionEstimator sized = new RegressionEstimator();
        for (int i = 0; i < keptChunks; i++) {
            tally.add(1, chunkBytes);
            sized.add(chunkBytes, 40_000 * (i % 3 + 1));
        }
        SketchTally.Allocated all = tally.allocated(sized, null, 0.1);
        assertThat(all.lowBytes()).isBetween(sized.storedBytes(), all.bytes());
        assertThat(all.highBytes()).isGreaterThan(all.bytes());
        assertThat(all.copies().lowBytes()).isNotNegative();
    }
}
