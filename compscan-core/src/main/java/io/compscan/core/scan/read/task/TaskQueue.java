package io.compscan.core.scan.read.task;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The bounded queue between the walk and the readers.
 *
 * <p>A task that is {@link ReadTask.HandedOn handed on} comes back. So the queue has ended only when the walk is over, nothing is queued,
 * and no reader has such a task in hand.
 *
 * <p>A thread that waits here may wait for one that hangs, so it is blocked meanwhile and can be detached.
 */
public final class TaskQueue {

    /** In units: long enough for the walk to run ahead, short enough to cost little memory. */
    private static final int CAPACITY = 8192;

    /** A walk that waited for room goes on at this length; if it went on at once, each task would cost a change of threads. */
    private static final int REFILL = CAPACITY / 2;

    private static final long POLL_MILLIS = 100;

    private final Deque<ReadTask> tasks = new ArrayDeque<>();
    private final StopSignal stop;
    private final PausePoint pause;
    private int queuedUnits;
    private boolean walkWaits;
    private int takersWaiting;
    private int inHands;
    private boolean closed;

    /**
     * An empty queue.
     *
     * @param pause while it is requested, readers get no task
     */
    public TaskQueue(StopSignal stop, PausePoint pause) {
        this.stop = stop;
        this.pause = pause;
    }

    /**
     * Appends a task; waits while the queue is full.
     *
     * @param walk the state of the calling thread
     */
    public synchronized void put(ReadTask task, ThreadState walk) throws InterruptedException {
        walkWaits = queuedUnits >= CAPACITY;
        while (walkWaits) {
            walk.block();
            try {
                wait();
            } finally {
                walk.unblock();
            }
        }
        tasks.addLast(task);
        queuedUnits += task.unitCount();
        if (takersWaiting > 0) {
            notifyAll();
        }
    }

    /**
     * Takes the next task; a task that is handed on must be put back or {@link #end ended} later.
     *
     * @param reader the state of the calling thread
     * @return null if there are no more tasks, or if a pause is requested
     */
    public synchronized @Nullable ReadTask take(ThreadState reader) throws InterruptedException {
        while (tasks.isEmpty() || pause.isRequested()) {
            if (pause.isRequested()) {
                return null;
            }
            // In a stopped scan no thread waits for the rest of a stream, which may never come.
            if ((closed && inHands == 0) || (stop.isStopped() && inHands > 0)) {
                return null;
            }
            takersWaiting++;
            reader.block();
            try {
                wait(POLL_MILLIS);
            } finally {
                takersWaiting--;
                reader.unblock();
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

    /** Puts a task back for other readers, in front of everything else. */
    public synchronized void putBack(ReadTask.HandedOn task) {
        inHands--;
        tasks.addFirst(task);
        queuedUnits += task.unitCount();
        notifyAll();
    }

    /** Puts the rest of a segment back, in front of everything else. */
    public synchronized void putBack(ReadTask.Segment rest) {
        tasks.addFirst(rest);
        queuedUnits += rest.unitCount();
        notifyAll();
    }

    /** Tells that a task which was taken will not be put back. */
    public synchronized void end(ReadTask.HandedOn task) {
        inHands--;
        notifyAll();
    }

    /** Tells that the walk is over. */
    public synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** Whether the readers would have nothing to take if the walk paused now. */
    public synchronized boolean isEmpty() {
        return tasks.isEmpty();
    }

    /** Whether readers get no task because a pause is requested. */
    public boolean isPaused() {
        return pause.isRequested();
    }
}
