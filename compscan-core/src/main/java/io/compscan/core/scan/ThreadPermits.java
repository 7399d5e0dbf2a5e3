package io.compscan.core.scan;

import io.compscan.core.scan.read.SlabReader.Outcome;
import io.compscan.core.scan.read.task.StopSignal;
import io.compscan.core.scan.read.task.ThreadState;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Lets at most {@code readers} threads of a scan read and at most {@code workers} threads work at a time.
 *
 * <p>There are as many threads as both together. While reads wait for a device, some threads wait and others work. Where the data comes
 * from the page cache no read waits. More threads than workers would then only read slabs that grow cold until their thread may work.
 * So a thread whose reads do not wait keeps its permit to work while it reads. The other threads sleep with nothing in hand, since
 * bodies are cut in turn: a sleeping thread must not be the first in its unit. After many slabs the thread gives its permit up, since a
 * sleeping thread may hold a part of a unit that others wait for.
 */
final class ThreadPermits {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    /** A read that had the processor for less than this share of its time has waited for a device. */
    private static final double BUSY_SHARE = 0.75;

    /** When threads change, a slab grows cold and a core waits for a thread to wake: a change every 64 slabs costs 5 % of the speed. */
    private static final int SLABS_PER_PERMIT = 1024;

    private static final long POLL_MILLIS = 100;

    private final Semaphore reading;
    private final Semaphore working;
    private final StopSignal stop;
    /** Whether the last read of any thread has waited for a device. */
    private volatile boolean readsWait = true;

    /** @param withDevice whether threads wait for a device while they work: then each may work, for others have the cores meanwhile */
    static ThreadPermits of(ScanOptions options, boolean withDevice, StopSignal stop) {
        int workers = options.workers() + (withDevice ? options.readers() : 0);
        return new ThreadPermits(options.readers(), workers, stop);
    }

    private ThreadPermits(int readers, int workers, StopSignal stop) {
        reading = new Semaphore(readers);
        working = new Semaphore(workers, true);
        this.stop = stop;
    }

    /** Fills a slab. */
    @FunctionalInterface
    interface Read {
        Outcome run() throws InterruptedException;
    }

    /** The permits of one thread. Belongs to it. */
    final class Holder implements AutoCloseable {

        private final ThreadState state;
        private boolean mayWork;
        private boolean readWaited;
        private int slabs;

        Holder(ThreadState state) {
            this.state = state;
        }

        /** Reads with a permit to read, and with a permit to work where reads do not wait. */
        Outcome read(Read read) throws InterruptedException {
            if (!readsWait) {
                awaitWork();
            }
            long wallNanos = System.nanoTime();
            long busyNanos = cpuNanos();
            Outcome outcome = readWithPermit(read);
            busyNanos = cpuNanos() - busyNanos;
            wallNanos = System.nanoTime() - wallNanos;
            readWaited = busyNanos < BUSY_SHARE * wallNanos;
            return outcome;
        }

        private Outcome readWithPermit(Read read) throws InterruptedException {
            state.block();
            try {
                reading.acquire();
            } finally {
                state.unblock();
            }
            try {
                return read.run();
            } finally {
                reading.release();
            }
        }

        /** Waits for the permit to work, unless the thread has it. */
        void awaitWork() throws InterruptedException {
            if (!mayWork) {
                mayWork = acquireWork();
                slabs = 0;
            }
        }

        /**
         * Makes a call that waits for other threads, without the permit to work, which they may need.
         *
         * @param call the call
         */
        void withoutPermit(Wait call) throws InterruptedException {
            int before = slabs;
            releaseWork();
            call.run();
            awaitWork();
            slabs = before;
        }

        /** Gives the permit to work up where other threads should have it. */
        void endSlab(Outcome outcome) {
            if (readWaited != readsWait) {
                readsWait = readWaited;
            }
            if (mayWork && (outcome == Outcome.PAUSED || readWaited || ++slabs == SLABS_PER_PERMIT)) {
                releaseWork();
            }
        }

        private void releaseWork() {
            if (mayWork) {
                working.release();
                mayWork = false;
            }
        }

        @Override
        public void close() {
            releaseWork();
        }
    }

    /** A call that waits for other threads. */
    @FunctionalInterface
    interface Wait {
        void run() throws InterruptedException;
    }

    /**
     * Waits for a permit to work. In a stopped scan no thread waits long, for the holder may wait for a device that never answers. All that
     * has been read belongs to the result.
     *
     * @return whether there is a permit to give back
     */
    private boolean acquireWork() throws InterruptedException {
        while (!working.tryAcquire(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            if (stop.isStopped()) {
                return false;
            }
        }
        return true;
    }

    /** 0 where the JVM cannot tell; every read then counts as one that waits. */
    private static long cpuNanos() {
        return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : 0;
    }
}
