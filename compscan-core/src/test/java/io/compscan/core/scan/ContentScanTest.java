package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.Compressor;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.scan.MemorySource.MemoryUnit;
import io.compscan.core.scan.measure.FileSelection;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.result.Layout;
import io.compscan.result.ScanResult;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scans with chunks that reach from one slab into the next: many threads in one unit, holes, faults, and a stop. */
class ContentScanTest {

    private static final List<CompressorSpec> NONE = List.of(CompressorSpec.parse("none"));

    private static ScanOptions options(String chunkers) {
        return Scans.chunkedBy(ChunkerSpecs.parse(chunkers), NONE);
    }

    /** For any number of threads and any slabs, each unit is cut as if it were in one piece. */
    @Property(tries = 40)
    @Slow
    void scansCutAsOnePassWould(
            @ForAll long seed,
            @ForAll("chunkers") String chunkers,
            @ForAll @IntRange(min = 1, max = 3) int readers,
            @ForAll @IntRange(min = 1, max = 4) int workers)
            throws Exception {
        Random random = new Random(seed);
        MemorySource source = new MemorySource();
        List<byte[]> contents = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            byte[] content = content(random, i < 3 ? 9_000_000 : 40_000);
            contents.add(content);
            long size = random.nextInt(4) == 0 ? Unit.UNKNOWN_SIZE : content.length;
            source.add(new MemoryUnit("unit" + i, "t" + i % 3, size, content, -1, random.nextBoolean()));
        }
        ScanResult result = Scans.scan(source, options(chunkers).withThreads(readers, workers));
        assertThat(result.totals().scannedBytes())
                .isEqualTo(
                        contents.stream().mapToLong(content -> content.length).sum());
        for (int i = 0; i < result.layouts().size(); i++) {
            Chunker chunker = ChunkerSpecs.parse(chunkers).get(i);
            ReferenceScan expected = new ReferenceScan();
            contents.forEach(content -> expected.add(content, 0, content.length, chunker));
            assertThat(ReferenceScan.summary(result.layouts().get(i)))
                    .as(chunker.name())
                    .isEqualTo(expected.summary());
        }
    }

    /** Long runs of zeros, which may be holes, between data that repeats. */
    private static byte[] content(Random random, int most) {
        byte[] content = new byte[random.nextInt(most)];
        byte[] repeated = new byte[100_000];
        random.nextBytes(repeated);
        for (int at = 0; at < content.length; ) {
            int length =
                    Math.min(content.length - at, 1 + random.nextInt(random.nextInt(3) == 0 ? 3_000_000 : 100_000));
            switch (random.nextInt(3)) {
                case 0 -> {}
                case 1 -> System.arraycopy(repeated, 0, content, at, Math.min(length, repeated.length));
                default -> {
                    byte[] fresh = new byte[length];
                    random.nextBytes(fresh);
                    System.arraycopy(fresh, 0, content, at, length);
                }
            }
            at += length;
        }
        return content;
    }

    @Provide
    Arbitrary<String> chunkers() {
        return Arbitraries.of(
                "fastcdc:8k",
                "rabin:64k,4096",
                "gear:512,min=64,max=2k,fastcdc:256k",
                "buzhash:128k,ae:32k,ram:16k,700001",
                "ram:500k,rabin:4k,fixed:128k",
                "gear:8k,min=8k,max=8k");
    }

    @Test
    void nobodyWaitsForWhatHeKeepsFromOthers() throws Exception {
        byte[] content = content(new Random(5), 40_000_000);
        MemorySource source = new MemorySource().add("large", content).add("another", content);
        String expected = null;
        for (int[] threads : new int[][] {{1, 1}, {1, 7}, {7, 1}, {8, 8}, {2, 2}}) {
            for (int round = 0; round < 5; round++) {
                ScanResult result = Scans.scan(source, options("fastcdc:8k,4k").withThreads(threads[0], threads[1]));
                String numbers = result.layouts() + "" + result.totals() + result.types();
                assertThat(numbers).isEqualTo(expected == null ? numbers : expected);
                expected = numbers;
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "30000, 10000",
        "5000000, 0",
        "5000000, 2500000",
        "5000000, 1048576",
        "5000000, 2097151",
        "5000000, 4999999",
        "20000000, 12582911"
    })
    void chunksStartAnewBehindABadSector(int size, int failAt) throws Exception {
        byte[] content = new byte[size];
        new Random(size).nextBytes(content);
        int next = Math.min(size, (failAt / 4096 + 1) * 4096);
        for (int threads : new int[] {1, 4}) {
            ScanResult result = Scans.scan(
                    new MemorySource().add(new MemoryUnit("u", "", size, content, failAt, false)),
                    options("rabin:32k,4096").withThreads(threads, threads));
            assertThat(result.totals().unreadBytes()).isEqualTo(next - failAt);
            ReferenceScan expected = new ReferenceScan();
            Chunker rabin = ChunkerSpecs.parse("rabin:32k").get(0);
            expected.add(content, 0, failAt, rabin);
            expected.add(content, next, size, rabin);
            assertThat(ReferenceScan.summary(result.layouts().get(0))).isEqualTo(expected.summary());
        }
    }

    /** A disk with a large dead part: the skipped ranges must not depend on which thread reads them. */
    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void aDeadStretchIsSkippedTheSameByAnyNumberOfThreads() throws Exception {
        byte[] content = content(new Random(8), 60_000_000);
        long deadFrom = content.length / 3;
        long deadTo = content.length / 2;
        String expected = null;
        for (int threads : new int[] {1, 2, 6}) {
            Unit unit = unit("dead", content.length, (position, data, offset, length) -> {
                if (position >= deadFrom && position < deadTo) {
                    throw new IOException("Input/output error");
                }
                long end = Math.min(content.length, position + length);
                end = position < deadFrom ? Math.min(deadFrom, end) : end;
                System.arraycopy(content, (int) position, data, offset, (int) (end - position));
                return position == end ? -1 : (int) (end - position);
            });
            ScanResult result =
                    Scans.scan(new MemorySource().add(unit), options("gear:16k").withThreads(threads, threads));
            assertThat(result.errors()).hasSize(1);
            assertThat(result.totals().unreadBytes()).isEqualTo((deadTo + 4095) / 4096 * 4096 - deadFrom);
            String numbers = result.layouts() + "" + result.totals();
            assertThat(numbers).isEqualTo(expected == null ? numbers : expected);
            expected = numbers;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {5_000_000, 20_000_000})
    void aUnitThatShrinksIsReadAsFarAsItGoes(int size) throws Exception {
        byte[] content = new byte[size * 2 / 3];
        new Random(size).nextBytes(content);
        ScanResult result = Scans.scan(
                new MemorySource().add(new MemoryUnit("u", "", size, content, -1, false)), options("fastcdc:16k"));
        assertThat(result.totals().unreadBytes()).isEqualTo(size - content.length);
        assertThat(result.errors()).hasSize(1);
        ReferenceScan expected = new ReferenceScan();
        expected.add(
                content, 0, content.length, ChunkerSpecs.parse("fastcdc:16k").get(0));
        assertThat(ReferenceScan.summary(result.layouts().get(0))).isEqualTo(expected.summary());
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void aHoleOfTebibytesTakesNoTime() throws Exception {
        long size = (4L << 40) + 12_345;
        Unit sparse = new Unit() {
            @Override
            public String name() {
                return "sparse";
            }

            @Override
            public String extension() {
                return "";
            }

            @Override
            public long sizeBytes() {
                return size;
            }

            @Override
            public UnitChannel open() {
                return new UnitChannel() {
                    @Override
                    public int read(long position, byte[] data, int offset, int length) {
                        int count = (int) Math.min(length, size - position);
                        Arrays.fill(data, offset, offset + count, (byte) 0);
                        for (int i = 0; i < count && position + i < 5000; i++) {
                            data[offset + i] = (byte) (i * 31 + i / 256);
                        }
                        return count == 0 ? -1 : count;
                    }

                    @Override
                    public long nextData(long position) {
                        return position < 5000 ? position : Long.MAX_VALUE;
                    }

                    @Override
                    public void close() {}
                };
            }
        };
        ScanResult result = Scans.scan(new MemorySource().add(sparse), options("fastcdc:8k,rabin:64k,4k"));
        Layout fastCdc = result.layouts().get(0);
        assertThat(fastCdc.zeroBytes() + fastCdc.nonZeroBytes()).isEqualTo(size);
        assertThat(fastCdc.nonZeroBytes()).isLessThan(5000 + 65_536);
        assertThat(fastCdc.chunkCount()).isBetween(size / 65_536, size / 65_536 + 10);
    }

    @Test
    void compressesEachDistinctChunkOnce() throws Exception {
        byte[] content = content(new Random(11), 6_000_000);
        CompressorSpec lz4 = CompressorSpec.parse("lz4");
        List<Chunker> chunkers = ChunkerSpecs.parse("ae:4k,fastcdc:64k");
        MemorySource source = new MemorySource().add("a", content).add("b", content);
        ScanResult result = Scans.scan(
                source, Scans.chunkedBy(chunkers, List.of(lz4)).withPerFile(new FileSelection(true, 0, Set.of())));
        for (int i = 0; i < chunkers.size(); i++) {
            long expected = storedBytes(content, chunkers.get(i), lz4);
            assertThat(result.layouts().get(i).compression().get(0).physicalBytes())
                    .isEqualTo(expected);
            int layout = i;
            assertThat(result.files())
                    .hasSize(2)
                    .allSatisfy(file -> assertThat(file.layouts()
                                    .get(layout)
                                    .compression()
                                    .get(0)
                                    .physicalBytes())
                            .isEqualTo(expected));
        }
    }

    private static long storedBytes(byte[] content, Chunker chunker, CompressorSpec spec) {
        ChunkList chunks = new ChunkList();
        chunker.cutter().cutRegion(content, 0, content.length, 0, chunks);
        Map<ByteBuffer, Integer> stored = new HashMap<>();
        try (Compressor compressor = spec.open()) {
            for (int i = 0; i < chunks.size(); i++) {
                int from = chunks.offset(i);
                byte[] chunk = Arrays.copyOfRange(content, from, from + chunks.length(i));
                if (!Arrays.equals(chunk, new byte[chunk.length])) {
                    stored.computeIfAbsent(
                            ByteBuffer.wrap(chunk), key -> compressor.storedBytes(chunk, 0, chunk.length));
                }
            }
        }
        return stored.values().stream().mapToLong(Integer::longValue).sum();
    }

    @Test
    void aScanStopsWithNumbersThatClose() throws Exception {
        byte[] content = new byte[60_000_000];
        new Random(3).nextBytes(content);
        for (int threads : new int[] {1, 3}) {
            CountDownLatch underWay = new CountDownLatch(20);
            Unit unit = unit("u", content.length, (position, data, offset, length) -> {
                underWay.countDown();
                int count = (int) Math.min(length, content.length - position);
                System.arraycopy(content, (int) position, data, offset, count);
                return count == 0 ? -1 : count;
            });
            MemorySource source = new MemorySource().add(unit);
            ScanOptions options =
                    options("rabin:8k,700001").withThreads(threads, threads).withRate(20 << 20);
            ScanRun scan = ScanRun.open(ScanRequest.of(source, options, Scans.plan(source, options)));
            stopWhen(underWay, scan);
            ScanResult result = scan.run().result();
            assertThat(result.partial()).isTrue();
            assertThat(result.totals().unreadBytes()).isZero();
            assertThat(result.totals().scannedBytes()).isBetween(1L, content.length - 1L);
        }
    }

    /** One body in the middle never arrives. Those behind it do not wait for it forever, and those that were read count. */
    @Test
    @Slow
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void aStoppedScanDoesNotWaitForAReadThatHangs() throws Exception {
        byte[] content = new byte[30_000_000];
        new Random(3).nextBytes(content);
        CountDownLatch hangs = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        Unit unit = unit("u", content.length, (position, data, offset, length) -> {
            if (position == 3 << 20) {
                hangs.countDown();
                try {
                    never.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }
            int count = (int) Math.min(length, content.length - position);
            System.arraycopy(content, (int) position, data, offset, count);
            return count == 0 ? -1 : count;
        });
        MemorySource source = new MemorySource().add(unit);
        ScanOptions options = options("fastcdc:8k").withThreads(3, 3);
        ScanRun scan = ScanRun.open(ScanRequest.of(source, options, Scans.plan(source, options)));
        stopWhen(hangs, scan);
        ScanResult result = scan.run().result();
        never.countDown();
        assertThat(result.partial()).isTrue();
        assertThat(result.totals().scannedBytes()).isGreaterThanOrEqualTo(3 << 20);
        assertThat(result.layouts().get(0).nonZeroBytes())
                .isEqualTo(result.totals().scannedBytes());
    }

    private static void stopWhen(CountDownLatch latch, ScanRun scan) {
        Thread stopper = new Thread(() -> {
            try {
                latch.await();
                TimeUnit.MILLISECONDS.sleep(50);
                scan.stop();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        stopper.setDaemon(true);
        stopper.start();
    }

    @FunctionalInterface
    private interface Read {
        int read(long position, byte[] data, int offset, int length) throws IOException;
    }

    private static Unit unit(String name, long sizeBytes, Read read) {
        return new Unit() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public String extension() {
                return "";
            }

            @Override
            public long sizeBytes() {
                return sizeBytes;
            }

            @Override
            public UnitChannel open() {
                return new UnitChannel() {
                    @Override
                    public int read(long position, byte[] data, int offset, int length) throws IOException {
                        return read.read(position, data, offset, length);
                    }

                    @Override
                    public void close() {}
                };
            }
        };
    }
}
