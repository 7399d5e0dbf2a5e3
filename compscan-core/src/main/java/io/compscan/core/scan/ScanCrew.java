package io.compscan.core.scan;

import io.compscan.core.fold.ReferenceTally;
import io.compscan.core.scan.measure.ReadTally;
import io.compscan.core.scan.measure.SlabProcessor;
import io.compscan.core.scan.read.ReadCounters;
import io.compscan.core.scan.read.Slab;
import io.compscan.core.scan.read.SlabGeometry;
import io.compscan.core.scan.read.SlabReader;
import io.compscan.core.scan.read.Throttle;
import io.compscan.core.scan.read.task.PausePoint;
import io.compscan.core.scan.read.task.StopSignal;
import io.compscan.core.scan.read.task.TaskQueue;
import io.compscan.core.scan.read.task.ThreadState;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The threads of one scan: one that walks, one that takes checkpoints, and the others that read and process slabs.
 *
 * <p>A thread that hangs in a call is detached when the scan is stopped. The crew then takes over what the thread holds.
 */
final class ScanCrew {

    private static final long DETACH_POLL_MILLIS = 10;

    private final ScanOptions options;
    private final SlabGeometry geometry;
    private final TaskQueue tasks;
    private final StopSignal stop;
    private final PausePoint pause;
    private final ReadCounters progress;
    private final ThreadPermits permits;
    private final Function<ReferenceTally, SlabProcessor> newProcessor;

    private final ScanThreads threads;
    private final ThreadState walkState = new ThreadState();
    private final List<ScanThread> scanThreads = new ArrayList<>();
    /** One for each thread. */
    private final List<ReferenceTally> tallies = new ArrayList<>();

    private boolean hasDetached;

    /** @param newProcessor makes the processor of one thread, which fills the tally */
    ScanCrew(
            ScanOptions options,
            SlabGeometry geometry,
            TaskQueue tasks,
            StopSignal stop,
            PausePoint pause,
            ReadCounters progress,
            ThreadPermits permits,
            Function<ReferenceTally, SlabProcessor> newProcessor) {
        this.options = options;
        this.geometry = geometry;
        this.tasks = tasks;
        this.stop = stop;
        this.pause = pause;
        this.progress = progress;
        this.permits = permits;
        this.newProcessor = newProcessor;
        threads = new ScanThreads(stop);
    }

    /**
     * Runs all threads to their end, or until those that hang are detached.
     *
     * @param walk fills the queue of tasks
     * @param lastLook comes when all is read, unless the scan is stopped before. It may hang as a reader may.
     * @param isSpilling whether a thread writes to disk, and therefore returns however long it takes
     * @param checkpoints null if the scan takes none
     */
    void run(
            ScanThreads.Task walk,
            ScanThreads.Task lastLook,
            BooleanSupplier isSpilling,
            @Nullable Checkpoints checkpoints)
            throws InterruptedException {
        Throttle throttle = new Throttle(options.rateBytesPerSecond());
        int threadCount = options.readers() + options.workers();
        // All slabs come before the first thread: a heap too small for them is found out before anything has begun.
        for (int i = 0; i < threadCount; i++) {
            ThreadState state = new ThreadState();
            Slab slab = new Slab(geometry.capacityBytes());
            ReferenceTally tally = newTally();
            SlabReader reader = new SlabReader(tasks, geometry, throttle, stop, progress, new ReadTally(tally), state);
            scanThreads.add(new ScanThread(slab, reader, state, permits, pause, () -> newProcessor.apply(tally)));
        }
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threadCount; i++) {
            all.add(threads.start("compscan-" + i, scanThreads.get(i)::run));
        }
        all.add(threads.start("compscan-walk", () -> {
            try {
                walk.run();
            } finally {
                walkState.end();
            }
        }));
        Thread saver = checkpoints == null ? null : threads.start("compscan-checkpoint", checkpoints::run);
        if (!threads.join(all, isSpilling)) {
            detachThreads();
        } else if (!stop.isStopped()) {
            threads.join(List.of(threads.start("compscan-look", lastLook)), () -> false);
        }
        if (checkpoints != null && saver != null) {
            checkpoints.end();
            saver.join();
        }
    }

    /** Ends the scan without the threads that hang, and takes over what they hold; the other threads end on their own. */
    private void detachThreads() throws InterruptedException {
        for (ScanThread thread : scanThreads) {
            detach(thread.state());
        }
        detach(walkState);
        hasDetached = true;
        try (SlabProcessor substitute = newProcessor.apply(newTally())) {
            for (ScanThread thread : scanThreads) {
                if (thread.state().isDetached()) {
                    thread.takeOver(substitute);
                }
            }
            substitute.finish();
        }
    }

    private static void detach(ThreadState state) throws InterruptedException {
        while (!state.detach()) {
            Thread.sleep(DETACH_POLL_MILLIS);
        }
    }

    /** Another tally, whose counts belong to the scan. */
    synchronized ReferenceTally newTally() {
        ReferenceTally tally = new ReferenceTally(options.schemes());
        tallies.add(tally);
        return tally;
    }

    /** The state of the thread that walks. */
    ThreadState walkState() {
        return walkState;
    }

    /** Whether threads hang, so that their slabs and their unfinished units are not part of the result. */
    boolean hasDetached() {
        return hasDetached;
    }

    /** The tallies of all threads; readable while these are paused or over. */
    List<ReferenceTally> tallies() {
        return tallies;
    }

    /** Adds the deferred chunks of all threads to the index, while these are paused. */
    void finishDeferred() {
        scanThreads.stream().map(ScanThread::processor).filter(Objects::nonNull).forEach(SlabProcessor::finish);
    }

    /** The failure of a thread, which may come after the scan is over; null if none has failed. */
    @Nullable Throwable failure() {
        return threads.failure();
    }

    void interrupt() {
        threads.interrupt();
    }
}
