package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.fold.ledger.LedgerLimits;
import io.compscan.core.scan.checkpoint.CheckpointDirectory;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.result.ScanResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The sessions of one scan. */
final class ScanSessions {
    private final Path directory;
    private final ScanOptions options;
    private final LedgerLimits limits;

    /** A session stops when it has read so much. */
    long stopAtBytes = Long.MAX_VALUE;
    /** Changes the index of the next session. */
    UnaryOperator<ScanRequest> index = request -> request;

    long bytesReadInLastSession;
    private boolean begun;

    ScanSessions(Path directory, ScanOptions options, LedgerLimits limits) {
        this.directory = directory;
        this.options = options;
        this.limits = limits;
    }

    /** Scans until so many units have been opened, or to the end. */
    ScanResult run(List<Unit> units, int stopAtUnit) throws Exception {
        List<String> failures = new ArrayList<>();
        try (CheckpointDirectory checkpoints =
                begun ? CheckpointDirectory.open(directory) : CheckpointDirectory.create(directory)) {
            begun = true;
            AtomicReference<@Nullable ScanRun> scan = new AtomicReference<>();
            AtomicInteger opened = new AtomicInteger();
            MemorySource source = new MemorySource();
            for (Unit unit : units) {
                source.add(new Watched(unit, () -> {
                    if (opened.incrementAndGet() == stopAtUnit) {
                        stop(scan);
                    }
                }));
            }
            scan.set(ScanRun.open(index.apply(ScanRequest.of(source, options, Scans.plan(source, options)))
                    .withCheckpoints(new CheckpointPlan(
                            checkpoints,
                            Duration.ofMillis(1),
                            CheckpointPlan.PATIENCE,
                            List.of("scan"),
                            "/",
                            failures::add))
                    .withLedgerLimits(limits)));
            Thread watch = new Thread(() -> stopAtBytes(scan), "watch");
            watch.setDaemon(true);
            watch.start();
            ScanResult result = scan.get().run().result();
            bytesReadInLastSession = scan.get().progress().readBytes();
            watch.interrupt();
            watch.join();
            if (!result.partial()) {
                checkpoints.discard();
            }
            assertThat(failures).isEmpty();
            return result;
        }
    }

    private static void stop(AtomicReference<@Nullable ScanRun> scan) {
        ScanRun running = scan.get();
        if (running != null) {
            running.stop();
        }
    }

    private void stopAtBytes(AtomicReference<@Nullable ScanRun> scan) {
        try {
            while (true) {
                ScanRun running = scan.get();
                if (running != null && running.progress().readBytes() >= stopAtBytes) {
                    running.stop();
                    return;
                }
                Thread.sleep(1);
            }
        } catch (InterruptedException e) {
            // The scan is over.
        }
    }

    /** A unit that says when it is opened. */
    record Watched(Unit unit, Runnable whenOpened) implements WrappedUnit {
        @Override
        public UnitChannel open() throws IOException {
            whenOpened.run();
            return unit.open();
        }
    }
}
