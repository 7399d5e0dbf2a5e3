package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.scan.MemorySource.MemoryUnit;
import io.compscan.core.scan.measure.FileSelection;
import io.compscan.core.source.StreamSource;
import io.compscan.result.Compression;
import io.compscan.result.FileResult;
import io.compscan.result.ScanResult;
import io.compscan.result.StoredList;
import io.compscan.testing.Slow;
import java.io.ByteArrayInputStream;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Scans by chunks of fixed sizes: streams, holes, superblocks, files on their own, any number of threads. */
final class FixedScanTest {

    private static final List<CompressorSpec> LZ4 = List.of(CompressorSpec.parse("lz4"));

    @Test
    void aStreamIsReadToItsEndWhateverItsLength() throws Exception {
        for (int size : new int[] {0, 1, 4096, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3_000_000}) {
            byte[] content = Scans.random(size);
            for (int chunkBytes : new int[] {4096, 700_001}) {
                ScanResult result = Scans.scan(
                        StreamSource.of("-", () -> new ByteArrayInputStream(content)),
                        Scans.options(List.of(chunkBytes, 16 << 20), LZ4));
                assertThat(result.totals().logicalBytes()).isEqualTo(size);
                assertThat(ReferenceScan.summary(result.layouts().get(0)))
                        .isEqualTo(
                                ReferenceScan.of(chunkBytes, List.of(content)).summary());
            }
        }
    }

    @Test
    void holesCountAsTheZerosTheyReadAs() throws Exception {
        byte[] content = new byte[200_000_000];
        System.arraycopy(Scans.random(100_000), 0, content, 70_000_000, 100_000);
        System.arraycopy(Scans.random(77), 0, content, content.length - 77, 77);
        for (List<Integer> sizes : List.of(List.of(4096, 131_072), List.of(700_001, 4096))) {
            String[] summaries = new String[2];
            for (boolean knowsHoles : new boolean[] {true, false}) {
                ScanResult result = Scans.scan(
                        new MemorySource().add(new MemoryUnit("u", "", content.length, content, -1, knowsHoles)),
                        Scans.options(sizes, LZ4).withSuperblockBytes(1 << 20));
                summaries[knowsHoles ? 1 : 0] = result.layouts() + "" + result.types() + result.totals();
            }
            assertThat(summaries[1]).isEqualTo(summaries[0]);
        }
    }

    @Test
    void superblocksAreMeasuredOverAllDataThatIsNotZero() throws Exception {
        byte[] content = new byte[1 << 20];
        Random random = new Random(3);
        // Each 4 KiB block is random, but the second half repeats the first 64 KiB over and over: only superblocks
        // compress.
        random.nextBytes(content);
        Arrays.fill(content, 0, 131_072, (byte) 0);
        for (int at = 512 << 10; at < content.length; at += 8192) {
            System.arraycopy(content, 131_072, content, at, 8192);
        }
        ScanResult result = Scans.scan(
                new MemorySource().add("u", content),
                Scans.options(List.of(4096, 131_072), LZ4).withSuperblockBytes(65_536));
        long stored = 0;
        try (io.compscan.core.compress.Compressor lz4 = LZ4.get(0).open()) {
            for (int at = 131_072; at < content.length; at += 65_536) {
                stored += lz4.storedBytes(content, at, 65_536);
            }
        }
        long raw = content.length - 131_072L;
        Compression small = result.layouts().get(0).compression().get(0);
        assertThat(small.method()).isEqualTo(Compression.Method.SUPERBLOCK);
        assertThat(small.superblockBytes()).isEqualTo(65_536);
        long unique = result.layouts().get(0).uniqueBytes();
        assertThat(small.physicalBytes()).isEqualTo(Math.round((double) unique * stored / raw));
        assertThat(small.compressibility().stream()
                        .mapToLong(row -> row.bytes())
                        .sum())
                .isEqualTo(raw);
        // A chunk that is larger than the superblock is compressed on its own.
        assertThat(result.layouts().get(1).compression().get(0).method()).isEqualTo(Compression.Method.CHUNK);
    }

    @Test
    void filesOnTheirOwnAreDeduplicatedWithinThemselves() throws Exception {
        byte[] twice = Scans.random(40_960);
        System.arraycopy(twice, 0, twice, 20_480, 20_480);
        MemorySource source = new MemorySource()
                .add(new MemoryUnit("a.img", "img", twice.length, twice, -1, false))
                .add(new MemoryUnit("b.img", "img", twice.length, twice, -1, false))
                .add(new MemoryUnit("c.txt", "txt", twice.length, twice, -1, false))
                .add(new MemoryUnit("small.img", "img", 100, Scans.random(100), -1, false));
        ScanResult result = Scans.scan(
                source, Scans.options(List.of(4096), LZ4).withPerFile(new FileSelection(true, 4096, Set.of("img"))));
        assertThat(result.files()).extracting(FileResult::path).containsExactly("a.img", "b.img");
        ScanResult alone = Scans.scan(new MemorySource().add("x", twice), Scans.options(List.of(4096), LZ4));
        for (FileResult file : result.files()) {
            assertThat(file.layouts()).isEqualTo(alone.layouts());
            assertThat(file.logicalBytes()).isEqualTo(twice.length);
        }
        assertThat(result.layouts().get(0).uniqueChunkCount()).isEqualTo(6);
    }

    /** More rows than memory is to hold: those of the files, in their order, however they are looked at. */
    @Test
    void rowsOfManyFilesLieInAFile() throws Exception {
        int count = 5000;
        Random random = new Random(7);
        MemorySource source = new MemorySource();
        Map<String, Long> sizes = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            byte[] data = Scans.random(1 + random.nextInt(300));
            String name = "file" + random.nextInt(1000) + "-" + i;
            source.add(new MemoryUnit(name, "", data.length, data, -1, false));
            sizes.put(name, (long) data.length);
        }
        ScanResult result =
                Scans.scan(source, Scans.options(List.of(4096), LZ4).withPerFile(new FileSelection(true, 0, Set.of())));

        assertThat(result.files()).isInstanceOf(StoredList.class).hasSize(count);
        Map<String, Long> found = new LinkedHashMap<>();
        result.files().forEach(file -> found.put(file.path(), file.scannedBytes()));
        assertThat(found).containsExactlyEntriesOf(sizes);
        assertThat(FileResult.largest(result.files(), 7))
                .isEqualTo(result.files().stream()
                        .sorted(Comparator.comparingLong(FileResult::scannedBytes)
                                .reversed()
                                .thenComparing(FileResult::path))
                        .limit(7)
                        .toList());
        List<FileResult> kept =
                result.withVariants((chunking, compressor) -> false).files();
        assertThat(kept).isInstanceOf(StoredList.class).hasSize(count);
        assertThat(kept.get(count - 1).path())
                .isEqualTo(result.files().get(count - 1).path());
        assertThat(kept).allMatch(file -> file.layouts().isEmpty());
    }

    @Test
    @Slow
    void theSameNumbersForAnyNumberOfThreads() throws Exception {
        MemorySource source = new MemorySource();
        Random random = new Random(17);
        byte[] shared = Scans.random(3_000_000);
        for (int i = 0; i < 300; i++) {
            int from = random.nextInt(1000) * 512;
            source.add("unit" + i, Arrays.copyOfRange(shared, from, from + random.nextInt(100_000)));
        }
        source.add("large", Scans.random(90_000_000));
        String expected = null;
        for (int threads : new int[] {1, 2, 5, 8}) {
            ScanResult result = Scans.scan(
                    source, Scans.options(List.of(512, 4096, 8192), LZ4).withThreads(threads, 9 - threads));
            String numbers = result.layouts() + "" + result.totals() + result.types();
            assertThat(numbers).isEqualTo(expected == null ? numbers : expected);
            expected = numbers;
        }
    }
}
