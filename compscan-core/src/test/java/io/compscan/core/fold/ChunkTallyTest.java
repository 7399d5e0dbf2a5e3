package io.compscan.core.fold;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.fold.histogram.ReferenceHistogram;
import io.compscan.result.Refcount;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Counts worked out by hand. */
final class ChunkTallyTest {

    @Test
    void zerosAreChunksToo() {
        ChunkTally tally = new ChunkTally();
        tally.addChunk(100);
        tally.addChunks(3, 1200);
        tally.addZeros(5, 2500);
        tally.addZeros(1, 40);
        assertThat(tally.sums()).isEqualTo(new ChunkSums(10, 3840, 6, 2540));
        assertThat(tally.nonZeroBytes()).isEqualTo(1300);
        assertThat(tally.zeroBytes()).isEqualTo(2540);
        ChunkTally other = new ChunkTally();
        other.addChunk(7);
        other.addZeros(2, 30);
        tally.merge(other);
        assertThat(tally.sums()).isEqualTo(new ChunkSums(13, 3877, 8, 2570));
    }

    @Test
    void rowsFollowEachOtherWhereTheHistogramChangesItsShape() {
        ReferenceHistogram histogram = new ReferenceHistogram();
        ReferenceHistogram other = new ReferenceHistogram();
        for (long references : new long[] {1, 1023, 1024, 1025, 1L << 40}) {
            histogram.add(references, 10);
            other.add(references, 1);
            other.add(references, 2);
        }
        other.add(3, 5);
        histogram.merge(other);
        assertThat(histogram.rows())
                .isEqualTo(List.of(
                        new Refcount(1, 3, 13),
                        new Refcount(3, 1, 5),
                        new Refcount(1023, 3, 13),
                        new Refcount(1024, 3, 13),
                        new Refcount(1025, 3, 13),
                        new Refcount(1L << 40, 3, 13)));
    }
}
