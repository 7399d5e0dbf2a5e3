package io.compscan.core.scan.read.task;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The state of one thread of a scan, so that the scan can end without a thread that hangs in a device.
 *
 * <pre>
 *   RUNNING  --block--&gt;  BLOCKED  --unblock--&gt;  RUNNING  --end--&gt;  ENDED
 *                           |
 *                        detach
 *                           v
 *                        DETACHED               unblock throws: the thread leaves and touches nothing more
 * </pre>
 *
 * <p>A thread uses shared objects only while it is running. It makes a call that may never return only while it is blocked, and only then
 * can another thread detach it. So the thread that detaches it owns all that it owned, and sees all that it wrote. HotSpot treats threads
 * in native code the same way at a safepoint.
 */
public final class ThreadState {

    private enum Phase {
        RUNNING,
        BLOCKED,
        DETACHED,
        ENDED
    }

    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.RUNNING);

    /** A call that may never return. */
    @FunctionalInterface
    public interface Call<T> {
        /** Makes the call; uses only the objects that the call itself needs. */
        T run() throws IOException, InterruptedException;
    }

    /**
     * Makes a call that may never return.
     *
     * @throws InterruptedException if the thread was detached meanwhile
     */
    public <T> T call(Call<T> call) throws IOException, InterruptedException {
        block();
        try {
            return call.run();
        } finally {
            unblock();
        }
    }

    /** From now on the thread may be detached. No effect on a thread that is. */
    public void block() {
        if (!phase.compareAndSet(Phase.RUNNING, Phase.BLOCKED)) {
            check(Phase.DETACHED);
        }
    }

    /**
     * From now on the thread is running again.
     *
     * @throws InterruptedException if it was detached meanwhile
     */
    public void unblock() throws InterruptedException {
        if (!tryUnblock()) {
            throw new InterruptedException("detached");
        }
    }

    /** The thread is running again; false if it was detached meanwhile. */
    public boolean tryUnblock() {
        if (phase.compareAndSet(Phase.BLOCKED, Phase.RUNNING)) {
            return true;
        }
        check(Phase.DETACHED);
        return false;
    }

    private void check(Phase expected) {
        Phase now = phase.get();
        if (now != expected) {
            throw new IllegalStateException("a thread that is " + now);
        }
    }

    /** The thread has done its last work. No effect on a detached thread. */
    public void end() {
        phase.updateAndGet(now -> now == Phase.DETACHED ? now : Phase.ENDED);
    }

    /** Detaches the thread if it is blocked; false if it is still running, so that the caller has to try again. */
    public boolean detach() {
        if (phase.compareAndSet(Phase.BLOCKED, Phase.DETACHED)) {
            return true;
        }
        Phase now = phase.get();
        return now == Phase.DETACHED || now == Phase.ENDED;
    }

    /** Whether the thread was detached: what it owned belongs to the thread that detached it. */
    public boolean isDetached() {
        return phase.get() == Phase.DETACHED;
    }
}
