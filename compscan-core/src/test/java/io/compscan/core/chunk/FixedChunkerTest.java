package io.compscan.core.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.compscan.core.chunk.Chunker.ZeroRun;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FixedChunkerTest {

    @ParameterizedTest
    @CsvSource({"4k,4096", "fixed:128k,131072", "512,512", "16m,16777216", "1000,1000"})
    void parses(String text, int bytes) {
        assertThat(FixedChunker.parse(text)).isEqualTo(new FixedChunker(bytes));
        assertThat(FixedChunker.parse(text).name()).isEqualTo("fixed:" + bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "511", "17m", "1t", "5q", "", "fixed:", "-4k"})
    void refuses(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FixedChunker.parse(text))
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }

    /** However a region is cut into pieces, its chunks are those of the definition. */
    @Property
    void piecesDoNotShow(
            @ForAll @IntRange(min = 512, max = 3000) int chunkBytes,
            @ForAll @IntRange(min = 1, max = 5000) int bodyBytes,
            @ForAll @IntRange(min = 0, max = 9000) int regionStart,
            @ForAll @IntRange(min = 1, max = 20000) int regionBytes) {
        FixedChunker chunker = new FixedChunker(chunkBytes);
        int regionEnd = regionStart + regionBytes;
        List<List<Integer>> cut = new ArrayList<>();
        int chunkStart = regionStart;
        for (int from = regionStart; from < regionEnd; from += bodyBytes) {
            int to = Math.min(from + bodyBytes, regionEnd);
            ChunkList chunks = new ChunkList();
            int start = 7;
            CutRange piece = new CutRange(
                    start, start + from - chunkStart, start + to - chunkStart, chunkStart, to == regionEnd);
            int next = chunker.cutter().cut(new byte[0], piece, chunks);
            for (int i = 0; i < chunks.size(); i++) {
                cut.add(List.of(chunks.offset(i) - start + chunkStart, chunks.length(i)));
            }
            chunkStart += next - start;
        }
        assertThat(cut).isEqualTo(definition(chunkBytes, regionStart, regionEnd));
    }

    private static List<List<Integer>> definition(int chunkBytes, int from, int to) {
        List<List<Integer>> chunks = new ArrayList<>();
        for (int start = from; start < to; ) {
            int end = Math.min(to, (start / chunkBytes + 1) * chunkBytes);
            chunks.add(List.of(start, end - start));
            start = end;
        }
        return chunks;
    }

    /** A run of zeros counts as if it had been cut. */
    @Property
    void zeroRunsCountWhatWouldBeCut(
            @ForAll @IntRange(min = 512, max = 3000) int chunkBytes,
            @ForAll @IntRange(min = 0, max = 9000) int from,
            @ForAll @IntRange(min = 0, max = 30000) int runBytes,
            @ForAll boolean endsRegion) {
        FixedChunker chunker = new FixedChunker(chunkBytes);
        ChunkList chunks = new ChunkList();
        int cut = chunker.cut(new byte[0], new CutRange(0, 0, runBytes, from, endsRegion), chunks);
        assertThat(chunker.zeroRun(from, from + runBytes, endsRegion)).isEqualTo(new ZeroRun(chunks.size(), cut));
    }

    @Property
    void longRunsAreExact(@ForAll @LongRange(min = 1, max = 1L << 50) long bytes) {
        ZeroRun run = new FixedChunker(4096).zeroRun(0, bytes, true);
        assertThat(run).isEqualTo(new ZeroRun((bytes + 4095) / 4096, bytes));
    }

    @Test
    void chunksEndAtBodiesThatAreAMultiple() {
        assertThat(new FixedChunker(4096).endsChunksAt(1 << 20)).isTrue();
        assertThat(new FixedChunker(1000).endsChunksAt(1 << 20)).isFalse();
    }
}
