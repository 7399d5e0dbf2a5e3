package io.compscan.core.read;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The bounded queue between the walk and the threads that read; knows when there is nothing more to come.
 *
 * <p>A task that is handed on comes back. So the queue has ended only when the walk is over, nothing is queued, and no such task is in
 * anybody's hands.
 */
public final class TaskQueue {

    /** In units: long enough for the walk to run ahead, short enough to cost no memory to speak of. */
    private static final int CAPACITY = 8192;

    /** A walk that has been stopped by a full queue goes on at this; if it did so at once, each task would cost a change of threads. */
    private static final int REFILL = CAPACITY / 2;

    private static final long POLL_MILLIS = 100;

    private final Deque<ReadTask> tasks = new ArrayDeque<>();
    private final StopSignal stop;
    private final Standstill standstill;
    private int queuedUnits;
    /** Whether the walk waits, and how many of those that take. */
    private boolean walkWaits;

    private int takersWaiting;
    private int inHands;
    private boolean closed;

    public TaskQueue(StopSignal stop, Standstill standstill) {
        this.stop = stop;
        this.standstill = standstill;
    }

    /** Appends a task; waits while the queue is full. */
    synchronized void put(ReadTask task) throws InterruptedException {
        walkWaits = queuedUnits >= CAPACITY;
        while (walkWaits) {
            wait();
        }
        tasks.addLast(task);
        queuedUnits += task.unitCount();
        if (takersWaiting > 0) {
            notifyAll();
        }
    }

    /**
     * The next task, one that is handed on counting as taken until it is put back or {@link #end ended}; null when there is no more, or
     * when a standstill is wanted.
     */
    synchronized @Nullable ReadTask take() throws InterruptedException {
        while (tasks.isEmpty() || standstill.isWanted()) {
            if (standstill.isWanted()) {
                return null;
            }
            // Once stopped, nobody waits for the rest of a stream that may never come.
            if ((closed && inHands == 0) || (stop.isStopped() && inHands > 0)) {
                return null;
            }
            takersWaiting++;
            try {
                wait(POLL_MILLIS);
            } finally {
                takersWaiting--;
            }
        }
        ReadTask task = tasks.removeFirst();
        queuedUnits -= task.unitCount();
        if (task instanceof ReadTask.HandedOn) {
            inHands++;
        }
        if (walkWaits && queuedUnits <= REFILL) {
            walkWaits = false;
            notifyAll();
        }
        return task;
    }

    /** Puts a task back for others, in front of everything else. */
    synchronized void putBack(ReadTask.HandedOn rest) {
        inHands--;
        tasks.addFirst(rest);
        queuedUnits += rest.unitCount();
        notifyAll();
    }

    /** Tells that a task which was taken will not be put back. */
    synchronized void end(ReadTask.HandedOn task) {
        inHands--;
        notifyAll();
    }

    /** Tells that the walk is over. */
    public synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** Whether nobody would have anything to do if the walk paused now. */
    synchronized boolean isEmpty() {
        return tasks.isEmpty();
    }
}
