package io.compscan.core.scan.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.chunk.FixedChunker;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SlabGeometryTest {

    private static SlabGeometry of(int... sizes) {
        return SlabGeometry.of(
                IntStream.of(sizes).<Chunker>mapToObj(FixedChunker::new).toList());
    }

    @Test
    void powersOfTwoCarryNothingOver() {
        assertThat(of(4096)).isEqualTo(new SlabGeometry(1 << 20, 0, 1));
        assertThat(of(512, 131_072, 16 << 20)).isEqualTo(new SlabGeometry(16 << 20, 0, 3));
    }

    @Property
    void everyChunkFitsIntoAPieceAndSlabsStaySmall(@ForAll List<@IntRange(min = 512, max = 16 << 20) Integer> sizes) {
        if (sizes.isEmpty()) {
            return;
        }
        SlabGeometry geometry = of(sizes.stream().mapToInt(Integer::intValue).toArray());
        assertThat(geometry.bodyBytes()).isBetween(1 << 20, 17 << 20);
        assertThat(geometry.carryBytes()).isLessThanOrEqualTo(16 << 20);
        for (int size : sizes) {
            assertThat(geometry.bodyBytes() % size == 0 || geometry.carryBytes() >= size)
                    .isTrue();
        }
    }

    /** A run is measured as a whole, so no body ends in it. */
    @Property
    void bodiesHoldWholeRuns(
            @ForAll List<@IntRange(min = 512, max = 16 << 20) Integer> sizes, @ForAll @IntRange(max = 12) int log) {
        List<Chunker> chunkers = sizes.stream().<Chunker>map(FixedChunker::new).toList();
        int runBytes = 4096 << log;
        SlabGeometry geometry = SlabGeometry.of(chunkers, runBytes);
        assertThat(geometry.bodyBytes() % runBytes).isZero();
        assertThat(geometry.bodyBytes()).isBetween(1 << 20, 32 << 20);
    }

    @Test
    void bodiesAreLongAgainstTheLongestChunk() {
        assertThat(SlabGeometry.of(ChunkerSpecs.parse("fastcdc:8k"))).isEqualTo(new SlabGeometry(1 << 20, 65_536, 1));
        assertThat(SlabGeometry.of(ChunkerSpecs.parse("buzhash:2m,4k")))
                .isEqualTo(new SlabGeometry(16 << 20, 8 << 20, 2));
        assertThat(SlabGeometry.of(ChunkerSpecs.parse("rabin:8m,max=64m,3000,7m"))
                        .bodyBytes())
                .isGreaterThanOrEqualTo(128 << 20);
    }
}
