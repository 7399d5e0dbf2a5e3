package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.scan.ScanOptions.IndexMemory;
import io.compscan.core.scan.measure.FileSelection;
import io.compscan.core.scan.read.task.StopReason;
import io.compscan.core.source.Source;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.file.FileTreeSource;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.report.ResultJson;
import io.compscan.result.ScanResult;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** Scans whose index does not fit its memory by far: the same numbers, to the byte, or an early end with numbers that close. */
final class SpillScanTest {

    private static final int CHUNK_BYTES = 512;
    private static final int UNIT_CHUNKS = 9_000;
    private static final int UNITS = 24;
    /** A twentieth of what the distinct chunks of all units need, three quarters of 24 * 9,000: 162,000 times 23 bytes. */
    private static final long TIGHT_BYTES = 190_000;

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

    /**
     * A unit whose every fourth chunk was seen before, anywhere, and whose every third chunk is half empty; the last one is short.
     *
     * @param number which unit it is
     * @param seed another one gives other bytes
     */
    private record DerivedUnit(int number, long seed) implements Unit {

        @Override
        public String name() {
            return "unit" + number;
        }

        @Override
        public String extension() {
            return number % 2 == 0 ? "even" : "odd";
        }

        @Override
        public long sizeBytes() {
            return (long) UNIT_CHUNKS * CHUNK_BYTES - 1 - number;
        }

        private long chunkId(long place) {
            long random = mix(place ^ seed) >>> 1;
            return random % 4 == 0 ? random / 4 % (place + 1) : place;
        }

        private byte byteOf(long id, int at) {
            return id % 3 == 0 && at >= CHUNK_BYTES / 2 ? 0 : (byte) (mix(id * 64 + at / 8 + seed) >>> (8 * (at % 8)));
        }

        @Override
        public UnitChannel open() {
            return new UnitChannel() {
                @Override
                public int read(long position, byte[] data, int offset, int length) {
                    int count = (int) Math.min(length, sizeBytes() - position);
                    for (int i = 0; i < count; ) {
                        long chunk = (position + i) / CHUNK_BYTES;
                        long id = chunkId((long) number * UNIT_CHUNKS + chunk);
                        int end = (int) Math.min(count, (chunk + 1) * CHUNK_BYTES - position);
                        for (; i < end; i++) {
                            data[offset + i] = byteOf(id, (int) ((position + i) % CHUNK_BYTES));
                        }
                    }
                    return count > 0 ? count : -1;
                }

                @Override
                public void close() {}
            };
        }

        private static long mix(long z) {
            long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
            long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
            return b ^ (b >>> 31);
        }
    }

    private static MemorySource data(long seed) {
        MemorySource source = new MemorySource();
        for (int unit = 0; unit < UNITS; unit++) {
            source.add(new DerivedUnit(unit, seed));
        }
        return source;
    }

    private IndexMemory tight(long limitBytes) {
        return new IndexMemory(TIGHT_BYTES, 32, SpillSpace.in(List.of(directory), limitBytes));
    }

    @Example
    @Slow
    void theNumbersAreThoseOfAScanInMemory() throws Exception {
        MemorySource source = data(5);
        for (List<CompressorSpec> compressors :
                List.of(List.<CompressorSpec>of(), List.of(CompressorSpec.parse("lz4")))) {
            ScanOptions options = Scans.options(List.of(CHUNK_BYTES), compressors);
            String expected = json(Scans.scan(source, options));
            for (int workers : compressors.isEmpty() ? new int[] {8} : new int[] {1, 8}) {
                ScanOptions spilling =
                        options.withMemory(tight(Long.MAX_VALUE)).withThreads(workers == 1 ? 1 : 2, workers);
                ScanRun scan = ScanRun.open(ScanRequest.of(source, spilling, Scans.plan(source, spilling)));
                ScanOutcome outcome = scan.run();
                assertThat(outcome.spilling()).isNotNull();
                assertThat(outcome.stopReason()).isNull();
                assertThat(outcome.spilling().hasSpilled()).isTrue();
                assertThat(json(outcome.result())).isEqualTo(expected);
            }
        }
    }

    @Example
    @Slow
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
                .withMemory(tight(1_000_000));
        ScanRun scan = ScanRun.open(ScanRequest.of(source, options, Scans.plan(source, options)));
        ScanOutcome outcome = scan.run();
        ScanResult result = outcome.result();
        assertThat(outcome.stopReason()).isEqualTo(StopReason.INDEX_FULL);
        assertThat(outcome.spilling()).isNotNull();
        assertThat(outcome.spilling().failure()).contains("1000000 bytes");
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
        ScanRequest request = ScanRequest.of(source, options, Scans.plan(source, options));
        assertThatThrownBy(() -> ScanRun.open(request))
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
            ScanRun scan = ScanRun.open(ScanRequest.of(source, spilling, Scans.plan(source, spilling)));
            assertThat(json(scan.run().result())).isEqualTo(expected);
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
