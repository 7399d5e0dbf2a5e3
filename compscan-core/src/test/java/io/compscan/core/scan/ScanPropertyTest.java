package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.compress.Compressor;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.scan.MemorySource.MemoryUnit;
import io.compscan.core.source.Unit;
import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.ScanResult;
import io.compscan.result.TypeTotals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Scans of generated units against the definitions, written down a second time in {@link ReferenceScan}. */
class ScanPropertyTest {

    private static final List<CompressorSpec> COMPRESSORS =
            List.of(CompressorSpec.parse("none"), CompressorSpec.parse("lz4"), CompressorSpec.parse("deflate:1"));

    @Property(tries = 60)
    void scanAgreesWithTheDefinitions(
            @ForAll long seed,
            @ForAll("chunkSizes") List<Integer> chunkSizes,
            @ForAll @IntRange(min = 0, max = 60) int unitCount,
            @ForAll @IntRange(min = 1, max = 3) int readers,
            @ForAll @IntRange(min = 1, max = 4) int workers)
            throws Exception {
        List<byte[]> contents = contents(seed, unitCount);
        MemorySource source = new MemorySource();
        for (int i = 0; i < contents.size(); i++) {
            byte[] content = contents.get(i);
            boolean stream = i % 7 == 3;
            source.add(new MemoryUnit(
                    "unit" + i, "t" + i % 3, stream ? Unit.UNKNOWN_SIZE : content.length, content, -1, i % 2 == 0));
        }
        ScanResult result =
                Scans.scan(source, Scans.options(chunkSizes, COMPRESSORS).withThreads(readers, workers));

        long bytes = contents.stream().mapToLong(content -> content.length).sum();
        assertThat(result.totals().logicalBytes()).isEqualTo(bytes);
        assertThat(result.totals().scannedBytes()).isEqualTo(bytes);
        assertThat(result.totals().fileCount()).isEqualTo(unitCount);
        assertThat(result.errors()).isEmpty();
        for (int i = 0; i < chunkSizes.size(); i++) {
            Layout layout = result.layouts().get(i);
            ReferenceScan expected = ReferenceScan.of(chunkSizes.get(i), contents);
            assertThat(ReferenceScan.summary(layout)).isEqualTo(expected.summary());
            assertThat(result.types().stream().mapToLong(zeroBytesOf(i)).sum()).isEqualTo(expected.zeroBytes);
        }
        assertThat(result.types().stream().mapToLong(TypeTotals::scannedBytes).sum())
                .isEqualTo(bytes);
        assertThat(result.types().stream().mapToLong(TypeTotals::fileCount).sum())
                .isEqualTo(unitCount);
    }

    private static java.util.function.ToLongFunction<TypeTotals> zeroBytesOf(int layout) {
        return type -> type.zeroBytes().get(layout);
    }

    @Property(tries = 25)
    void physicalBytesAreWhatEachDistinctChunkTakes(@ForAll long seed, @ForAll("chunkSizes") List<Integer> chunkSizes)
            throws Exception {
        List<byte[]> contents = contents(seed, 12);
        MemorySource source = new MemorySource();
        contents.forEach(content -> source.add("unit", content));
        ScanResult result = Scans.scan(source, Scans.options(chunkSizes, COMPRESSORS));
        for (int i = 0; i < chunkSizes.size(); i++) {
            List<Compression> compression = result.layouts().get(i).compression();
            for (int c = 0; c < COMPRESSORS.size(); c++) {
                assertThat(compression.get(c).physicalBytes())
                        .as(COMPRESSORS.get(c).name() + " at " + chunkSizes.get(i))
                        .isEqualTo(storedBytes(chunkSizes.get(i), contents, COMPRESSORS.get(c)));
            }
        }
    }

    private static long storedBytes(int chunkBytes, List<byte[]> contents, CompressorSpec spec) {
        Map<java.nio.ByteBuffer, Integer> stored = new java.util.HashMap<>();
        try (Compressor compressor = spec.open()) {
            for (byte[] content : contents) {
                for (int start = 0; start < content.length; start += chunkBytes) {
                    byte[] chunk = Arrays.copyOfRange(content, start, Math.min(content.length, start + chunkBytes));
                    if (!Arrays.equals(chunk, new byte[chunk.length])) {
                        stored.computeIfAbsent(
                                java.nio.ByteBuffer.wrap(chunk), key -> compressor.storedBytes(chunk, 0, chunk.length));
                    }
                }
            }
        }
        return stored.values().stream().mapToLong(Integer::longValue).sum();
    }

    /** Units made from a small alphabet of blocks, so that there are duplicates, zero chunks and short tails of all kinds. */
    private static List<byte[]> contents(long seed, int unitCount) {
        Random random = new Random(seed);
        byte[][] blocks = new byte[24][512];
        for (int i = 1; i < blocks.length; i++) {
            random.nextBytes(blocks[i]);
            if (i % 3 == 0) {
                Arrays.fill(blocks[i], 40, 512, (byte) i);
            }
        }
        List<byte[]> contents = new ArrayList<>();
        for (int unit = 0; unit < unitCount; unit++) {
            int most = random.nextInt(10) == 0 ? 2_500_000 : 20_000;
            byte[] content = new byte[random.nextInt(most)];
            for (int at = 0; at < content.length; ) {
                int run = random.nextInt(8) == 0 ? 40 : 1;
                byte[] block = blocks[random.nextInt(3) == 0 ? 0 : random.nextInt(blocks.length)];
                for (int i = 0; i < run && at < content.length; i++, at += 512) {
                    System.arraycopy(block, 0, content, at, Math.min(512, content.length - at));
                }
            }
            contents.add(content);
        }
        return contents;
    }

    @Provide
    Arbitrary<List<Integer>> chunkSizes() {
        return Arbitraries.of(512, 513, 1000, 4096, 3000, 8192, 131_072, 1 << 20, 700_001, 3 << 20)
                .list()
                .ofMinSize(1)
                .ofMaxSize(3)
                .uniqueElements();
    }
}
