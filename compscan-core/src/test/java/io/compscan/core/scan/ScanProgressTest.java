package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.scan.MemorySource.MemoryUnit;
import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.result.ScanResult;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ScanProgressTest {

    private static final int MIB = 1 << 20;

    /** A unit of one byte; opening it does something else first. */
    private record ByteUnit(Runnable whenOpened) implements Unit {
        @Override
        public String name() {
            return "byte";
        }

        @Override
        public String extension() {
            return "";
        }

        @Override
        public long sizeBytes() {
            return 1;
        }

        @Override
        public UnitChannel open() {
            whenOpened.run();
            return new MemoryUnit("byte", "", 1, new byte[] {1}, -1, false).open();
        }
    }

    @Test
    void theSizeOfTheJobIsKnownLongBeforeItIsRead() throws Exception {
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        int units = 2_000;
        MemorySource all = new MemorySource();
        for (int i = 0; i <= units; i++) {
            all.add("u" + i, new byte[] {1, 2, 3});
        }
        AtomicInteger walks = new AtomicInteger();
        // The first walk is held up, as it is when the readers have more than enough to do.
        Source source = new Source() {
            @Override
            public List<String> paths() {
                return all.paths();
            }

            @Override
            public void walk(SourceVisitor visitor) throws InterruptedException {
                if (walks.getAndIncrement() == 0) {
                    reached.countDown();
                    gate.await();
                }
                all.walk(visitor);
            }
        };
        ScanOptions options = Scans.options(List.of(4096), List.of()).withThreads(1, 1);
        ScanRun scan = ScanRun.open(ScanRequest.of(source, options, Scans.plan(source, options)));
        AtomicReference<ScanResult> result = new AtomicReference<>();
        Thread running = new Thread(() -> {
            try {
                result.set(scan.run().result());
            } catch (ScanException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        running.start();
        reached.await();
        assertThat(scan.progress().allFound()).isFalse();
        scan.countAhead();
        ScanProgress counted = scan.progress();
        assertThat(counted.allFound()).isTrue();
        assertThat(counted.foundFiles()).isEqualTo(units + 1);
        assertThat(counted.foundBytes()).isEqualTo(3L * (units + 1));
        assertThat(counted.doneFiles()).isZero();

        gate.countDown();
        running.join();
        ScanProgress end = scan.progress();
        assertThat(end.doneFiles()).isEqualTo(units + 1);
        assertThat(end.doneBytes()).isEqualTo(end.foundBytes()).isEqualTo(3L * (units + 1));
        assertThat(result.get().totals().fileCount()).isEqualTo(units + 1);
    }

    @Test
    void holesAreDoneButNotReadAndWhatCannotBeReadIsNeither() throws Exception {
        byte[] sparse = new byte[8 * MIB];
        new Random(1).nextBytes(sparse);
        Arrays.fill(sparse, MIB, 7 * MIB, (byte) 0);
        MemorySource source = new MemorySource()
                .add(new MemoryUnit("sparse", "", sparse.length, sparse, -1, true))
                .add(new MemoryUnit("broken", "", 4 * MIB, new byte[4 * MIB], 0, false));
        ScanOptions options = Scans.options(List.of(4096), List.of());
        ScanRun scan = ScanRun.open(ScanRequest.of(source, options, Scans.plan(source, options)));
        scan.run().result();
        ScanProgress end = scan.progress();
        assertThat(end.doneBytes()).isEqualTo(end.foundBytes()).isEqualTo(12 * MIB - 4096);
        assertThat(end.readBytes()).isEqualTo(6 * MIB - 4096);
        assertThat(end.errorCount()).isEqualTo(1);
        assertThat(end.sizeKnown()).isTrue();
    }

    @Test
    void aStreamHasNoSize() throws Exception {
        MemorySource source =
                new MemorySource().add(new MemoryUnit("s", "", Unit.UNKNOWN_SIZE, new byte[3 * MIB], -1, false));
        ScanOptions options = Scans.options(List.of(4096), List.of());
        ScanRun scan = ScanRun.open(ScanRequest.of(source, options, Scans.plan(source, options)));
        scan.run().result();
        assertThat(scan.progress().sizeKnown()).isFalse();
        assertThat(scan.progress().doneBytes()).isEqualTo(3 * MIB);
    }

    /**
     * The last unit asks, when the other threads have nothing left to do. Each may have added a thousand chunks to the index and not
     * counted them yet. There are hardly more than ten thousand here.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 65536})
    void theRatioSoFarIsCloseToTheFinalOne(int superblockBytes) throws Exception {
        byte[] content = new byte[64 * MIB];
        Random random = new Random(2);
        for (int block = 0; block < content.length; block += 4096) {
            // A third of the blocks is zero, a third repeats a few, the others shrink by about a half.
            int kind = random.nextInt(3);
            Random bytes = kind == 1 ? new Random(random.nextInt(50)) : random;
            for (int i = 0; kind > 0 && i < 2048; i++) {
                content[block + i] = (byte) bytes.nextInt();
            }
        }
        AtomicReference<Double> ratioSoFar = new AtomicReference<>();
        AtomicReference<ScanRun> scan = new AtomicReference<>();
        // Threads are of the group of who starts them: when the others have ended, it has the one that scans and this
        // one.
        ThreadGroup group = new ThreadGroup("scan");
        Unit last = new ByteUnit(() -> {
            while (scan.get().progress().doneBytes() < content.length || group.activeCount() > 2) {
                Thread.onSpinWait();
            }
            ratioSoFar.set(scan.get().progress().reductionRatio());
        });
        MemorySource source = new MemorySource().add("content", content).add(last);
        ScanOptions options = Scans.options(List.of(4096, 16384), List.of(CompressorSpec.parse("lz4")))
                .withThreads(2, 2)
                .withSuperblockBytes(superblockBytes);
        scan.set(ScanRun.open(ScanRequest.of(source, options, Scans.plan(source, options))));
        FutureTask<ScanOutcome> run = new FutureTask<>(scan.get()::run);
        new Thread(group, run).start();
        double best = run.get().result().layouts().stream()
                .flatMap(layout -> layout.compression().stream())
                .mapToDouble(compression -> compression.reductionRatio())
                .max()
                .orElseThrow();
        assertThat(best).isGreaterThan(2);
        assertThat(ratioSoFar.get()).isCloseTo(best, within(best * 0.1));
        assertThat(scan.get().progress().reductionRatio()).isNull();
    }
}
