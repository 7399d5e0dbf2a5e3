package io.compscan.core.scan;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Brings the threads of a scan to a halt between two tasks, when nothing that was read is on its way, and lets them go on.
 *
 * <p>A thread that has nothing in hand and sees that a standstill is {@link #isWanted wanted} gives back its permits and parks.
 */
final class Standstill {

    private int threadCount;
    private int parkedCount;
    private volatile boolean wanted;

    /** What is done while everything stands still. */
    @FunctionalInterface
    interface Action {
        void run() throws IOException, InterruptedException;
    }

    Standstill(int threadCount) {
        this.threadCount = threadCount;
    }

    /** Whether threads should park as soon as they have nothing in hand. */
    boolean isWanted() {
        return wanted;
    }

    /** Waits until the standstill is over. */
    synchronized void park() throws InterruptedException {
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
    synchronized void leave() {
        threadCount--;
        notifyAll();
    }

    /**
     * Waits until every thread has parked or left, and does something then.
     *
     * @return false if one of them has not come in time, and nothing was done: it may wait for a device that never answers
     */
    synchronized boolean run(Duration patience, Action action) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        wanted = true;
        try {
            while (parkedCount < threadCount) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
            action.run();
            return true;
        } finally {
            wanted = false;
            notifyAll();
        }
    }
}
