package io.compscan.core.scan;

import io.compscan.core.index.IndexRuns;
import io.compscan.core.scan.checkpoint.Checkpoint;
import io.compscan.core.scan.checkpoint.Checkpoint.Tallies;
import io.compscan.core.scan.checkpoint.CheckpointDirectory;
import io.compscan.core.scan.checkpoint.CheckpointDirectory.LogPosition;
import io.compscan.core.scan.checkpoint.UnitRecord;
import io.compscan.core.scan.read.task.PartialUnit;
import io.compscan.core.scan.read.task.PausePoint;
import io.compscan.core.scan.read.task.StopReason;
import io.compscan.core.scan.read.task.StopSignal;
import io.compscan.core.scan.read.task.UnitTicket;
import io.compscan.result.ScanSettings;
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
 * <p>A checkpoint is taken while the scan stands still: all bytes that were read are tallied and in the index. The walk need not stand
 * still, for a resumed scan walks from the beginning, and passes over the units in the log.
 */
public final class Checkpoints {

    /** The cost of checkpoints is at most one part in so many of the time. */
    private static final int COST_SHARE = 20;

    private final CheckpointPlan plan;
    private final CheckpointDirectory directory;
    private final ScanSettings scanPlan;
    private final PausePoint pause;
    private final State state;
    private final StopSignal stop;
    private final Set<UnitTicket> segmented = ConcurrentHashMap.newKeySet();
    /** The units that an earlier session has read in part and that this walk has not met yet, by their names. */
    private final Map<String, PartialUnit> unmet = new ConcurrentHashMap<>();

    private final AtomicBoolean failed = new AtomicBoolean();
    private boolean over;
    private @Nullable StopReason stopReason;

    /** The state of the scan for a checkpoint; asked while the scan stands still. */
    interface State {
        /** The tallies of references. */
        Tallies tallies();

        /** Brings the index to the disk, as runs. */
        List<IndexRuns> saveIndexes() throws IOException;

        /** The bytes read so far. */
        long readBytes();

        /** The start of the scan, since 1970. */
        long startedAtMillis();

        /** The duration of the scan so far. */
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

    /** Notes that a unit cut into segments is going to be read. */
    public void watch(UnitTicket unit) {
        // The order matters, for the walk does not stand still: a checkpoint meanwhile finds the unit in one map or in
        // both.
        segmented.add(unit);
        unmet.remove(unit.unit().name());
    }

    /** Notes that a unit has been read to its end. */
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

    /** Takes a checkpoint and returns the time for which the scan stood still. */
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
                        // Before any thread reads on, so that the report and the checkpoint hold the same data.
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

    /** Ends a scan that has been told to stop, though a thread is still reading. */
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

    /** Reports a failure, once. No later checkpoint may refer to a log that misses a unit. */
    private void fail(IOException e) {
        if (failed.compareAndSet(false, true)) {
            plan.whenFailed().accept(directory.failureText() + ": " + directory.path() + ": " + e.getMessage());
        }
    }
}
