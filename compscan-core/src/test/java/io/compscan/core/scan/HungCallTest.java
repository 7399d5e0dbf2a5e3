package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.result.Layout;
import io.compscan.core.result.ScanResult;
import io.compscan.core.result.TypeTotals;
import io.compscan.core.scan.MemorySource.MemoryUnit;
import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A device hangs in a call, the scan is stopped, and the call returns at some moment after that: before the scan gives the thread up, about
 * when it does, while it folds, and when it is over. The numbers must close whenever that is.
 */
class HungCallTest {

    private static final int LARGE_BYTES = 12_100_000;

    /** A stopped scan gives hung threads up after two seconds; a claim that is not cut is passed over after half a second. */
    private static final int[] WAKE_AFTER_MILLIS = {
        0, 100, 400, 500, 600, 1000, 1900, 1960, 1990, 2000, 2005, 2010, 2020, 2030, 2050, 2070, 2100, 2150, 2200, 6000
    };

    /** What hangs. */
    enum Call {
        OPEN,
        READ,
        READ_STREAM,
        NEXT_DATA,
        AFTER_STRIPE,
        WALK
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "READ; fixed:4k; 0",
                "READ; fixed:4k; 5000000",
                "READ; fastcdc:8k,fixed:4k; 0",
                "READ; fastcdc:8k,fixed:4k; 5000000",
                "READ; fastcdc:8k,fixed:4k; 12000000",
                "READ_STREAM; fixed:4k; 5000000",
                "READ_STREAM; fastcdc:8k,fixed:4k; 5000000",
                "OPEN; fixed:4k; 0",
                "OPEN; fastcdc:8k,fixed:4k; 0",
                "NEXT_DATA; fixed:4k; 0",
                "NEXT_DATA; fastcdc:8k,fixed:4k; 5000000",
                "AFTER_STRIPE; fixed:4k; 0",
                "WALK; fastcdc:8k,fixed:4k; 0",
            })
    void theNumbersCloseWheneverTheCallReturns(Call call, String chunkings, int hangsAt) throws Exception {
        ExecutorService scans = Executors.newFixedThreadPool(WAKE_AFTER_MILLIS.length);
        try {
            byte[] large = random(LARGE_BYTES);
            List<Future<?>> all = new ArrayList<>();
            for (int millis : WAKE_AFTER_MILLIS) {
                all.add(scans.submit(() -> {
                    scan(call, chunkings, hangsAt, large, millis);
                    return null;
                }));
            }
            for (Future<?> scan : all) {
                scan.get();
            }
        } finally {
            scans.shutdownNow();
        }
    }

    private static void scan(Call call, String chunkings, int hangsAt, byte[] large, int wakeAfterMillis)
            throws Exception {
        Gate gate = new Gate();
        MemorySource units = new MemorySource();
        for (int i = 0; i < 50; i++) {
            units.add("small" + i, random(3000 + i));
        }
        long size = call == Call.READ_STREAM ? Unit.UNKNOWN_SIZE : large.length;
        units.add(new HangingUnit(new MemoryUnit("large", "img", size, large, -1, false), gate, call, hangsAt));
        Source source = call == Call.WALK ? hangingAtTheEnd(units, gate) : units;
        ScanOptions options = Scans.chunkedBy(
                        ChunkerSpecs.parse(chunkings), List.of(CompressorSpec.parse("lz4")))
                .withThreads(3, 2);
        Scan scan = new Scan(source, options, Scans.plan(source, options));
        Thread stopper = new Thread(() -> {
            gate.awaitCaller();
            scan.stop("enough");
            sleep(wakeAfterMillis);
            gate.open();
        });
        stopper.start();

        ScanResult result = scan.run();

        long contentBytes = LARGE_BYTES + 50L * 3050;
        assertThat(result.partial()).isTrue();
        assertThat(result.totals().scannedBytes()).isBetween(0L, contentBytes);
        assertThat(result.types().stream().mapToLong(TypeTotals::scannedBytes).sum())
                .isEqualTo(result.totals().scannedBytes());
        for (Layout layout : result.layouts()) {
            assertThat(layout.nonZeroBytes()).isEqualTo(result.totals().scannedBytes());
            // The content is random, so a chunk that is met again was counted twice.
            assertThat(layout.uniqueBytes()).isEqualTo(layout.nonZeroBytes());
        }
        stopper.join();
        gate.joinCallers();
        assertThat(scan.failure()).isNull();
    }

    private static byte[] random(int bytes) {
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        return content;
    }

    private static Source hangingAtTheEnd(MemorySource units, Gate gate) {
        return new Source() {
            @Override
            public List<String> paths() {
                return units.paths();
            }

            @Override
            public void walk(SourceVisitor visitor) throws InterruptedException {
                units.walk(visitor);
                gate.pass();
                visitor.directory();
                visitor.hardLink(1000);
                visitor.unit(units.units().get(0));
            }
        };
    }

    /** Two scans of the same data with the same hang: the one that is woken late must count what the other one counts. */
    @Test
    void chunksThatBeganBeforeTheHangAreCutWhereTheBytesEnd() throws Exception {
        byte[] content = random(LARGE_BYTES);
        Gate gate = new Gate();
        MemorySource source = new MemorySource()
                .add(new HangingUnit(
                        new MemoryUnit("large", "img", content.length, content, -1, false), gate, Call.READ, 5_000_000));
        ScanOptions options =
                Scans.chunkedBy(ChunkerSpecs.parse("fastcdc:8k"), List.of()).withThreads(1, 1);
        Scan scan = new Scan(source, options, Scans.plan(source, options));
        new Thread(() -> {
                    gate.awaitCaller();
                    scan.stop("enough");
                })
                .start();
        Layout layout = scan.run().layouts().get(0);
        gate.open();
        gate.joinCallers();

        // The reader hung in the body that begins at 4 MiB.
        byte[] seen = java.util.Arrays.copyOf(content, 4 << 20);
        ScanResult whole = Scans.scan(
                new MemorySource().add("large", seen),
                Scans.chunkedBy(ChunkerSpecs.parse("fastcdc:8k"), List.of()));
        assertThat(layout).isEqualTo(whole.layouts().get(0));
    }

    /** A unit one of whose calls hangs from a position on. */
    private record HangingUnit(Unit unit, Gate gate, Call call, long hangsAt) implements WrappedUnit {
        @Override
        public UnitChannel open() throws IOException {
            gate.passIf(call == Call.OPEN);
            UnitChannel channel = unit.open();
            return new UnitChannel() {
                @Override
                public int read(long position, byte[] data, int offset, int length) throws IOException {
                    gate.passIf((call == Call.READ || call == Call.READ_STREAM) && position + length > hangsAt);
                    return channel.read(position, data, offset, length);
                }

                @Override
                public long nextData(long position) throws IOException {
                    gate.passIf(call == Call.NEXT_DATA && position >= hangsAt);
                    return channel.nextData(position);
                }

                @Override
                public void afterStripe(long from, long to) {
                    gate.passIf(call == Call.AFTER_STRIPE && to >= hangsAt);
                }

                @Override
                public void close() throws IOException {
                    channel.close();
                }
            };
        }
    }

    /** Where threads hang, as in the kernel: no interrupt wakes them. */
    private static final class Gate {
        private final List<Thread> callers = new ArrayList<>();
        private boolean open;

        void passIf(boolean hangs) {
            if (hangs) {
                pass();
            }
        }

        synchronized void pass() {
            callers.add(Thread.currentThread());
            notifyAll();
            awaitUntilOpen();
        }

        synchronized void awaitCaller() {
            while (callers.isEmpty()) {
                waitUninterruptibly();
            }
        }

        private synchronized void awaitUntilOpen() {
            while (!open) {
                waitUninterruptibly();
            }
        }

        private synchronized void waitUninterruptibly() {
            try {
                wait();
            } catch (InterruptedException e) {
                // Goes on waiting.
            }
        }

        synchronized void open() {
            open = true;
            notifyAll();
        }

        void joinCallers() throws InterruptedException {
            List<Thread> all;
            synchronized (this) {
                all = List.copyOf(callers);
            }
            for (Thread caller : all) {
                caller.join(TimeUnit.MINUTES.toMillis(1));
                assertThat(caller.isAlive()).as("%s still runs", caller).isFalse();
            }
        }
    }

    private static void sleep(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
