package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.Chunker;
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
    void powersOfTwoNeedNoLookahead() {
        assertThat(of(4096)).isEqualTo(new SlabGeometry(1 << 20, 0));
        assertThat(of(512, 131_072, 16 << 20)).isEqualTo(new SlabGeometry(16 << 20, 0));
    }

    @Property
    void everyChunkFitsIntoAPieceAndSlabsStaySmall(@ForAll List<@IntRange(min = 512, max = 16 << 20) Integer> sizes) {
        if (sizes.isEmpty()) {
            return;
        }
        SlabGeometry geometry = of(sizes.stream().mapToInt(Integer::intValue).toArray());
        assertThat(geometry.bodyBytes()).isBetween(1 << 20, 17 << 20);
        assertThat(geometry.lookaheadBytes()).isLessThan(16 << 20);
        for (int size : sizes) {
            assertThat(geometry.bodyBytes() % size == 0 || geometry.lookaheadBytes() >= size - 1)
                    .isTrue();
        }
    }
}
