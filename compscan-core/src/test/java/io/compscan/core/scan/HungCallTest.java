package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.scan.MemorySource.MemoryUnit;
import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitVersion;
import io.compscan.result.Layout;
import io.compscan.result.ScanResult;
import io.compscan.result.TypeTotals;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/**
 * A device hangs in a call, and the scan is stopped. The call returns before, while or after the scan gives the thread up. The numbers
 * must close whenever that is.
 */
class HungCallTest {

    private static final String FIXED = "fixed:4k";
    private static final String BOTH = "fastcdc:8k,fixed:4k";
    private static final String WHOLE = "4k,files=whole";
    private static final int LARGE_BYTES = 6_100_000;

    /** A claim that is not cut is passed over half a second after the stop; threads that hang are given up after two seconds. */
    private static final int[] WAKE_AFTER_MILLIS = {0, 450, 600, 1900, 1970, 2000, 2010, 2030, 2060, 2100, 2200, 2600};

    /** What hangs. */
    enum Call {
        OPEN,
        READ,
        READ_STREAM,
        NEXT_DATA,
        AFTER_STRIPE,
        READ_SAMPLE,
        IS_SPARSE,
        WALK
    }

    /**
     * A hang.
     *
     * @param position in the large unit, from which on the call hangs
     */
    private record Hang(Call call, String chunkings, long position) {}

    private static final List<Hang> HANGS = List.of(
            new Hang(Call.READ, FIXED, 0),
            new Hang(Call.READ, FIXED, 3_000_000),
            new Hang(Call.READ, BOTH, 0),
            new Hang(Call.READ, BOTH, 3_000_000),
            new Hang(Call.READ, BOTH, 6_000_000),
            new Hang(Call.READ_STREAM, FIXED, 3_000_000),
            new Hang(Call.READ_STREAM, BOTH, 3_000_000),
            new Hang(Call.OPEN, FIXED, 0),
            new Hang(Call.OPEN, BOTH, 0),
            new Hang(Call.NEXT_DATA, FIXED, 0),
            new Hang(Call.NEXT_DATA, BOTH, 3_000_000),
            new Hang(Call.AFTER_STRIPE, FIXED, 0),
            new Hang(Call.READ_SAMPLE, WHOLE, 0),
            new Hang(Call.READ_SAMPLE, WHOLE, 3_000_000),
            new Hang(Call.IS_SPARSE, "4k,extents=whole", 0),
            new Hang(Call.WALK, BOTH, 0));

    private static final int SCANS_AT_ONCE = 40;

    @Test
    @Slow
    void theNumbersCloseWheneverTheCallReturns() throws Exception {
        ExecutorService scans = Executors.newFixedThreadPool(SCANS_AT_ONCE);
        try {
            byte[] large = Scans.random(LARGE_BYTES);
            List<Future<?>> all = new ArrayList<>();
            for (int millis : WAKE_AFTER_MILLIS) {
                for (Hang hang : HANGS) {
                    all.add(scans.submit(() -> {
                        scan(hang, large, millis);
                        return null;
                    }));
                }
            }
            for (Future<?> scan : all) {
                scan.get();
            }
        } finally {
            scans.shutdownNow();
        }
    }

    private static void scan(Hang hang, byte[] large, int wakeAfterMillis) throws Exception {
        Gate gate = new Gate();
        MemorySource units = new MemorySource();
        for (int i = 0; i < 50; i++) {
            units.add("small" + i, Scans.random(3000 + i));
        }
        long size = hang.call() == Call.READ_STREAM ? Unit.UNKNOWN_SIZE : large.length;
        units.add(new HangingUnit(new MemoryUnit("large", "img", size, large, -1, false), gate, hang));
        Source source = hang.call() == Call.WALK ? hangingAtTheEnd(units, gate) : units;
        ScanOptions options = Scans.chunkedBy(
                        ChunkerSpecs.parse(hang.chunkings()), List.of(CompressorSpec.parse("lz4")))
                .withThreads(3, 2);
        ScanRun scan = ScanRun.open(ScanRequest.of(source, options, Scans.plan(source, options)));
        Thread stopper = new Thread(() -> {
            gate.awaitCaller();
            scan.stop();
            sleep(wakeAfterMillis);
            gate.open();
        });
        stopper.start();

        ScanResult result = scan.run().result();

        String description = hang + " for " + wakeAfterMillis + " ms";
        assertThat(result.partial()).as(description).isTrue();
        assertThat(result.totals().scannedBytes()).as(description).isBetween(0L, LARGE_BYTES + 50L * 3050);
        assertThat(result.types().stream().mapToLong(TypeTotals::scannedBytes).sum())
                .as(description)
                .isEqualTo(result.totals().scannedBytes());
        for (Layout layout : result.layouts()) {
            assertThat(layout.nonZeroBytes())
                    .as(description)
                    .isEqualTo(result.totals().scannedBytes());
            // The content is random, so a chunk that is met again was counted twice.
            assertThat(layout.uniqueBytes()).as(description).isEqualTo(layout.nonZeroBytes());
        }
        stopper.join();
        gate.joinCallers();
        assertThat(scan.failure()).as(description).isNull();
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

    @Test
    @Slow
    void chunksThatBeganBeforeTheHangAreCutWhereTheBytesEnd() throws Exception {
        byte[] content = Scans.random(LARGE_BYTES);
        Gate gate = new Gate();
        MemorySource source = new MemorySource()
                .add(new HangingUnit(
                        new MemoryUnit("large", "img", content.length, content, -1, false),
                        gate,
                        new Hang(Call.READ, "", 3_000_000)));
        ScanOptions options =
                Scans.chunkedBy(ChunkerSpecs.parse("fastcdc:8k"), List.of()).withThreads(1, 1);
        ScanRun scan = ScanRun.open(ScanRequest.of(source, options, Scans.plan(source, options)));
        new Thread(() -> {
                    gate.awaitCaller();
                    scan.stop();
                })
                .start();
        Layout layout = scan.run().result().layouts().get(0);
        gate.open();
        gate.joinCallers();

        // The reader hung in the body that begins at 2 MiB.
        byte[] seen = Arrays.copyOf(content, 2 << 20);
        ScanResult whole = Scans.scan(
                new MemorySource().add("large", seen), Scans.chunkedBy(ChunkerSpecs.parse("fastcdc:8k"), List.of()));
        assertThat(layout).isEqualTo(whole.layouts().get(0));
    }

    /** All is read by then, so nothing of the result may be lost. */
    @Test
    @Slow
    void aLookAtAnEmptyFileThatHangsEndsWithTheScan() throws Exception {
        Gate gate = new Gate();
        Unit empty = new MemoryUnit("empty", "log", 0, new byte[0], -1, false);
        MemorySource source = new MemorySource().add("file", Scans.random(5000)).add(new WrappedUnit() {
            @Override
            public Unit unit() {
                return empty;
            }

            @Override
            public UnitVersion version() {
                boolean isTurn = Thread.currentThread().getName().matches("compscan-(\\d+|walk)");
                gate.passIf(!isTurn);
                return empty.version();
            }
        });
        ScanOptions options =
                Scans.chunkedBy(ChunkerSpecs.parse(FIXED), List.of()).withThreads(1, 1);
        ScanRun scan = ScanRun.open(ScanRequest.of(source, options, Scans.plan(source, options)));
        new Thread(() -> {
                    gate.awaitCaller();
                    scan.stop();
                })
                .start();
        ScanResult result = scan.run().result();
        gate.open();
        gate.joinCallers();
        assertThat(result.errors()).isEmpty();
        assertThat(result.totals().scannedBytes()).isEqualTo(5000);
        assertThat(scan.failure()).isNull();
    }

    /** A unit one of whose calls hangs from a position on. */
    private record HangingUnit(Unit unit, Gate gate, Hang hang) implements WrappedUnit {
        @Override
        public boolean isSparse() throws IOException {
            gate.passIf(hang.call() == Call.IS_SPARSE);
            return unit.isSparse();
        }

        @Override
        public UnitChannel openForParts() throws IOException {
            UnitChannel channel = unit.openForParts();
            return new UnitChannel() {
                @Override
                public int read(long position, byte[] data, int offset, int length) throws IOException {
                    gate.passIf(hang.call() == Call.READ_SAMPLE && position >= hang.position());
                    return channel.read(position, data, offset, length);
                }

                @Override
                public void close() throws IOException {
                    channel.close();
                }
            };
        }

        @Override
        public UnitChannel open() throws IOException {
            Call call = hang.call();
            gate.passIf(call == Call.OPEN);
            UnitChannel channel = unit.open();
            return new UnitChannel() {
                @Override
                public int read(long position, byte[] data, int offset, int length) throws IOException {
                    gate.passIf((call == Call.READ || call == Call.READ_STREAM) && position + length > hang.position());
                    return channel.read(position, data, offset, length);
                }

                @Override
                public long nextData(long position) throws IOException {
                    gate.passIf(call == Call.NEXT_DATA && position >= hang.position());
                    return channel.nextData(position);
                }

                @Override
                public void afterStripe(long from, long to) {
                    gate.passIf(call == Call.AFTER_STRIPE && to >= hang.position());
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
            await(() -> open);
        }

        synchronized void awaitCaller() {
            await(() -> !callers.isEmpty());
        }

        private synchronized void await(BooleanSupplier condition) {
            while (!condition.getAsBoolean()) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    // No interrupt ends a wait in the kernel.
                }
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
