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
        for (int from = regionStart; from < regionEnd; from += bodyBytes) {
            int body = Math.min(bodyBytes, regionEnd - from);
            int available = Math.min(regionEnd - from, body + chunker.lookaheadBytes(bodyBytes) + chunkBytes);
            ChunkList chunks = new ChunkList();
            int start = 7;
            chunker.cut(
                    new byte[0],
                    new Piece(start, body, available, from, from == regionStart, from + available == regionEnd),
                    chunks);
            for (int i = 0; i < chunks.size(); i++) {
                cut.add(List.of(chunks.offset(i) - start + from, chunks.length(i)));
            }
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
            @ForAll @IntRange(min = 1, max = 30000) int runBytes,
            @ForAll @IntRange(min = 0, max = 4000) int behind,
            @ForAll boolean startsRegion) {
        FixedChunker chunker = new FixedChunker(chunkBytes);
        int to = from + runBytes;
        int regionEnd = to + behind;
        ChunkList chunks = new ChunkList();
        chunker.cut(new byte[0], new Piece(0, runBytes, regionEnd - from, from, startsRegion, true), chunks);
        long bytes = 0;
        for (int i = 0; i < chunks.size(); i++) {
            bytes += chunks.length(i);
        }
        assertThat(chunker.zeroRun(from, to, startsRegion, regionEnd)).isEqualTo(new ZeroRun(chunks.size(), bytes));
    }

    @Property
    void longRunsAreExact(@ForAll @LongRange(min = 1, max = 1L << 50) long bytes) {
        ZeroRun run = new FixedChunker(4096).zeroRun(0, bytes, true, bytes);
        assertThat(run).isEqualTo(new ZeroRun((bytes + 4095) / 4096, bytes));
    }

    @Test
    void bodiesThatAreAMultipleNeedNoLookahead() {
        assertThat(new FixedChunker(4096).lookaheadBytes(1 << 20)).isZero();
        assertThat(new FixedChunker(1000).lookaheadBytes(1 << 20)).isEqualTo(999);
    }
}
