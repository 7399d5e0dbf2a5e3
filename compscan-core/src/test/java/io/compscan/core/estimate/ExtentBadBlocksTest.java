package io.compscan.core.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.fold.Schemes;
import io.compscan.core.scan.MemorySource;
import io.compscan.core.scan.Scans;
import io.compscan.core.scan.read.Throttle;
import io.compscan.core.source.Source;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.result.EstimateResult;
import io.compscan.result.EstimateResult.Method;
import io.compscan.result.EstimateResult.PartLayout;
import io.compscan.result.ReadError;
import io.compscan.result.ScanResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A bad block costs an estimate itself, and not its extent or its file. */
class ExtentBadBlocksTest {

    private static final int BLOCK = 4096;
    private static final long EXTENT = 128 << 10;
    private static final int BLOCKS = 4096;

    private final BitSet bad = new BitSet();
    private final AtomicInteger reads = new AtomicInteger();
    /** Called when the count of reads comes to 0. */
    private volatile Runnable whenRead = () -> {};

    /** A disk of random bytes with bad blocks; it gives what lies before them. */
    private final class Disk implements Unit {
        private final byte[] data = new byte[BLOCKS * BLOCK];

        Disk() {
            new Random(1).nextBytes(data);
        }

        @Override
        public String name() {
            return "disk";
        }

        @Override
        public String extension() {
            return "";
        }

        @Override
        public long sizeBytes() {
            return data.length;
        }

        @Override
        public UnitChannel open() {
            return new UnitChannel() {
                @Override
                public int read(long position, byte[] to, int offset, int length) throws IOException {
                    if (reads.incrementAndGet() == 0) {
                        whenRead.run();
                    }
                    int from = (int) position;
                    if (from >= data.length) {
                        return -1;
                    }
                    int next = bad.nextSetBit(from / BLOCK);
                    int end = Math.min(from + length, data.length);
                    if (next >= 0 && next * BLOCK < end) {
                        if (next * BLOCK <= from) {
                            throw new IOException("Input/output error");
                        }
                        end = next * BLOCK;
                    }
                    System.arraycopy(data, from, to, offset, end - from);
                    return end - from;
                }

                @Override
                public void close() {}
            };
        }
    }

    private static EstimateResult estimate(Source source, Chunker chunker, double share, int threads) throws Exception {
        Schemes schemes = Schemes.builder(Fingerprinting.plain(FingerprintAlgorithm.SHA1))
                .cut(chunker, List.of(CompressorSpec.parse("none")))
                .build();
        PassPlan plan = new PassPlan(share, 0, Long.MAX_VALUE);
        @Nullable EstimateResult result =
                new ExtentScan(new ExtentRequest(source, schemes, plan, threads, EXTENT)).run("test", pass -> {});
        assertThat(result).isNotNull();
        return result;
    }

    private static long unreadBytes(EstimateResult result) {
        return result.errors().stream().mapToLong(ReadError::knownUnreadBytes).sum();
    }

    @Test
    void badBlocksCostThemselves() throws Exception {
        bad.set(40);
        bad.set(100, 103);
        bad.set(1000);
        Source source = new MemorySource().add(new Disk());
        EstimateResult result = estimate(source, ChunkerSpecs.parse("4096").get(0), 1, 2);
        assertThat(result.errors())
                .containsExactly(new ReadError("disk", ReadError.Kind.UNREADABLE, 5 * BLOCK, "Input/output error"));
        assertThat(result.readBytes()).isEqualTo((BLOCKS - 5L) * BLOCK);
        PartLayout layout = result.layouts().get(0);
        assertThat(layout.uniqueBytesLow()).isEqualTo((BLOCKS - 5L) * BLOCK);
        assertThat(layout.uniqueBytesHigh()).isEqualTo((long) BLOCKS * BLOCK);
        assertThat(layout.method()).isNotEqualTo(Method.EXACT);
        assertThat(layout.note()).startsWith("3 extents have changed or could not be read");
    }

    /** Chunks end at bad blocks and begin behind them, as in a scan, so the same chunks are found. */
    @Test
    void allExtentsTogetherHaveTheChunksOfAScan() throws Exception {
        Random random = new Random(3);
        for (int i = 0; i < 100; i++) {
            bad.set(random.nextInt(BLOCKS));
        }
        for (String chunks : List.of("4096", "gear:2k")) {
            ScanResult scan = Scans.scan(
                    new MemorySource().add(new Disk()),
                    Scans.chunkedBy(ChunkerSpecs.parse(chunks), List.of(CompressorSpec.parse("none"))));
            EstimateResult result = estimate(
                    new MemorySource().add(new Disk()),
                    ChunkerSpecs.parse(chunks).get(0),
                    1,
                    3);
            assertThat(unreadBytes(result)).isEqualTo(scan.totals().unreadBytes());
            assertThat(result.readBytes()).isEqualTo(scan.totals().scannedBytes());
            assertThat(result.layouts().get(0).uniqueBytesLow())
                    .isEqualTo(scan.layouts().get(0).uniqueBytes());
        }
    }

    @Test
    void theBlocksOfTheSampleStandForTheOthers() throws Exception {
        for (int extent = 0; extent < BLOCKS / 32; extent++) {
            bad.set(32 * extent + 5);
        }
        EstimateResult result = estimate(
                new MemorySource().add(new Disk()), ChunkerSpecs.parse("4096").get(0), 0.5, 2);
        assertThat(unreadBytes(result)).isEqualTo(result.sampledExtentCount() * BLOCK);
        assertThat(result.readBytes()).isEqualTo(31 * unreadBytes(result));
        PartLayout layout = result.layouts().get(0);
        assertThat((BLOCKS - BLOCKS / 32L) * BLOCK).isBetween(layout.uniqueBytesLow(), layout.uniqueBytesHigh());
        assertThat(layout.uniqueBytesHigh()).isEqualTo((long) BLOCKS * BLOCK);
    }

    @Test
    void anEstimateThatWasStoppedEndsWithTheSameErrors(@TempDir Path directory) throws Exception {
        for (int extent = 0; extent < BLOCKS / 32; extent += 3) {
            bad.set(32 * extent + 7);
        }
        ExtentScan whole = scan(null);
        EstimateResult expected = whole.run("test", pass -> {});
        assertThat(expected).isNotNull();
        int all = reads.get();
        for (int part = 3; part < 9; part++) {
            ExtentScan stopped = scan(null);
            whenRead = () -> stopped.stop();
            reads.set(-all * part / 9);
            assertThat(stopped.run("test", pass -> {})).isNotNull();
            whenRead = () -> {};
            Path file = directory.resolve("part" + part);
            stopped.save(file);
            EstimateResult after = scan(file).run("test", pass -> {});
            assertThat(after).isNotNull();
            assertThat(after.errors()).as("after %d of 9", part).isEqualTo(expected.errors());
            assertThat(after.layouts()).isEqualTo(expected.layouts());
        }
    }

    private ExtentScan scan(@Nullable Path from) {
        Schemes schemes = Schemes.builder(Fingerprinting.plain(FingerprintAlgorithm.SHA1))
                .cut(ChunkerSpecs.parse("gear:2k").get(0), List.of(CompressorSpec.parse("lz4")))
                .build();
        ExtentRequest.Keep keep =
                new ExtentRequest.Keep(null, Duration.ofSeconds(60), List.of("disk"), "/", from, line -> {});
        PassPlan plan = new PassPlan(0.9, 0, Long.MAX_VALUE);
        Source source = new MemorySource().add(new Disk());
        return new ExtentScan(new ExtentRequest(source, schemes, plan, 2, EXTENT, false, Throttle.UNLIMITED, keep));
    }

    @Test
    void aRateHoldsForAllThreads() throws Exception {
        Schemes schemes = Schemes.builder(Fingerprinting.plain(FingerprintAlgorithm.SHA1))
                .cut(ChunkerSpecs.parse("4096").get(0), List.of(CompressorSpec.parse("none")))
                .build();
        PassPlan plan = new PassPlan(1, 0, Long.MAX_VALUE);
        long start = System.nanoTime();
        EstimateResult result = new ExtentScan(new ExtentRequest(
                        new MemorySource().add(new Disk()), schemes, plan, 3, EXTENT, false, 32 << 20, null))
                .run("test", pass -> {});
        assertThat(result).isNotNull();
        assertThat(result.readBytes()).isEqualTo((long) BLOCKS * BLOCK);
        // 16 MiB at 32 MiB/s, less a tenth of a second of credit.
        assertThat(System.nanoTime() - start).isGreaterThan(390_000_000L);
    }
}
