package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.measure.FileSelection;
import io.compscan.core.read.task.StopReason;
import io.compscan.core.result.Compression;
import io.compscan.core.result.FileResult;
import io.compscan.core.result.Layout;
import io.compscan.core.result.ReadError;
import io.compscan.core.result.ScanResult;
import io.compscan.core.scan.MemorySource.MemoryUnit;
import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.StreamSource;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.testing.Slow;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of the numbers when units misbehave, and when a scan is stopped. */
class ScanFaultTest {

    private static final List<CompressorSpec> LZ4 = List.of(CompressorSpec.parse("lz4"));

    private static byte[] random(int bytes) {
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        return content;
    }

    private static ScanResult scan(Unit unit, int chunkBytes) throws Exception {
        return Scans.scan(new MemorySource().add(unit), Scans.options(List.of(chunkBytes), LZ4));
    }

    /** Small units are packed, large ones read in segments; the odd chunk size makes pieces overlap. */
    @ParameterizedTest
    @CsvSource({"30000, 4096", "5000000, 4096", "5000000, 700001", "150000000, 65536", "150000000, 700001"})
    void aUnitThatShrinksIsReadAsFarAsItGoes(int size, int chunkBytes) throws Exception {
        byte[] content = random(size * 2 / 3);
        ScanResult result = scan(new MemoryUnit("u", "", size, content, -1, false), chunkBytes);
        assertThat(result.totals().logicalBytes()).isEqualTo(size);
        assertThat(result.totals().unreadBytes()).isEqualTo(size - content.length);
        assertThat(result.errors())
                .containsExactly(new ReadError(
                        "u",
                        ReadError.Kind.SHRANK,
                        size - content.length,
                        "ended before the " + size + " bytes it had"));
        assertThat(ReferenceScan.summary(result.layouts().get(0)))
                .isEqualTo(ReferenceScan.of(chunkBytes, List.of(content)).summary());
    }

    @ParameterizedTest
    @CsvSource({"30000, 4096", "5000000, 4096", "5000000, 700001", "68000000, 4096"})
    void aUnitThatGrowsIsReadToTheSizeItHad(int size, int chunkBytes) throws Exception {
        byte[] content = random(size + 10_000);
        ScanResult result = scan(new MemoryUnit("u", "", size, content, -1, false), chunkBytes);
        assertThat(result.totals().scannedBytes()).isEqualTo(size);
        assertThat(result.totals().unreadBytes()).isZero();
        assertThat(result.totals().changedPathCount()).isEqualTo(1);
        assertThat(result.totals().unreadPathCount()).isZero();
        assertThat(result.errors().get(0).kind()).isEqualTo(ReadError.Kind.GREW);
        assertThat(ReferenceScan.summary(result.layouts().get(0)))
                .isEqualTo(ReferenceScan.of(chunkBytes, List.of(Arrays.copyOf(content, size)))
                        .summary());
    }

    @ParameterizedTest
    @CsvSource({
        "30000, 10000, 4096",
        "30000, 0, 512",
        "30000, 29999, 8192",
        "5000000, 2500000, 4096",
        "5000000, 1048576, 65536",
        "5000000, 2500000, 700001",
        "5000000, 2097151, 700001",
        "150000000, 67108863, 8192",
        "150000000, 134217728, 700001"
    })
    void aBadSectorIsSkippedAndChunksStartAnewBehindIt(int size, int failAt, int chunkBytes) throws Exception {
        byte[] content = random(size);
        int next = Math.min(size, (failAt / 4096 + 1) * 4096);
        ScanResult result = scan(new MemoryUnit("u", "", size, content, failAt, false), chunkBytes);
        assertThat(result.errors())
                .containsExactly(new ReadError("u", ReadError.Kind.UNREADABLE, next - failAt, "Input/output error"));
        assertThat(result.totals().scannedBytes()).isEqualTo(size - (next - failAt));
        ReferenceScan expected = new ReferenceScan();
        expected.add(content, 0, failAt, chunkBytes);
        expected.add(content, next, size, chunkBytes);
        assertThat(ReferenceScan.summary(result.layouts().get(0))).isEqualTo(expected.summary());
    }

    @Test
    void aDeadUnitCostsItsBytesAndNotTheNight() throws Exception {
        long[] reads = new long[1];
        Unit dead = new Unit() {
            @Override
            public String name() {
                return "dead";
            }

            @Override
            public String extension() {
                return "";
            }

            @Override
            public long sizeBytes() {
                return 1L << 30;
            }

            @Override
            public UnitChannel open() {
                return new UnitChannel() {
                    @Override
                    public int read(long position, byte[] data, int offset, int length) throws IOException {
                        synchronized (reads) {
                            reads[0]++;
                        }
                        throw new IOException("Input/output error");
                    }

                    @Override
                    public void close() {}
                };
            }
        };
        ScanResult result = scan(dead, 4096);
        assertThat(result.totals().unreadBytes()).isEqualTo(1L << 30);
        assertThat(result.errors()).hasSize(1);
        assertThat(reads[0]).as("a read for each sector would be 262144").isLessThan(10_000);
    }

    @Test
    void aUnitThatCannotBeOpenedIsUnreadAndTheOthersAreNot() throws Exception {
        MemorySource source = new MemorySource().add("good", random(9000)).add(new Unit() {
            @Override
            public String name() {
                return "bad";
            }

            @Override
            public String extension() {
                return "";
            }

            @Override
            public long sizeBytes() {
                return 200_000_000;
            }

            @Override
            public UnitChannel open() throws IOException {
                throw new java.nio.file.AccessDeniedException("bad");
            }
        });
        ScanResult result = Scans.scan(source, Scans.options(List.of(4096), LZ4));
        assertThat(result.totals().scannedBytes()).isEqualTo(9000);
        assertThat(result.errors())
                .containsExactly(new ReadError("bad", ReadError.Kind.UNREADABLE, 200_000_000, "permission denied"));
    }

    @Test
    void aStreamIsReadToItsEndWhateverItsLength() throws Exception {
        for (int size : new int[] {0, 1, 4096, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3_000_000}) {
            byte[] content = random(size);
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
        System.arraycopy(random(100_000), 0, content, 70_000_000, 100_000);
        System.arraycopy(random(77), 0, content, content.length - 77, 77);
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
        byte[] twice = random(40_960);
        System.arraycopy(twice, 0, twice, 20_480, 20_480);
        MemorySource source = new MemorySource()
                .add(new MemoryUnit("a.img", "img", twice.length, twice, -1, false))
                .add(new MemoryUnit("b.img", "img", twice.length, twice, -1, false))
                .add(new MemoryUnit("c.txt", "txt", twice.length, twice, -1, false))
                .add(new MemoryUnit("small.img", "img", 100, random(100), -1, false));
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

    @Test
    void aStoppedScanReportsWhatItHasSeen() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        InputStream endless = new InputStream() {
            private final Random random = new Random(9);

            @Override
            public int read() {
                throw new AssertionError("bulk reads only");
            }

            @Override
            public int read(byte[] data, int offset, int length) {
                started.countDown();
                byte[] bytes = new byte[length];
                random.nextBytes(bytes);
                System.arraycopy(bytes, 0, data, offset, length);
                return length;
            }
        };
        Source source = StreamSource.of("-", () -> endless);
        ScanOptions options = Scans.options(List.of(4096), LZ4);
        ScanRun scan = ScanRun.open(ScanRequest.of(source, options, Scans.plan(source, options)));
        Thread stopper = new Thread(() -> {
            try {
                started.await();
                scan.stop();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        stopper.start();
        ScanOutcome outcome = scan.run();
        ScanResult result = outcome.result();
        assertThat(result.partial()).isTrue();
        assertThat(outcome.stopReason()).isEqualTo(StopReason.INTERRUPTED);
        assertThat(result.totals().scannedBytes()).isPositive();
        assertThat(result.layouts().get(0).nonZeroBytes())
                .isEqualTo(result.totals().scannedBytes());
    }

    /** A device or network mount that does not answer: what was read of the rest is reported all the same. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "fixed:4k;0",
                "fixed:4k;20000000",
                "fastcdc:8k,fixed:4k;0",
                "fastcdc:8k,fixed:4k;9000000",
                "fastcdc:8k,fixed:4k;20000000"
            })
    @Slow
    void aReaderThatHangsKeepsNobodyFromReporting(String chunkings, int hangsAt) throws Exception {
        CountDownLatch hanging = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        MemorySource source = new MemorySource();
        for (int i = 0; i < 200; i++) {
            source.add("small" + i, random(3000 + i));
        }
        byte[] content = random(20_100_000);
        MemoryUnit large = new MemoryUnit("large", "", content.length, content, -1, false);
        source.add(new WrappedUnit() {
            @Override
            public Unit unit() {
                return large;
            }

            @Override
            public UnitChannel open() {
                UnitChannel channel = large.open();
                return new UnitChannel() {
                    @Override
                    public int read(long position, byte[] data, int offset, int length) throws IOException {
                        if (position + length > hangsAt) {
                            hanging.countDown();
                            awaitUninterruptibly(answer);
                        }
                        return channel.read(position, data, offset, length);
                    }

                    @Override
                    public void close() throws IOException {
                        channel.close();
                    }
                };
            }
        });
        ScanOptions options =
                Scans.chunkedBy(ChunkerSpecs.parse(chunkings), List.of()).withThreads(2, 1);
        ScanRun scan = ScanRun.open(ScanRequest.of(source, options, Scans.plan(source, options)));
        Thread stopper = new Thread(() -> {
            awaitUninterruptibly(hanging);
            scan.stop();
        });
        stopper.start();

        ScanResult result = scan.run().result();

        answer.countDown();
        assertThat(result.partial()).isTrue();
        assertThat(result.totals().scannedBytes()).isBetween(1L, 200 * 3200 + 20_000_000L);
        for (Layout layout : result.layouts()) {
            assertThat(layout.nonZeroBytes()).isEqualTo(result.totals().scannedBytes());
        }
    }

    /** As a thread waits in the kernel for a device: nothing wakes it. */
    private static void awaitUninterruptibly(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException e) {
                // Goes on waiting.
            }
        }
    }

    @Test
    void anIndexOutOfMemoryEndsTheScanEarlyWithNumbersThatClose() throws Exception {
        byte[] content = random(150_000_000);
        ScanOptions options =
                Scans.options(List.of(512), List.of()).withMemory(new ScanOptions.IndexMemory(2 << 20, 64));
        MemorySource source = new MemorySource().add("u", content);
        ScanRun scan = ScanRun.open(ScanRequest.of(source, options, Scans.plan(source, options)));
        ScanOutcome outcome = scan.run();
        ScanResult result = outcome.result();
        assertThat(outcome.stopReason()).isEqualTo(StopReason.INDEX_FULL);
        assertThat(result.partial()).isTrue();
        assertThat(result.totals().scannedBytes()).isBetween(1L, 140_000_000L);
        assertThat(result.layouts().get(0).nonZeroBytes())
                .isEqualTo(result.totals().scannedBytes());
    }

    /** Chunks that reach beyond the slab in which they start must not be torn by the stop. */
    @Test
    void aScanOfALargeUnitStopsWithNumbersThatClose() throws Exception {
        byte[] content = random(60_000_000);
        for (int chunkBytes : new int[] {4096, 700_001}) {
            MemoryUnit unit = new MemoryUnit("u", "", content.length, content, -1, false);
            CountDownLatch underWay = new CountDownLatch(20);
            Unit counted = new WrappedUnit() {
                @Override
                public Unit unit() {
                    return unit;
                }

                @Override
                public UnitChannel open() {
                    UnitChannel channel = unit.open();
                    return new UnitChannel() {
                        @Override
                        public int read(long position, byte[] data, int offset, int length) throws IOException {
                            underWay.countDown();
                            return channel.read(position, data, offset, length);
                        }

                        @Override
                        public void close() throws IOException {
                            channel.close();
                        }
                    };
                }
            };
            MemorySource source = new MemorySource().add(counted);
            ScanOptions options = Scans.options(List.of(chunkBytes), LZ4).withRate(100 << 20);
            ScanRun scan = ScanRun.open(ScanRequest.of(source, options, Scans.plan(source, options)));
            Thread stopper = new Thread(() -> {
                try {
                    underWay.await();
                    scan.stop();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            stopper.start();
            ScanResult result = scan.run().result();
            assertThat(result.partial()).isTrue();
            assertThat(result.totals().unreadBytes()).isZero();
            assertThat(result.totals().scannedBytes()).isBetween(1L, content.length - 1L);
        }
    }

    @Test
    void aSourceThatFailsFailsTheScan() {
        Source broken = new Source() {
            @Override
            public List<String> paths() {
                return List.of("broken");
            }

            @Override
            public void walk(SourceVisitor visitor) {
                throw new IllegalStateException("a fault of ours");
            }
        };
        assertThatThrownBy(() -> Scans.scan(broken, Scans.options(List.of(4096), LZ4)))
                .isInstanceOf(ScanException.class)
                .hasMessageContaining("a fault of ours");
    }

    @Test
    @Slow
    void theSameNumbersForAnyNumberOfThreads() throws Exception {
        MemorySource source = new MemorySource();
        Random random = new Random(17);
        byte[] shared = random(3_000_000);
        for (int i = 0; i < 300; i++) {
            int from = random.nextInt(1000) * 512;
            source.add("unit" + i, Arrays.copyOfRange(shared, from, from + random.nextInt(100_000)));
        }
        source.add("large", random(90_000_000));
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
