package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.scan.MemorySource.MemoryUnit;
import io.compscan.core.scan.read.task.StopReason;
import io.compscan.core.source.Source;
import io.compscan.core.source.StreamSource;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.result.Layout;
import io.compscan.result.ScanResult;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scans that end early report numbers that close: somebody stops them, a call hangs, or memory ends. */
final class StoppedScanTest {

    private static final List<CompressorSpec> LZ4 = List.of(CompressorSpec.parse("lz4"));

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
            source.add("small" + i, Scans.random(3000 + i));
        }
        byte[] content = Scans.random(20_100_000);
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
                            Scans.awaitUninterruptibly(answer);
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
            Scans.awaitUninterruptibly(hanging);
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

    @Test
    void anIndexOutOfMemoryEndsTheScanEarlyWithNumbersThatClose() throws Exception {
        byte[] content = Scans.random(150_000_000);
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
        byte[] content = Scans.random(60_000_000);
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
}
