package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.scan.MemorySource.MemoryUnit;
import io.compscan.result.Layout;
import io.compscan.testing.Slow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Chunking that begins anew behind the holes of a file, as extents of Btrfs do. */
class SparseFilesTest {

    private static final int BLOCK = 4096;
    private static final int CHUNK = 8 * BLOCK;
    private static final String CHUNKING = "32k,files=apart,extents=whole";

    private static MemoryUnit sparse(String name, byte[] content) {
        return new MemoryUnit(name, "img", content.length, content, -1, true);
    }

    /** Blocks of few kinds, and holes between them, some of more than a slab. */
    private static byte[] image(Random random) {
        byte[] image = new byte[(1 + random.nextInt(900)) * BLOCK + random.nextInt(2) * 100];
        for (int at = 0; at < image.length; ) {
            int end = Math.min(image.length, at + (1 + random.nextInt(random.nextBoolean() ? 10 : 400)) * BLOCK);
            int kind = random.nextInt(4);
            for (; at < end; at += BLOCK) {
                Arrays.fill(image, at, Math.min(end, at + BLOCK), (byte) (kind == 0 ? 0 : kind + random.nextInt(2)));
            }
            at = end;
        }
        return image;
    }

    /** Each stretch of data, cut from its beginning; of an image without a hole the same, from the image's beginning. */
    private static Map<List<Byte>, Integer> chunks(byte[] image) {
        Map<List<Byte>, Integer> chunks = new HashMap<>();
        for (int at = 0; at < image.length; ) {
            if (image[at] == 0) {
                at += BLOCK;
                continue;
            }
            int end = at;
            while (end < image.length && end - at < CHUNK && image[end] != 0) {
                end = Math.min(image.length, end + BLOCK);
            }
            // A block is of one byte, so the first bytes of blocks tell all, with the length.
            List<Byte> key = new ArrayList<>();
            for (int block = at; block < end; block += BLOCK) {
                key.add(image[block]);
            }
            key.add((byte) ((end - at) % BLOCK));
            boolean isShortFile = image.length < CHUNK;
            key.add((byte) (isShortFile ? 1 : 0));
            chunks.put(key, end - at);
            at = end;
        }
        return chunks;
    }

    @Property(tries = 60)
    @Slow
    void dataIsCutFromWhereItBegins(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 6) int files,
            @ForAll @IntRange(min = 1, max = 3) int threads,
            @ForAll boolean withOthers)
            throws Exception {
        Random random = new Random(seed);
        MemorySource source = new MemorySource();
        Map<List<Byte>, Integer> expected = new HashMap<>();
        for (int i = 0; i < files; i++) {
            byte[] image = image(random);
            if (image.length > CHUNK) {
                source.add(sparse("image" + i, image));
                expected.putAll(chunks(image));
            }
        }
        String others = withOthers ? ",fastcdc:64k,1m" : "";
        ScanOptions options = Scans.chunkedBy(
                        ChunkerSpecs.parse(CHUNKING + others), List.of(CompressorSpec.parse("none")))
                .withThreads(threads, threads);
        Layout layout = Scans.scan(source, options).layouts().get(0);
        assertThat(layout.chunking()).isEqualTo("fixed:32768,files=apart,extents=whole");
        assertThat(layout.uniqueChunkCount()).isEqualTo(expected.size());
        assertThat(layout.uniqueBytes())
                .isEqualTo(
                        expected.values().stream().mapToLong(Integer::longValue).sum());
    }

    /** A hole that is filled moves the chunks of the data behind it. Without holes in it, a file is cut as any other. */
    @Test
    void aFilledHoleMovesTheChunksBehindIt() throws Exception {
        byte[] image = new byte[100 * BLOCK];
        for (int i = 0; i < 100; i++) {
            Arrays.fill(image, i * BLOCK, (i + 1) * BLOCK, (byte) (10 + i));
        }
        Arrays.fill(image, 10 * BLOCK, 13 * BLOCK, (byte) 0);
        byte[] filled = image.clone();
        Arrays.fill(filled, 10 * BLOCK, 13 * BLOCK, (byte) 7);

        // 10 blocks are two chunks, and the 87 behind the hole 11.
        assertThat(uniqueChunks(sparse("a", image))).isEqualTo(13);
        // Whole it is 13 chunks, of which only the first is one of the others.
        assertThat(uniqueChunks(sparse("a", image), sparse("b", filled))).isEqualTo(13 + 12);
        // Where nothing is known of holes all are cut at multiples: what is filled is one chunk, and in the other not
        // all zero.
        MemoryUnit dense = new MemoryUnit("a", "img", image.length, image, -1, false);
        MemoryUnit denseFilled = new MemoryUnit("b", "img", image.length, filled, -1, false);
        assertThat(uniqueChunks(dense, denseFilled)).isEqualTo(13 + 1);
    }

    private static long uniqueChunks(MemoryUnit... units) throws Exception {
        Set<Long> counts = new HashSet<>();
        for (int threads = 1; threads < 3; threads++) {
            MemorySource source = new MemorySource();
            List.of(units).forEach(source::add);
            ScanOptions options =
                    Scans.chunkedBy(ChunkerSpecs.parse(CHUNKING), List.of()).withThreads(threads, threads);
            counts.add(Scans.scan(source, options).layouts().get(0).uniqueChunkCount());
        }
        assertThat(counts).hasSize(1);
        return counts.iterator().next();
    }
}
