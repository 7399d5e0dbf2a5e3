package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.estimate.ExtentRequest;
import io.compscan.core.estimate.ExtentScan;
import io.compscan.core.estimate.PassPlan;
import io.compscan.result.EstimateResult;
import io.compscan.result.Layout;
import io.compscan.result.ScanResult;
import io.compscan.testing.Slow;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Chunking that finds long files again only as a whole, as squashfs does. */
class FilesWholeTest {

    private static final int CHUNK_BYTES = 4096;
    private static final String CHUNKING = "4k,files=whole";

    /** Of a few kinds of blocks, so that files have many of them in common; some end within a block, some are shorter than one. */
    private static byte[] file(Random random) {
        byte[] content = new byte[random.nextInt(5) * CHUNK_BYTES + random.nextInt(3) * 1000];
        for (int at = 0; at < content.length; at += CHUNK_BYTES) {
            Arrays.fill(content, at, Math.min(content.length, at + CHUNK_BYTES), (byte)
                    (random.nextInt(3) * random.nextInt(2)));
        }
        return content;
    }

    private record Identity(String content, int position) {}

    private static Identity identity(byte[] file, int at) {
        boolean isLong = file.length > CHUNK_BYTES;
        return new Identity(Arrays.toString(file), isLong ? at : 0);
    }

    private static boolean isZero(byte[] file, int at) {
        return file[at] == 0;
    }

    @Property(tries = 200)
    @Slow
    void longFilesHaveChunksInCommonOnlyWithCopiesOfTheWhole(
            @ForAll long seed, @ForAll @IntRange(max = 30) int files, @ForAll @IntRange(min = 1, max = 3) int threads)
            throws Exception {
        Random random = new Random(seed);
        MemorySource source = new MemorySource();
        Map<Identity, Integer> chunks = new HashMap<>();
        for (int i = 0; i < files; i++) {
            byte[] content = file(random);
            source.add("file" + i, content);
            for (int at = 0; at < content.length; at += CHUNK_BYTES) {
                if (!isZero(content, at)) {
                    chunks.put(identity(content, at), Math.min(content.length - at, CHUNK_BYTES));
                }
            }
        }
        long uniqueBytes =
                chunks.values().stream().mapToLong(Integer::longValue).sum();

        ScanOptions options = Scans.chunkedBy(ChunkerSpecs.parse(CHUNKING), List.of(CompressorSpec.parse("none")))
                .withThreads(threads, threads);
        Layout layout = Scans.scan(source, options).layouts().get(0);
        assertThat(layout.chunking()).isEqualTo("fixed:4096,files=whole");
        assertThat(layout.uniqueChunkCount()).isEqualTo(chunks.size());
        assertThat(layout.uniqueBytes()).isEqualTo(uniqueBytes);

        if (!chunks.isEmpty()) {
            PassPlan all = new PassPlan(1, 0, Long.MAX_VALUE);
            EstimateResult estimate = new ExtentScan(new ExtentRequest(source, options.schemes(), all, threads, 8192L))
                    .run("test", pass -> {});
            assertThat(estimate).isNotNull();
            assertThat(estimate.layouts().get(0).uniqueBytes()).isEqualTo(uniqueBytes);
        }
    }

    /** Four states of a database, in which a page with the number of the last change comes first: their size tells nothing. */
    @Test
    void aFileThatChangesInPlaceIsStoredAgain() throws Exception {
        int blocks = 100;
        byte[] database = new byte[blocks * CHUNK_BYTES];
        new Random(2).nextBytes(database);
        MemorySource source = new MemorySource();
        for (byte state = 0; state < 4; state++) {
            byte[] changed = database.clone();
            changed[24] = state;
            source.add("state" + state, changed);
        }
        source.add("copy", database.clone());
        source.add("another", database.clone());
        ScanResult result = Scans.scan(source, Scans.chunkedBy(ChunkerSpecs.parse("4k," + CHUNKING), List.of()));
        assertThat(result.layouts()).extracting(Layout::uniqueChunkCount).containsExactly(blocks + 4L, 5L * blocks);
    }

    /** What does not shrink is one extent, however long, and shared as a whole. Text is cut, and shared piece by piece. */
    @Test
    void noiseIsOneExtent() throws Exception {
        int chunkBytes = 1 << 20;
        byte[] noise = new byte[17 << 20];
        new Random(3).nextBytes(noise);
        byte[] changedNoise = noise.clone();
        changedNoise[100]++;
        byte[] text = new byte[17 << 20];
        for (int i = 0; i < text.length; i++) {
            text[i] = (byte) (1 + (i / chunkBytes) * 3 + i % 3);
        }
        byte[] changedText = text.clone();
        changedText[100]++;
        MemorySource source = new MemorySource();
        source.add("noise", noise).add("changed", changedNoise).add("copy", noise.clone());
        source.add("text", text).add("edited", changedText);
        ScanOptions options = Scans.chunkedBy(
                ChunkerSpecs.parse("1m,1m,files=apart,extents=whole"), List.of(CompressorSpec.parse("none")));
        ScanResult result = Scans.scan(source, options);
        assertThat(result.layouts()).extracting(Layout::uniqueChunkCount).containsExactly(18L + 18, 2L * 17 + 18);

        PassPlan all = new PassPlan(1, 0, Long.MAX_VALUE);
        EstimateResult estimate =
                new ExtentScan(new ExtentRequest(source, options.schemes(), all, 2, 1L << 20)).run("test", pass -> {});
        assertThat(estimate).isNotNull();
        assertThat(estimate.layouts())
                .extracting(EstimateResult.PartLayout::uniqueBytes)
                .containsExactly(36L << 20, 52L << 20);
    }

    /** Three states of a log that only grows: a system that looks for whole files stores each of them. */
    @Test
    void aFileThatGrowsIsStoredAgainAndACopyIsNot() throws Exception {
        byte[] log = new byte[10 * CHUNK_BYTES];
        new Random(1).nextBytes(log);
        MemorySource source = new MemorySource();
        for (int blocks : List.of(4, 7, 10)) {
            source.add("state" + blocks, Arrays.copyOf(log, blocks * CHUNK_BYTES));
        }
        source.add("copy", log);
        ScanResult result = Scans.scan(source, Scans.chunkedBy(ChunkerSpecs.parse("4k," + CHUNKING), List.of()));
        assertThat(result.layouts()).extracting(Layout::uniqueChunkCount).containsExactly(10L, 4L + 7 + 10);
    }
}
