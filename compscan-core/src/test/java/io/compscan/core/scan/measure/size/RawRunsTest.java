package io.compscan.core.scan.measure.size;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.Compressor;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.scan.MemorySource;
import io.compscan.core.scan.MemorySource.MemoryUnit;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.Scans;
import io.compscan.core.scan.measure.FileSelection;
import io.compscan.result.FileResult;
import io.compscan.testing.Slow;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Runs in which a file system gives up, against the definition written down a second time. */
class RawRunsTest {

    private static final int CHUNK_BYTES = 64 << 10;
    private static final int RUN_BYTES = 4 * CHUNK_BYTES;
    private static final int PAGE_BYTES = 4096;
    private static final CompressorSpec RUNS = CompressorSpec.parse("lz4/run=256k");

    /** Noise, text, a block of which so much is noise that it saves a page or not, zeros: each of few kinds, so that blocks repeat. */
    private static byte[] block(Random random, int length) {
        return block(random, length, 3, 1);
    }

    private static byte[] block(Random random, int length, int contents, int multiple) {
        byte[] block = new byte[length];
        Random content = new Random(random.nextInt(contents));
        int kind = random.nextInt(6);
        if (kind == 5) {
            return block;
        }
        int noise = kind < 2 ? length : kind == 2 ? Math.max(0, length - 3000 - 1000 * random.nextInt(4)) : length / 4;
        byte[] bytes = new byte[noise == length ? noise : noise / multiple * multiple];
        content.nextBytes(bytes);
        Arrays.fill(block, (byte) 7);
        System.arraycopy(bytes, 0, block, kind == 3 ? length - bytes.length : 0, bytes.length);
        return block;
    }

    private static List<byte[]> contents(Random random, int units) {
        List<byte[]> contents = new ArrayList<>();
        for (int i = 0; i < units; i++) {
            int length = random.nextInt(30 * CHUNK_BYTES);
            byte[] content = new byte[length];
            for (int at = 0; at < length; at += CHUNK_BYTES) {
                int bytes = Math.min(CHUNK_BYTES, length - at);
                System.arraycopy(block(random, bytes), 0, content, at, bytes);
            }
            contents.add(content);
        }
        return contents;
    }

    private static MemorySource source(List<byte[]> contents) {
        MemorySource source = new MemorySource();
        for (int i = 0; i < contents.size(); i++) {
            source.add("unit" + i, contents.get(i));
        }
        return source;
    }

    /** Each chunk takes the most that it takes at one of its places. */
    private static long physicalBytes(List<byte[]> contents) {
        Map<ByteBuffer, Integer> stored = new HashMap<>();
        try (Compressor compressor = RUNS.open()) {
            for (byte[] content : contents) {
                boolean gaveUp = false;
                for (int at = 0; at < content.length; at += CHUNK_BYTES) {
                    byte[] chunk = Arrays.copyOfRange(content, at, Math.min(content.length, at + CHUNK_BYTES));
                    boolean isZero = Arrays.equals(chunk, new byte[chunk.length]);
                    gaveUp &= at % RUN_BYTES != 0 && !isZero;
                    if (isZero) {
                        continue;
                    }
                    int alone = compressor.storedBytes(chunk, 0, chunk.length);
                    stored.merge(ByteBuffer.wrap(chunk), gaveUp ? chunk.length : alone, Math::max);
                    gaveUp |= (alone + 4095) / 4096 >= (chunk.length + 4095) / 4096;
                }
            }
        }
        return stored.values().stream().mapToLong(Integer::longValue).sum();
    }

    /** Pieces of data of any number of pages, with holes between them; some are changed copies of others. No noise is twice in a chunk, and pages are noise or not. */
    private static List<byte[]> sparseContents(Random random, int units) {
        List<byte[]> contents = new ArrayList<>();
        for (int i = 0; i < units; i++) {
            boolean isCopy = i > 0 && random.nextBoolean();
            byte[] content = isCopy
                    ? contents.get(random.nextInt(i)).clone()
                    : new byte[(20 + random.nextInt(400)) * PAGE_BYTES - random.nextInt(2) * 1000];
            int at = isCopy ? random.nextInt(content.length / PAGE_BYTES) * PAGE_BYTES : 0;
            int end = isCopy ? at + 1 : content.length;
            while (at < end) {
                int bytes = Math.min((1 + random.nextInt(40)) * PAGE_BYTES, content.length - at);
                System.arraycopy(block(random, bytes, 1 << 20, PAGE_BYTES), 0, content, at, bytes);
                at += bytes;
            }
            contents.add(content);
        }
        return contents;
    }

    private static boolean isHole(byte[] content, int at) {
        int end = Math.min(content.length, at + PAGE_BYTES);
        return Arrays.equals(content, at, end, new byte[PAGE_BYTES], 0, end - at);
    }

    /** As {@link #physicalBytes}, where chunks and runs begin behind holes. */
    private static long physicalBytesBehindHoles(List<byte[]> contents) {
        Map<List<Object>, Integer> stored = new HashMap<>();
        try (Compressor compressor = RUNS.open()) {
            for (byte[] content : contents) {
                for (int from = 0, to; from < content.length; from = to) {
                    for (to = from; to < content.length && isHole(content, to) == isHole(content, from); ) {
                        to = Math.min(content.length, to + PAGE_BYTES);
                    }
                    if (!isHole(content, from)) {
                        addStretch(stored, Arrays.copyOfRange(content, from, to), compressor);
                    }
                }
            }
        }
        return stored.values().stream().mapToLong(Integer::longValue).sum();
    }

    /** What is raw without a gap is one extent, and its chunks occur in copies of all of it. But what is short of a run, and what is long, lie apart. */
    private static void addStretch(Map<List<Object>, Integer> stored, byte[] stretch, Compressor compressor) {
        int extentFrom = -1;
        boolean wasShort = false;
        List<Integer> sizes = new ArrayList<>();
        for (int from = 0; from < stretch.length; from += RUN_BYTES) {
            int end = Math.min(stretch.length, from + RUN_BYTES);
            boolean gaveUp = false;
            for (int at = from; at < end; at += CHUNK_BYTES) {
                byte[] chunk = Arrays.copyOfRange(stretch, at, Math.min(end, at + CHUNK_BYTES));
                int alone = compressor.storedBytes(chunk, 0, chunk.length);
                boolean begins = !gaveUp;
                gaveUp |= (alone + 4095) / 4096 >= (chunk.length + 4095) / 4096;
                boolean isShort = end - at <= CHUNK_BYTES;
                if (!gaveUp || (begins && (at > from || isShort != wasShort))) {
                    addExtent(stored, stretch, extentFrom, at, sizes);
                    extentFrom = -1;
                }
                if (gaveUp) {
                    extentFrom = extentFrom < 0 ? at : extentFrom;
                    wasShort = begins ? isShort : wasShort;
                    sizes.add(begins ? alone : chunk.length);
                } else {
                    stored.merge(List.of(ByteBuffer.wrap(chunk)), alone, Math::max);
                }
            }
        }
        addExtent(stored, stretch, extentFrom, stretch.length, sizes);
    }

    private static void addExtent(
            Map<List<Object>, Integer> stored, byte[] stretch, int from, int to, List<Integer> sizes) {
        ByteBuffer extent = ByteBuffer.wrap(Arrays.copyOfRange(stretch, Math.max(0, from), to));
        for (int i = 0; i < sizes.size(); i++) {
            stored.merge(sizes.size() == 1 ? List.of(extent) : List.of(extent, i), sizes.get(i), Math::max);
        }
        sizes.clear();
    }

    /** Whatever else is cut, and with however many threads. */
    @Property(tries = 40)
    @Slow
    void inFilesWithHolesRunsBeginBehindThem(
            @ForAll long seed,
            @ForAll @IntRange(max = 8) int units,
            @ForAll @IntRange(min = 1, max = 3) int threads,
            @ForAll @IntRange(max = 3) int others)
            throws Exception {
        List<byte[]> contents = sparseContents(new Random(seed), units);
        String chunkings = CHUNK_BYTES + ",extents=whole"
                + List.of("", ",48k", ",fastcdc:64k", ",rabin:1m").get(others);
        ScanOptions options = Scans.chunkedBy(ChunkerSpecs.parse(chunkings), List.of(RUNS))
                .withCompressSample(CompressSample.OFF)
                .withThreads(threads, threads);
        MemorySource source = new MemorySource();
        for (int i = 0; i < contents.size(); i++) {
            byte[] content = contents.get(i);
            source.add(new MemoryUnit("unit" + i, "img", content.length, content, -1, true));
        }
        // Without a hole a file is not sparse, and the definition is the same: its one stretch is the file.
        assertThat(scanned(source, options)).isEqualTo(physicalBytesBehindHoles(contents));
    }

    /** No body holds whole windows and whole chunks of 48 KiB, and a window longer than a megabyte stays one. */
    @Example
    void anExtentIsLongerThanUsualBodies() throws Exception {
        inFilesWithHolesRunsBeginBehindThem(129487, 2, 1, 1);
    }

    private static long scanned(List<byte[]> contents, ScanOptions options) throws Exception {
        return scanned(source(contents), options);
    }

    private static long scanned(MemorySource source, ScanOptions options) throws Exception {
        return Scans.scan(source, options).layouts().get(0).compression().get(0).physicalBytes();
    }

    @Property(tries = 60)
    @Slow
    void agreesWithTheDefinition(
            @ForAll long seed,
            @ForAll @IntRange(max = 8) int units,
            @ForAll @IntRange(min = 1, max = 3) int readers,
            @ForAll @IntRange(min = 1, max = 3) int workers)
            throws Exception {
        List<byte[]> contents = contents(new Random(seed), units);
        ScanOptions options = Scans.options(List.of(CHUNK_BYTES), List.of(RUNS))
                .withCompressSample(CompressSample.OFF)
                .withThreads(readers, workers);
        assertThat(scanned(contents, options)).isEqualTo(physicalBytes(contents));
    }

    /** In a file of its own only the places in that file count. */
    @Property(tries = 20)
    void filesOnTheirOwn(@ForAll long seed, @ForAll @IntRange(min = 1, max = 3) int threads) throws Exception {
        List<byte[]> contents = contents(new Random(seed), 4);
        ScanOptions options = Scans.options(List.of(CHUNK_BYTES), List.of(RUNS))
                .withCompressSample(CompressSample.OFF)
                .withPerFile(new FileSelection(true, 0, Set.of()))
                .withThreads(threads, threads);
        List<FileResult> files = Scans.scan(source(contents), options).files();
        assertThat(files).hasSize(contents.size());
        for (FileResult file : files) {
            byte[] content = contents.get(Integer.parseInt(file.path().substring("unit".length())));
            assertThat(file.layouts().get(0).compression().get(0).physicalBytes())
                    .isEqualTo(physicalBytes(List.of(content)));
        }
    }

    /** Another chunking, whose chunks need longer or odd bodies, moves no run. */
    @Property(tries = 10)
    @Slow
    void runsDoNotDependOnOtherChunkings(@ForAll long seed) throws Exception {
        List<byte[]> contents = contents(new Random(seed), 4);
        for (String others : List.of("48k", "1600000", "fastcdc:64k", "rabin:1m")) {
            List<Chunker> chunkers = ChunkerSpecs.parse(CHUNK_BYTES + "," + others);
            ScanOptions options = Scans.chunkedBy(chunkers, List.of(RUNS))
                    .withCompressSample(CompressSample.OFF)
                    .withThreads(2, 2);
            assertThat(scanned(contents, options)).as(others).isEqualTo(physicalBytes(contents));
        }
    }

    @Property(tries = 10)
    void samplesDoNotDependOnThreads(@ForAll long seed) throws Exception {
        List<byte[]> contents = contents(new Random(seed), 12);
        ScanOptions options =
                Scans.options(List.of(CHUNK_BYTES), List.of(RUNS)).withCompressSample(CompressSample.parse("10%"));
        assertThat(Scans.scan(source(contents), options.withThreads(3, 4)).layouts())
                .isEqualTo(
                        Scans.scan(source(contents), options.withThreads(1, 1)).layouts());
    }

    /** Noise, then text: the text is raw. Text, then noise, then zeros, then text: it is not. */
    @Example
    void textBehindNoiseIsRaw() throws Exception {
        byte[] content = new byte[2 * RUN_BYTES];
        byte[] noise = new byte[CHUNK_BYTES];
        new Random(1).nextBytes(noise);
        System.arraycopy(noise, 0, content, 0, CHUNK_BYTES);
        Arrays.fill(content, CHUNK_BYTES, RUN_BYTES, (byte) 1);
        Arrays.fill(content, RUN_BYTES, RUN_BYTES + CHUNK_BYTES, (byte) 2);
        System.arraycopy(noise, 0, content, RUN_BYTES + CHUNK_BYTES, CHUNK_BYTES);
        Arrays.fill(content, RUN_BYTES + 3 * CHUNK_BYTES, content.length, (byte) 3);
        ScanOptions options = Scans.options(List.of(CHUNK_BYTES), List.of(RUNS)).withCompressSample(CompressSample.OFF);
        // Distinct are the noise, a raw block of 1, and blocks of 2 and 3 that shrink to almost nothing.
        assertThat(scanned(List.of(content), options)).isBetween(2L * CHUNK_BYTES, 2L * CHUNK_BYTES + 2000);
    }
}
