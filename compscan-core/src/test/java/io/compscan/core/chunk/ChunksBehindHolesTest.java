package io.compscan.core.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.compscan.core.chunk.Chunker.ZeroRun;
import io.compscan.core.chunk.FixedChunker.Files;
import io.compscan.core.scan.read.SlabGeometry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chunks of files that have holes. */
class ChunksBehindHolesTest {

    private static final int BLOCK = FixedChunker.BLOCK_BYTES;
    private static final int CHUNK = 4 * BLOCK;

    private static FixedChunker chunker() {
        return new FixedChunker(CHUNK, Files.ALIKE, true);
    }

    private static Cutter cutter(int runBytes) {
        return Objects.requireNonNull(chunker().fileRules().sparseCutters()).apply(runBytes);
    }

    /** Where a chunk begins, how long it is, and whether it is a part of a hole. */
    private record Chunk(int from, int length) {}

    /** Stretches of blocks of one kind are found first, then cut: the chunker does both at once. */
    private static List<Chunk> definition(byte[] unit, int from) {
        List<Chunk> chunks = new ArrayList<>();
        int at = from;
        while (at < unit.length) {
            boolean isHole = isHole(unit, at);
            int end = at;
            while (end < unit.length && isHole(unit, end) == isHole) {
                end = Math.min(unit.length, end / BLOCK * BLOCK + BLOCK);
            }
            int origin = isHole ? 0 : (at + BLOCK - 1) / BLOCK * BLOCK;
            // Data that begins within a block fills the chunk of that block to a multiple of blocks.
            int first = isHole || at == origin ? 0 : origin - at;
            for (int start = at; start < end; ) {
                int next = isHole
                        ? (start / CHUNK + 1) * CHUNK
                        : start == at && first > 0 ? start + first + CHUNK - BLOCK : start + CHUNK;
                next = Math.min(next, end);
                chunks.add(new Chunk(start, next - start));
                start = next;
            }
            at = end;
        }
        return chunks;
    }

    private static boolean isHole(byte[] unit, int at) {
        int end = Math.min(unit.length, at / BLOCK * BLOCK + BLOCK);
        for (int i = at; i < end; i++) {
            if (unit[i] != 0) {
                return false;
            }
        }
        return true;
    }

    private static byte[] unit(Random random, int bytes) {
        byte[] unit = new byte[bytes];
        for (int at = 0; at < bytes; ) {
            int end = Math.min(bytes, at + random.nextInt(10) * BLOCK + random.nextInt(3) * 700 + 1);
            if (random.nextInt(3) > 0) {
                Arrays.fill(unit, at, end, (byte) 1);
            }
            at = end;
        }
        return unit;
    }

    /** However a region is cut into pieces, its chunks are those of the definition. */
    @Property(tries = 500)
    void piecesDoNotShow(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 60 * BLOCK) int unitBytes,
            @ForAll @IntRange(min = 1, max = 9 * BLOCK) int bodyBytes,
            @ForAll @IntRange(max = 3) int sectors) {
        byte[] unit = unit(new Random(seed), unitBytes);
        int regionStart = Math.min(unitBytes - 1, sectors * 512);
        List<Chunk> cut = new ArrayList<>();
        Cutter cutter = cutter(0);
        int chunkStart = regionStart;
        for (int from = regionStart; from < unitBytes; from += bodyBytes) {
            int to = Math.min(from + bodyBytes, unitBytes);
            int start = 7;
            byte[] buffer = new byte[start + to - chunkStart];
            System.arraycopy(unit, chunkStart, buffer, start, to - chunkStart);
            ChunkList chunks = new ChunkList();
            cutter.scan(buffer, start + from - chunkStart, buffer.length);
            int next = cutter.cut(
                    buffer,
                    new CutRange(start, start + from - chunkStart, buffer.length, chunkStart, to == unitBytes),
                    chunks);
            for (int i = 0; i < chunks.size(); i++) {
                cut.add(new Chunk(chunks.offset(i) - start + chunkStart, chunks.length(i)));
                assertThat(chunks.length(i)).isLessThanOrEqualTo(CHUNK);
            }
            chunkStart += next - start;
        }
        assertThat(cut).isEqualTo(definition(unit, regionStart));
    }

    /** Runs change no chunk; those of one run of data end in the same piece. */
    @Property(tries = 300)
    void runsEndTogether(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 60 * BLOCK) int unitBytes,
            @ForAll @IntRange(min = 1, max = 20 * BLOCK) int bodyBytes) {
        byte[] unit = unit(new Random(seed), unitBytes);
        int runBytes = 3 * CHUNK;
        Cutter cutter = cutter(runBytes);
        List<Chunk> cut = new ArrayList<>();
        int runStart = 0;
        for (int from = 0; from < unitBytes; from += bodyBytes) {
            int to = Math.min(from + bodyBytes, unitBytes);
            ChunkList chunks = new ChunkList();
            int next = cutter.cut(unit, new CutRange(runStart, from, to, runStart, to == unitBytes), chunks);
            for (int i = 0; i < chunks.size(); i++) {
                cut.add(new Chunk(chunks.offset(i), chunks.length(i)));
            }
            assertThat(to - next).as("what is kept back").isLessThan(runBytes);
            if (next < unitBytes && !isHole(unit, next)) {
                int stretch = next;
                while (stretch > 0 && !isHole(unit, stretch - BLOCK)) {
                    stretch -= BLOCK;
                }
                assertThat((next - stretch) % runBytes).as("where a run begins").isZero();
            }
            runStart = next;
        }
        assertThat(cut).isEqualTo(definition(unit, 0));
    }

    /** A hole that is skipped counts as if it had been read. */
    @Property(tries = 200)
    void holesCountWhatWouldBeCut(
            @ForAll @IntRange(max = 20) int fromBlocks,
            @ForAll @IntRange(max = 20) int blocks,
            @ForAll @IntRange(max = 4095) int rest,
            @ForAll boolean endsRegion) {
        int from = fromBlocks * BLOCK;
        int bytes = blocks * BLOCK + (endsRegion ? rest : 0);
        ChunkList chunks = new ChunkList();
        int cut = cutter(0).cut(new byte[bytes], new CutRange(0, 0, bytes, from, endsRegion), chunks);
        assertThat(chunker().zeroRun(from, from + bytes, endsRegion)).isEqualTo(new ZeroRun(chunks.size(), cut));
    }

    @Test
    void onlyFilesWithHolesAreCutSo() {
        FixedChunker plain = new FixedChunker(CHUNK, Files.APART, true);
        assertThat(plain.fileRules().sparseFileBytes()).isEqualTo(CHUNK);
        assertThat(plain.fileRules().sparseCutters()).isNotNull();
        assertThat(plain.name()).isEqualTo("fixed:16384,files=apart,extents=whole");
        assertThat(plain.fileRules().areShortFilesApart()).isTrue();
        assertThat(plain.endsChunksAt(CHUNK)).isTrue();
        assertThat(SlabGeometry.of(List.of(plain)).carryBytes())
                .as("bodies of files with holes")
                .isEqualTo(CHUNK);
        FixedChunker other = new FixedChunker(CHUNK, Files.APART);
        assertThat(other.fileRules().sparseFileBytes()).isEqualTo(Long.MAX_VALUE);
        assertThat(SlabGeometry.of(List.of(other)).carryBytes()).isZero();
        assertThat(other.fileRules().sparseCutters()).isNull();
    }

    /** Windows of such chunks, and runs of compressors, fit each other then. */
    @ParameterizedTest
    @ValueSource(ints = {2048, 6000, 12_288, 8 << 20})
    void chunksOfExtentsArePowersOfTwo(int bytes) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FixedChunker(bytes, Files.ALIKE, true))
                .withMessage("chunks of extents are powers of two from 4096 bytes to 4m long, and " + bytes
                        + " bytes are none");
    }
}
