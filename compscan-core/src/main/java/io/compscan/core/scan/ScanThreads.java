package io.compscan.core.scan;

import io.compscan.core.scan.read.task.StopReason;
import io.compscan.core.scan.read.task.StopSignal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The threads of one scan: when one of them fails, all are told to leave. */
final class ScanThreads {

    /** The time for which a stopped scan waits for a reader that may never come back from a pipe. */
    private static final long STOP_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long POLL_MILLIS = 100;

    private final StopSignal stop;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    ScanThreads(StopSignal stop) {
        this.stop = stop;
    }

    /** The work of a thread. */
    @FunctionalInterface
    interface Task {
        void run() throws InterruptedException, IOException;
    }

    Thread start(String name, Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    } catch (Throwable e) {
                        fail(e);
                    }
                },
                name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
        return thread;
    }

    /** Notes a failure. A thread that has failed leaves others waiting for it, so they are also told to leave. */
    private void fail(Throwable thrown) {
        if (failure.compareAndSet(null, thrown)) {
            stop.stop(StopReason.FAILED);
            interrupt();
        }
    }

    /** The failure of the first thread that has failed; null if none has. */
    @Nullable Throwable failure() {
        return failure.get();
    }

    void interrupt() {
        threads.forEach(Thread::interrupt);
    }

    /**
     * Waits for the threads to end; once the scan is stopped, no longer than is sensible.
     *
     * @param areSure to come back soon, however long they take
     * @return whether all have ended
     */
    boolean join(List<Thread> all, BooleanSupplier areSure) throws InterruptedException {
        long deadlineNanos = 0;
        for (Thread thread : all) {
            while (thread.isAlive()) {
                thread.join(POLL_MILLIS);
                if (stop.isStopped() && !areSure.getAsBoolean()) {
                    long now = System.nanoTime();
                    deadlineNanos = deadlineNanos == 0 ? now + STOP_PATIENCE_NANOS : deadlineNanos;
                    if (now > deadlineNanos) {
                        return false;
                    }
                }
            }
        }
        return true;
    }
}
