package io.compscan.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.ChunkerSpecs;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** A stretch of a unit, cut by itself, against the same bytes in a pass over the whole unit. */
class StretchChunkerTest {

    private static final int MAX_CHUNK_BYTES = 4096;

    private record Chunk(long from, long to) {}

    private static byte[] data(long seed, int length) {
        Random random = new Random(seed);
        byte[] data = new byte[length];
        int at = 0;
        while (at < length) {
            int to = Math.min(length, at + 1 + random.nextInt(5000));
            boolean isZero = random.nextInt(4) == 0;
            for (; at < to; at++) {
                data[at] = isZero ? 0 : (byte) random.nextInt();
            }
        }
        return data;
    }

    /** The chunks of {@code data[from, to)}, with their places in the unit, cut by a chunker that sees it as a unit. */
    private static List<Chunk> cut(Chunker chunker, byte[] data, int from, int to) {
        ChunkList chunks = new ChunkList();
        chunker.cutter().cutRegion(data, from, to, 0, chunks);
        List<Chunk> cut = new ArrayList<>();
        for (int i = 0; i < chunks.size(); i++) {
            cut.add(new Chunk(chunks.offset(i), chunks.offset(i) + chunks.length(i)));
        }
        return cut;
    }

    /** A stretch that begins at a cut has the cuts of the whole, save for the chunk that the unit goes on with. */
    @Property(tries = 100)
    void aStretchHasTheCutsOfTheWhole(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 60_000) int length,
            @ForAll @IntRange(min = 0, max = 1000) int first,
            @ForAll @IntRange(min = 0, max = 60_000) int stretchBytes,
            @ForAll boolean fixed) {
        Chunker chunker =
                ChunkerSpecs.parse(fixed ? "1000" : "fastcdc:1k,max=4k").get(0);
        byte[] data = data(seed, length);
        List<Chunk> whole = cut(chunker, data, 0, length);
        int from = (int) whole.get(first % whole.size()).from();
        int to = Math.min(length, from + stretchBytes);
        boolean endsUnit = to == length;
        List<Chunk> expected = whole.stream()
                .filter(chunk -> chunk.from() >= from && chunk.to() <= to)
                .toList();
        List<Chunk> found = cut(new StretchChunker(chunker, from, endsUnit), data, from, to);
        if (!endsUnit && !fixed) {
            // Without the bytes behind the stretch nobody knows whether its last chunk ends there.
            assertThat(expected).startsWith(found.toArray(Chunk[]::new));
            long known = found.isEmpty() ? from : found.get(found.size() - 1).to();
            assertThat(to - known).isLessThanOrEqualTo(MAX_CHUNK_BYTES);
        } else {
            assertThat(found).isEqualTo(expected);
        }
    }

    @Test
    void zerosAreThoseOfTheUnit() {
        Chunker chunker = ChunkerSpecs.parse("fastcdc:1k,max=4k").get(0);
        long from = 1L << 40;
        assertThat(new StretchChunker(chunker, from, true).zeroRun(7, 100_000, true))
                .isEqualTo(chunker.zeroRun(from + 7, from + 100_000, true));
        assertThat(new StretchChunker(chunker, from, false).zeroRun(7, 100_000, true))
                .isEqualTo(chunker.zeroRun(from + 7, from + 100_000, false));
    }
}
