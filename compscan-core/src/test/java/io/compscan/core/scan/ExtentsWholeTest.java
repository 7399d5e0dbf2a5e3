package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.estimate.ExtentRequest;
import io.compscan.core.estimate.ExtentScan;
import io.compscan.core.estimate.PassPlan;
import io.compscan.core.scan.MemorySource.MemoryUnit;
import io.compscan.result.EstimateResult;
import io.compscan.result.Layout;
import io.compscan.testing.Slow;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Chunking that shares what is stored raw as whole extents, as Btrfs and duperemove do. */
class ExtentsWholeTest {

    private static final int CHUNK = 16 << 10;
    private static final int PAGE = 4096;
    private static final int RUN = 4 * CHUNK;
    private static final int WINDOW = 128 * CHUNK;
    private static final String CHUNKING = "16k,extents=whole";

    private static void fill(byte[] file, int at, int end, Random random) {
        int kind = random.nextInt(8);
        Random content = new Random(random.nextInt(5));
        if (kind > 2) {
            byte[] noise = new byte[end - at];
            content.nextBytes(noise);
            System.arraycopy(noise, 0, file, at, noise.length);
        } else {
            Arrays.fill(file, at, end, (byte) (kind == 0 ? 0 : 1 + content.nextInt(3)));
        }
    }

    private static byte[] file(Random random) {
        byte[] file = new byte[random.nextInt(random.nextInt(4) == 0 ? 300 : 20) * CHUNK + random.nextInt(3) * 5000];
        for (int at = 0; at < file.length; at += CHUNK) {
            fill(file, at, Math.min(file.length, at + CHUNK), random);
        }
        return file;
    }

    /** A copy with another chunk somewhere, perhaps cut short. */
    private static byte[] changed(byte[] file, Random random) {
        byte[] changed = Arrays.copyOf(file, file.length - random.nextInt(2) * random.nextInt(file.length + 1));
        if (changed.length > 0) {
            int at = random.nextInt(changed.length) / CHUNK * CHUNK;
            fill(changed, at, Math.min(changed.length, at + CHUNK), random);
        }
        return changed;
    }

    private static boolean isZero(byte[] file, int at, int end) {
        return distinctBytes(file, at, end) == 1 && file[at] == 0;
    }

    /** Text has one byte here; neither saves a page of one. */
    private static boolean isNoise(byte[] file, int at, int end) {
        return distinctBytes(file, at, end) > 1 || end - at <= PAGE;
    }

    private static int distinctBytes(byte[] file, int at, int end) {
        boolean[] seen = new boolean[256];
        for (int i = at; i < end; i++) {
            seen[file[i] & 0xFF] = true;
        }
        int count = 0;
        for (boolean one : seen) {
            count += one ? 1 : 0;
        }
        return count;
    }

    /** The chunks of a file: what is raw is found first, then where extents begin, then what tells their chunks from others. */
    private static void add(Map<List<Object>, Integer> chunks, byte[] file) {
        int count = (file.length + CHUNK - 1) / CHUNK;
        boolean[] isRaw = new boolean[count + 1];
        boolean[] isZero = new boolean[count + 1];
        for (int i = 0; i < count; i++) {
            int end = Math.min(file.length, (i + 1) * CHUNK);
            isZero[i] = isZero(file, i * CHUNK, end);
            boolean goesOn = i * CHUNK % RUN != 0 && isRaw[i - 1];
            isRaw[i] = !isZero[i] && (goesOn || isNoise(file, i * CHUNK, end));
        }
        for (int i = 0; i < count; ) {
            int to = i + 1;
            while (isRaw[i] && isRaw[to] && to * CHUNK % WINDOW != 0 && !isOther(file, isRaw, to)) {
                to++;
            }
            ByteBuffer extent = ByteBuffer.wrap(Arrays.copyOfRange(file, i * CHUNK, Math.min(file.length, to * CHUNK)));
            for (int k = i; k < to && !isZero[i]; k++) {
                chunks.put(
                        to == i + 1 ? List.of(extent) : List.of(extent, k - i),
                        Math.min(CHUNK, file.length - k * CHUNK));
            }
            i = to;
        }
    }

    /** Whether one of two neighbouring runs has a short raw part and the other a long one. */
    private static boolean isOther(byte[] file, boolean[] isRaw, int chunk) {
        int first = chunk;
        while (first > 0 && isRaw[first - 1] && first > chunk - RUN / CHUNK) {
            first--;
        }
        int end = chunk;
        while (isRaw[end] && end < chunk + RUN / CHUNK) {
            end++;
        }
        boolean isShort = Math.min(file.length, end * CHUNK) - chunk * CHUNK <= CHUNK;
        return chunk * CHUNK % RUN == 0 && isShort != (chunk - first <= 1);
    }

    @Property(tries = 60)
    @Slow
    void rawChunksOccurInCopiesOfTheirExtent(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 12) int files,
            @ForAll @IntRange(min = 1, max = 3) int threads,
            @ForAll boolean withOthers)
            throws Exception {
        Random random = new Random(seed);
        MemorySource source = new MemorySource();
        List<byte[]> contents = new ArrayList<>();
        Map<List<Object>, Integer> chunks = new HashMap<>();
        for (int i = 0; i < files; i++) {
            byte[] content =
                    i > 0 && random.nextBoolean() ? changed(contents.get(random.nextInt(i)), random) : file(random);
            contents.add(content);
            source.add("file" + i, content);
            add(chunks, content);
        }
        long uniqueBytes =
                chunks.values().stream().mapToLong(Integer::longValue).sum();

        ScanOptions options = Scans.chunkedBy(
                        ChunkerSpecs.parse(CHUNKING + (withOthers ? ",fastcdc:16k,1m" : "")),
                        List.of(CompressorSpec.parse("none")))
                .withThreads(threads, threads);
        Layout layout = Scans.scan(source, options).layouts().get(0);
        assertThat(layout.chunking()).isEqualTo("fixed:16384,extents=whole");
        assertThat(layout.uniqueChunkCount()).isEqualTo(chunks.size());
        assertThat(layout.uniqueBytes()).isEqualTo(uniqueBytes);

        if (contents.stream().anyMatch(content -> content.length > 0)) {
            for (long extentBytes : new long[] {RUN, 5 * RUN, 3 * WINDOW / 2}) {
                PassPlan all = new PassPlan(1, 0, Long.MAX_VALUE);
                ExtentRequest request = new ExtentRequest(source, options.schemes(), all, threads, extentBytes);
                EstimateResult estimate = new ExtentScan(request).run("test", pass -> {});
                assertThat(estimate).isNotNull();
                assertThat(estimate.layouts().get(0).uniqueBytes())
                        .as("extents of %d bytes", extentBytes)
                        .isEqualTo(uniqueBytes);
            }
        }
    }

    /** Media whose labels change: what is changed is stored again as a whole, and a copy is not. */
    @Test
    void aLabelMakesAllOfItNew() throws Exception {
        byte[] song = new byte[40 * CHUNK];
        new Random(1).nextBytes(song);
        byte[] labelled = song.clone();
        Arrays.fill(labelled, labelled.length - 128, labelled.length, (byte) 'x');
        MemorySource source = new MemorySource();
        source.add("song", song).add("labelled", labelled).add("copy", song.clone());
        assertThat(uniqueChunks(source)).isEqualTo(80);
    }

    /** An image with holes has its extents between them, wherever the reader's slabs end. */
    @Test
    void extentsOfSparseFilesBeginBehindHoles() throws Exception {
        byte[] image = new byte[300 * CHUNK];
        new Random(2).nextBytes(image);
        Arrays.fill(image, 10 * CHUNK, 11 * CHUNK, (byte) 0);
        Arrays.fill(image, 250 * CHUNK, 251 * CHUNK, (byte) 0);
        byte[] changed = image.clone();
        // In the second of the two windows between the holes.
        changed[140 * CHUNK]++;
        MemorySource source = new MemorySource();
        for (byte[] state : List.of(image, changed)) {
            source.add(new MemoryUnit("image" + (state == image ? 0 : 1), "img", state.length, state, -1, true));
        }
        assertThat(uniqueChunks(source)).isEqualTo(298 + (250 - 11 - 128));
    }

    private static long uniqueChunks(MemorySource source) throws Exception {
        ScanOptions options = Scans.chunkedBy(ChunkerSpecs.parse(CHUNKING), List.of());
        return Scans.scan(source, options).layouts().get(0).uniqueChunkCount();
    }
}
