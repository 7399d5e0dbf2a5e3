package io.compscan.core.scan;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.Semaphore;

/**
 * Lets the threads of a scan take turns, so that no more than {@code readers} of them read and no more than {@code workers} work.
 *
 * <p>There are as many threads as both together. While reads wait for a device, that is as it should be: some threads wait, others
 * work. Where the data comes from the page cache nobody waits, and more threads than workers would only read slabs that then grow cold
 * while their thread waits for its turn to work. So a thread whose last read did not wait takes its turn to work before it reads.
 */
final class Turns {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    /** A read that had the processor for less than this share of its time has waited for a device. */
    private static final double BUSY_SHARE = 0.75;

    private final Semaphore reading;
    private final Semaphore working;

    Turns(int readers, int workers) {
        reading = new Semaphore(readers);
        working = new Semaphore(workers);
    }

    /** Fills and empties the slab of the calling thread until there is nothing more to read. */
    void take(Slab slab, Reader reader, Worker worker) throws InterruptedException {
        boolean readsWait = true;
        boolean filled = true;
        while (filled) {
            boolean early = !readsWait;
            if (early) {
                working.acquire();
            }
            boolean mayWork = early;
            try {
                long wallNanos = System.nanoTime();
                long busyNanos = cpuNanos();
                filled = read(slab, reader);
                busyNanos = cpuNanos() - busyNanos;
                wallNanos = System.nanoTime() - wallNanos;
                readsWait = busyNanos < BUSY_SHARE * wallNanos;
                if (filled) {
                    if (!mayWork) {
                        working.acquire();
                        mayWork = true;
                    }
                    if (!worker.cut(slab)) {
                        // Who waits for others must not hold what they need.
                        working.release();
                        mayWork = false;
                        worker.awaitAndCut(slab);
                        working.acquire();
                        mayWork = true;
                    }
                    worker.process(slab);
                }
            } finally {
                if (mayWork) {
                    working.release();
                }
            }
        }
    }

    private boolean read(Slab slab, Reader reader) throws InterruptedException {
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
