package io.compscan.core.scan;

import io.compscan.core.measure.SlabProcessor;
import io.compscan.core.read.Reader;
import io.compscan.core.read.Reader.Outcome;
import io.compscan.core.read.Slab;
import io.compscan.core.read.Standstill;
import io.compscan.core.read.StopSignal;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Lets the threads of a scan take turns, so that no more than {@code readers} of them read and no more than {@code workers} work.
 *
 * <p>There are as many threads as both together. While reads wait for a device, that is as it should be: some threads wait, others
 * work. Where the data comes from the page cache nobody waits, and more threads than workers would only read slabs that then grow cold
 * while their thread waits for its turn to work. So a thread whose reads do not wait keeps its turn to work while it reads, and the
 * others sleep, with nothing in hand: who comes first in a unit whose parts have to be cut in turn must not be one who sleeps. After
 * a while it lets them have theirs: each may hold a part of a unit that others wait for, such as a stripe that the page cache could
 * give back.
 */
public final class Turns {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    /** A read that had the processor for less than this share of its time has waited for a device. */
    private static final double BUSY_SHARE = 0.75;

    /** With each change of turns a slab grows cold and a core waits for a thread to wake: turns of 64 slabs cost a twentieth of the speed. */
    private static final int SLABS_A_TURN = 1024;

    private static final long POLL_MILLIS = 100;

    private final Semaphore reading;
    private final Semaphore working;
    private final Standstill standstill;
    private final StopSignal stop;
    /** Whether the last read of any thread has waited for a device. */
    private volatile boolean readsWait = true;

    Turns(int readers, int workers, Standstill standstill, StopSignal stop) {
        reading = new Semaphore(readers);
        working = new Semaphore(workers, true);
        this.standstill = standstill;
        this.stop = stop;
    }

    /** Fills and empties the slab of the calling thread until there is nothing more to read. */
    void take(Slab slab, Reader reader, SlabProcessor worker) throws InterruptedException {
        boolean mayWork = false;
        try {
            Outcome outcome = Outcome.FILLED;
            int slabs = 0;
            while (outcome != Outcome.ENDED) {
                if (!mayWork && !readsWait) {
                    mayWork = awaitWork();
                    slabs = 0;
                }
                long wallNanos = System.nanoTime();
                long busyNanos = cpuNanos();
                outcome = read(slab, reader);
                busyNanos = cpuNanos() - busyNanos;
                wallNanos = System.nanoTime() - wallNanos;
                if (outcome == Outcome.FILLED) {
                    if (!mayWork) {
                        mayWork = awaitWork();
                        slabs = 0;
                    }
                    if (!worker.cut(slab)) {
                        // Who waits for others must not hold what they need.
                        release(mayWork);
                        mayWork = false;
                        worker.awaitAndCut(slab);
                        mayWork = awaitWork();
                    }
                    worker.process(slab);
                }
                boolean readWaited = busyNanos < BUSY_SHARE * wallNanos;
                if (readWaited != readsWait) {
                    readsWait = readWaited;
                }
                if (mayWork && (outcome == Outcome.PAUSED || readWaited || ++slabs == SLABS_A_TURN)) {
                    working.release();
                    mayWork = false;
                }
                if (outcome == Outcome.PAUSED) {
                    standstill.park();
                }
            }
        } finally {
            release(mayWork);
        }
    }

    /**
     * Waits for a turn to work. Once the scan is stopped nobody waits long: who has the turn may be waiting for a device that never
     * answers, and what has been read is to be in the result.
     *
     * @return whether there is a turn to give back
     */
    private boolean awaitWork() throws InterruptedException {
        while (!working.tryAcquire(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            if (stop.isStopped()) {
                return false;
            }
        }
        return true;
    }

    private void release(boolean mayWork) {
        if (mayWork) {
            working.release();
        }
    }

    private Outcome read(Slab slab, Reader reader) throws InterruptedException {
        reading.acquire();
        try {
            return reader.fill(slab);
        } finally {
            reading.release();
        }
    }

    /** 0 where the JVM cannot tell; every read then counts as one that waits. */
    private static long cpuNanos() {
        return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : 0;
    }
}
