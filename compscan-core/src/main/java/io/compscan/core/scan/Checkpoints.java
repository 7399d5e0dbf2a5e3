package io.compscan.core.scan;

import io.compscan.core.checkpoint.Checkpoint;
import io.compscan.core.checkpoint.Checkpoint.Tallies;
import io.compscan.core.checkpoint.CheckpointDirectory;
import io.compscan.core.checkpoint.CheckpointDirectory.LogPosition;
import io.compscan.core.checkpoint.UnitRecord;
import io.compscan.core.index.IndexRuns;
import io.compscan.core.read.task.PartialUnit;
import io.compscan.core.read.task.PausePoint;
import io.compscan.core.read.task.StopReason;
import io.compscan.core.read.task.StopSignal;
import io.compscan.core.read.task.UnitTicket;
import io.compscan.core.result.ScanSettings;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Takes the checkpoints of a scan, on a thread of its own.
 *
 * <p>A checkpoint is taken while the scan stands still: whatever was read has been tallied and is in the index. The walk need not
 * stand still, for whoever goes on walks from the beginning, and passes over what the log names.
 */
public final class Checkpoints {

    /** Taking checkpoints may cost one part in so many of the time. */
    private static final int COST_SHARE = 20;

    private final CheckpointPlan plan;
    private final CheckpointDirectory directory;
    private final ScanSettings scanPlan;
    private final PausePoint pause;
    private final State state;
    private final StopSignal stop;
    private final Set<UnitTicket> segmented = ConcurrentHashMap.newKeySet();
    /** What an earlier session has read in part, and the walk of this one has not met yet; by the names of the units. */
    private final Map<String, PartialUnit> unmet = new ConcurrentHashMap<>();

    private final AtomicBoolean failed = new AtomicBoolean();
    private boolean over;
    private @Nullable StopReason stopReason;

    /** What of the scan goes into a checkpoint; asked while it stands still. */
    interface State {
        /** What belongs to references. */
        Tallies tallies();

        /** Brings the index to the disk, as runs. */
        List<IndexRuns> saveIndexes() throws IOException;

        /** What has been read so far. */
        long readBytes();

        /** When the scan began, since 1970. */
        long startedAtMillis();

        /** How long the scan has run. */
        long elapsedNanos();
    }

    /** @param carried the checkpoint from which the scan goes on; null if it begins */
    Checkpoints(
            CheckpointPlan plan,
            ScanSettings scanPlan,
            @Nullable Checkpoint carried,
            PausePoint pause,
            StopSignal stop,
            State state) {
        this.plan = plan;
        directory = plan.directory();
        this.scanPlan = scanPlan;
        this.pause = pause;
        this.stop = stop;
        this.state = state;
        if (carried != null) {
            carried.partialUnits().forEach(unit -> unmet.put(unit.name(), unit));
        }
    }

    /** A unit that is cut into segments is going to be read. */
    public void watch(UnitTicket unit) {
        // In this order, for the walk does not stand still: a checkpoint meanwhile finds the unit in one of them, or in
        // both.
        segmented.add(unit);
        unmet.remove(unit.unit().name());
    }

    /** A unit has been read to its end. */
    void complete(UnitTicket unit) {
        segmented.remove(unit);
        if (failed.get() || stop.isStopped()) {
            return;
        }
        try {
            directory.append(new UnitRecord(unit.unit().name(), unit.version(), unit.error()));
        } catch (IOException e) {
            fail(e);
        }
    }

    /** Ends the scan after one more checkpoint. */
    synchronized void stopAfterCheckpoint(StopReason reason) {
        stopReason = reason;
        notifyAll();
    }

    /** Tells that the scan is over. */
    synchronized void end() {
        over = true;
        notifyAll();
    }

    /** Takes checkpoints until the scan is over. */
    void run() throws InterruptedException {
        long waitNanos = plan.interval().toNanos();
        while (awaitTurn(waitNanos)) {
            long costNanos = save();
            waitNanos = Math.max(plan.interval().toNanos(), COST_SHARE * costNanos);
        }
    }

    /** Waits; false if the scan is over or has been stopped. */
    private synchronized boolean awaitTurn(long nanos) throws InterruptedException {
        long deadline = System.nanoTime() + nanos;
        long left = nanos;
        while (!over && !stop.isStopped() && stopReason == null && left > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = deadline - System.nanoTime();
        }
        return !over && !stop.isStopped();
    }

    private synchronized @Nullable StopReason stopReason() {
        return stopReason;
    }

    /** Takes a checkpoint and tells how long the scan stood still for it. */
    private long save() throws InterruptedException {
        long[] costNanos = new long[1];
        try {
            boolean hasPaused = pause.run(plan.patience(), state::readBytes, () -> {
                long start = System.nanoTime();
                StopReason reason = stopReason();
                try {
                    if (!failed.get() && !stop.isStopped()) {
                        commit();
                    }
                } finally {
                    if (reason != null) {
                        // Before anybody reads on: what is reported is what can be gone on with.
                        stop.stop(reason);
                    }
                }
                costNanos[0] = System.nanoTime() - start;
            });
            if (!hasPaused) {
                costNanos[0] = plan.patience().toNanos();
                stopWithout();
            }
        } catch (IOException e) {
            fail(e);
        }
        return costNanos[0];
    }

    /** Ends a scan that is to end, though somebody is still reading. */
    private void stopWithout() {
        StopReason reason = stopReason();
        if (reason != null && !stop.isStopped()) {
            plan.whenFailed()
                    .accept("a reader does not come back, so the last checkpoint stays as it is: " + directory.path());
            stop.stop(reason);
        }
    }

    private void commit() throws IOException {
        List<IndexRuns> runs = state.saveIndexes();
        Map<String, PartialUnit> partial = new LinkedHashMap<>(unmet);
        for (UnitTicket unit : segmented) {
            PartialUnit part = unit.partial();
            if (part != null) {
                partial.put(part.name(), part);
            }
        }
        LogPosition log = directory.forceLog();
        directory.commit(new Checkpoint(
                scanPlan,
                plan.arguments(),
                plan.workingDirectory(),
                state.startedAtMillis(),
                state.elapsedNanos(),
                log.bytes(),
                log.unitCount(),
                state.tallies(),
                List.copyOf(partial.values()),
                runs));
    }

    /** Once is enough: a log that misses a unit must not be spoken of in another checkpoint. */
    private void fail(IOException e) {
        if (failed.compareAndSet(false, true)) {
            plan.whenFailed()
                    .accept("no more checkpoints, the last one stays: " + directory.path() + ": " + e.getMessage());
        }
    }
}
