package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.report.ResultJson;
import io.compscan.core.result.ScanResult;
import io.compscan.core.scan.ScanOptions.IndexMemory;
import io.compscan.core.source.FileTreeSource;
import io.compscan.core.source.Source;
import io.compscan.core.source.WalkOptions;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** Scans whose index does not fit its memory by far: the same numbers, to the byte, or an early end with numbers that close. */
final class SpillScanTest {

    private static final int CHUNK_BYTES = 512;
    /** For some 40,000 distinct chunks: a twentieth of what they need, and as much again for what a small index cannot do without. */
    private static final long TIGHT_BYTES = 120_000;

    private static final Pattern TIMING = Pattern.compile("\"timing\".*?}", Pattern.DOTALL);

    private Path directory;

    @BeforeTry
    void makeDirectory() throws IOException {
        directory = Files.createTempDirectory("compscan-test-");
    }

    @AfterTry
    void nothingIsLeft() throws IOException {
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).as("files that were not removed").isEmpty();
        }
        Files.delete(directory);
    }

    /** Units of every kind of length; chunks repeat near and far, some compress well. */
    private static MemorySource data(long seed) {
        Random random = new Random(seed);
        MemorySource source = new MemorySource();
        List<byte[]> known = new ArrayList<>();
        for (int u = 0; u < 40; u++) {
            byte[] content = new byte[random.nextInt(1_200_000)];
            for (int at = 0; at + CHUNK_BYTES <= content.length; at += CHUNK_BYTES) {
                byte[] chunk = new byte[CHUNK_BYTES];
                if (!known.isEmpty() && random.nextInt(4) == 0) {
                    chunk = known.get(random.nextInt(known.size()));
                } else {
                    random.nextBytes(chunk);
                    if (random.nextInt(3) == 0) {
                        Arrays.fill(chunk, random.nextInt(100), CHUNK_BYTES, (byte) 'x');
                    }
                    known.add(chunk);
                }
                System.arraycopy(chunk, 0, content, at, CHUNK_BYTES);
            }
            source.add("unit" + u, content);
        }
        return source;
    }

    private IndexMemory tight(long limitBytes) {
        return new IndexMemory(TIGHT_BYTES, 32, SpillSpace.in(List.of(directory), limitBytes));
    }

    @Property(tries = 3)
    void theNumbersAreThoseOfAScanInMemory(@ForAll long seed) throws Exception {
        MemorySource source = data(seed);
        for (List<CompressorSpec> compressors :
                List.of(List.<CompressorSpec>of(), List.of(CompressorSpec.parse("lz4")))) {
            ScanOptions options = Scans.options(List.of(CHUNK_BYTES, 3 * CHUNK_BYTES), compressors);
            String expected = json(Scans.scan(source, options));
            for (int workers : new int[] {1, 8}) {
                ScanOptions spilling =
                        options.withMemory(tight(Long.MAX_VALUE)).withThreads(workers == 1 ? 1 : 2, workers);
                Scan scan = new Scan(source, spilling, Scans.plan(source, spilling));
                ScanResult result = scan.run();
                assertThat(scan.spilling()).isNotNull();
                assertThat(scan.spilling().hasSpilled()).isTrue();
                assertThat(json(result)).isEqualTo(expected);
            }
        }
    }

    @Example
    void filesReportedOnTheirOwnSpillToo() throws Exception {
        MemorySource source = data(7);
        ScanOptions options = Scans.options(List.of(CHUNK_BYTES), List.of(CompressorSpec.parse("lz4")))
                .withPerFile(new FileSelection(true, 0, Set.of()));
        String expected = json(Scans.scan(source, options));
        ScanOptions spilling = options.withMemory(tight(Long.MAX_VALUE));
        assertThat(json(Scans.scan(source, spilling))).isEqualTo(expected);
    }

    @Example
    void withoutSpaceOnDiskTheScanEndsEarlyWithNumbersThatClose() throws Exception {
        MemorySource source = data(8);
        ScanOptions options = Scans.options(List.of(CHUNK_BYTES), List.of(CompressorSpec.parse("lz4")))
                .withMemory(tight(200_000));
        Scan scan = new Scan(source, options, Scans.plan(source, options));
        ScanResult result = scan.run();
        assertThat(scan.stopReason()).isEqualTo(Scan.INDEX_FULL);
        assertThat(scan.spilling()).isNotNull();
        assertThat(scan.spilling().failure()).contains("200000 bytes");
        assertThat(result.partial()).isTrue();
        assertThat(result.totals().scannedBytes()).isPositive();
        assertThat(result.layouts().get(0).nonZeroBytes()
                        + result.layouts().get(0).zeroBytes())
                .isEqualTo(result.totals().scannedBytes());
    }

    @Example
    void aDirectoryThatCannotBeUsedIsNamed() {
        MemorySource source = data(9);
        Path missing = directory.resolve("missing");
        ScanOptions options = Scans.options(List.of(CHUNK_BYTES), List.of())
                .withMemory(new IndexMemory(TIGHT_BYTES, 32, SpillSpace.in(List.of(missing), Long.MAX_VALUE)));
        Scan scan = new Scan(source, options, Scans.plan(source, options));
        assertThatThrownBy(scan::prepareSpill)
                .isInstanceOf(ScanException.class)
                .hasMessage(missing + ": does not exist (any more)");
    }

    @Example
    void aScanDoesNotReadWhatItSpills() throws Exception {
        Path tree = Files.createDirectory(directory.resolve("tree"));
        byte[] content = new byte[8_000_000];
        new Random(3).nextBytes(content);
        Files.write(tree.resolve("a"), content);
        Files.write(tree.resolve("z"), content);
        try {
            Source source = new FileTreeSource(List.of(tree), WalkOptions.ALL);
            ScanOptions options = Scans.options(List.of(CHUNK_BYTES), List.of());
            String expected = json(Scans.scan(source, options));
            ScanOptions spilling =
                    options.withMemory(new IndexMemory(TIGHT_BYTES, 32, SpillSpace.in(List.of(tree), Long.MAX_VALUE)));
            Scan scan = new Scan(source, spilling, Scans.plan(source, spilling));
            scan.prepareSpill();
            assertThat(json(scan.run())).isEqualTo(expected);
        } finally {
            Files.delete(tree.resolve("a"));
            Files.delete(tree.resolve("z"));
            Files.delete(tree);
        }
    }

    private static String json(ScanResult result) throws IOException {
        StringWriter text = new StringWriter();
        ResultJson.write(result, text);
        return TIMING.matcher(text.toString()).replaceFirst("");
    }
}
