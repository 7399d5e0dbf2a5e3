package io.compscan.core.read;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Brings the threads of a scan to a halt between two tasks, when nothing that was read is on its way, and lets them go on.
 *
 * <p>A thread that has nothing in hand and sees that a standstill is {@link #isWanted wanted} gives back its permits and parks.
 */
public final class Standstill {

    private int threadCount;
    private int parkedCount;
    private volatile boolean wanted;

    /** What is done while everything stands still. */
    @FunctionalInterface
    public interface Action {
        public void run() throws IOException, InterruptedException;
    }

    public Standstill(int threadCount) {
        this.threadCount = threadCount;
    }

    /** Whether threads should park as soon as they have nothing in hand. */
    boolean isWanted() {
        return wanted;
    }

    /** Waits until the standstill is over. */
    public synchronized void park() throws InterruptedException {
        parkedCount++;
        notifyAll();
        try {
            while (wanted) {
                wait();
            }
        } finally {
            parkedCount--;
        }
    }

    /** Tells that the calling thread has done its last task, and never again waits or works. */
    public synchronized void leave() {
        threadCount--;
        notifyAll();
    }

    /**
     * Waits until every thread has parked or left, and does something then.
     *
     * @param progress what rises as long as those that are waited for go on with what they have in hand
     * @return false if it has not risen for so long, and nothing was done: somebody may wait for a device that never answers
     */
    public synchronized boolean run(Duration patience, LongSupplier progress, Action action)
            throws IOException, InterruptedException {
        long seen = progress.getAsLong();
        long deadline = System.nanoTime() + patience.toNanos();
        wanted = true;
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
            wanted = false;
            notifyAll();
        }
    }
}
