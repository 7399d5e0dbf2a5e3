package io.compscan.core.write.session;

import io.compscan.core.fold.ReferenceTally;
import io.compscan.core.fold.Schemes;
import io.compscan.core.scan.measure.SlabProcessor;
import io.compscan.core.scan.read.Slab;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * The places at which the threads of writers work: a slab and a processor each, lent for one call and given back before it returns.
 *
 * <p>A thread that kept its place between two calls could wait for another writer, who waits for a place. No thread does so, and one can
 * always go on. Waiting threads are served in their order. Any thread.
 */
final class Desks implements AutoCloseable {

    /** A place to work, in the hands of one thread. */
    record Desk(Slab slab, SlabProcessor processor, ReferenceTally tally) {}

    /** Work at a desk. */
    @FunctionalInterface
    interface Work {
        void run(Desk desk) throws IOException;
    }

    /** Work while no thread is at a desk. */
    @FunctionalInterface
    interface StandingStill {
        void run() throws IOException;
    }

    private final int count;
    private final Schemes schemes;
    private final int slabBytes;
    private final Function<ReferenceTally, SlabProcessor> newProcessor;
    private final Semaphore free;
    /** The last one given back is lent first: its memory is in a cache. */
    private final Deque<Desk> idle = new ArrayDeque<>();

    private final List<Desk> all = new ArrayList<>();
    private boolean isClosed;
    private final AtomicLong busyNanos = new AtomicLong();

    Desks(int count, Schemes schemes, int slabBytes, Function<ReferenceTally, SlabProcessor> newProcessor) {
        this.count = count;
        this.schemes = schemes;
        this.slabBytes = slabBytes;
        this.newProcessor = newProcessor;
        free = new Semaphore(count, true);
    }

    /**
     * Works at a desk.
     *
     * @return how long the thread has waited for one
     */
    long work(Work work) throws IOException {
        boolean mustWait = free.availablePermits() == 0 || free.hasQueuedThreads();
        long asked = System.nanoTime();
        free.acquireUninterruptibly();
        long lent = System.nanoTime();
        try {
            Desk desk = take();
            try {
                work.run(desk);
            } finally {
                putBack(desk);
            }
        } finally {
            busyNanos.addAndGet(System.nanoTime() - lent);
            free.release();
        }
        return mustWait ? lent - asked : 0;
    }

    /** Waits until every desk is free, and keeps them free meanwhile. */
    void standStill(StandingStill work) throws IOException {
        free.acquireUninterruptibly(count);
        try {
            work.run();
        } finally {
            free.release(count);
        }
    }

    private synchronized Desk take() throws IOException {
        if (isClosed) {
            throw new IOException("the write session is over");
        }
        Desk desk = idle.pollFirst();
        if (desk == null) {
            ReferenceTally tally = new ReferenceTally(schemes);
            desk = new Desk(new Slab(slabBytes), newProcessor.apply(tally), tally);
            all.add(desk);
        }
        return desk;
    }

    private synchronized void putBack(Desk desk) {
        desk.slab().clear();
        idle.addFirst(desk);
    }

    /** The tallies of all desks; only while no thread works. */
    synchronized List<ReferenceTally> tallies() {
        return all.stream().map(Desk::tally).toList();
    }

    /** The time for which desks were in use, all together. */
    long busyNanos() {
        return busyNanos.get();
    }

    /** Gives the memory of the compressors back; the tallies stay. No thread may work any more. */
    @Override
    public synchronized void close() {
        isClosed = true;
        all.forEach(desk -> desk.processor().close());
    }
}
