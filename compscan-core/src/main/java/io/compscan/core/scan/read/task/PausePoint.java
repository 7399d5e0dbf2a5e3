package io.compscan.core.scan.read.task;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Pauses all threads of a scan between two tasks, while no chunk is on its way.
 *
 * <p>A thread that has nothing in hand and sees that a pause {@link #isRequested is requested} gives back its permits and parks.
 */
public final class PausePoint {

    private int threadCount;
    private int parkedCount;
    private volatile boolean requested;

    /** The action of a pause. */
    @FunctionalInterface
    public interface Action {
        /** Runs while all threads are paused. */
        void run() throws IOException, InterruptedException;
    }

    /** @param threadCount the number of threads that must park or leave before a pause begins */
    public PausePoint(int threadCount) {
        this.threadCount = threadCount;
    }

    /** Whether threads should park as soon as they have nothing in hand. */
    public boolean isRequested() {
        return requested;
    }

    /** Waits until the pause is over. */
    public synchronized void park() throws InterruptedException {
        parkedCount++;
        notifyAll();
        try {
            while (requested) {
                wait();
            }
        } finally {
            parkedCount--;
        }
    }

    /** The calling thread has done its last task; no pause waits for it any more. */
    public synchronized void leave() {
        threadCount--;
        notifyAll();
    }

    /**
     * Waits until every thread has parked or left, then runs the action.
     *
     * @param patience how long to wait without progress
     * @param progress rises as long as the threads go on with their current work
     * @return false if the progress stood still for that long, so that the action was not run: a device may never answer
     */
    public synchronized boolean run(Duration patience, LongSupplier progress, Action action)
            throws IOException, InterruptedException {
        long seen = progress.getAsLong();
        long deadline = System.nanoTime() + patience.toNanos();
        requested = true;
        try {
            while (parkedCount < threadCount) {
                long now = System.nanoTime();
                long present = progress.getAsLong();
                if (present != seen) {
                    seen = present;
                    deadline = now + patience.toNanos();
                } else if (now >= deadline) {
                    return false;
                }
                TimeUnit.NANOSECONDS.timedWait(this, deadline - now);
            }
            action.run();
            return true;
        } finally {
            requested = false;
            notifyAll();
        }
    }
}
