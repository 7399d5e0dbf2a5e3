package io.compscan.core.estimate;

import io.compscan.core.scan.read.Throttle;
import io.compscan.core.scan.read.task.ThreadState;
import io.compscan.result.ReadError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The threads of one pass: the calling thread names the extents in the order of the walk, the others read them. */
final class PassCrew {

    private static final int QUEUED_BATCHES = 32;
    /** Extents that are shorter go to a thread together: to wake it for each of them costs a tenth of the time. */
    private static final long BATCH_BYTES = 1 << 20;

    /** Beside the time in which the threads read a batch each, if there is a rate. */
    private static final int PATIENCE_SECONDS = 30;

    /** The time for which a pass that is over waits for a thread that may never come back from a device. */
    private static final long OVER_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long POLL_MILLIS = 100;

    /** Ends the queue, once for each thread. */
    private static final List<Extent> END = List.of();

    private final ExtentFrame frame;
    private final ExtentRequest request;
    private final List<IncidenceTable> tables;
    private final PartKeeper keeper;
    private final Consumer<ReadError> errors;
    private final BooleanSupplier isStopped;
    private final Throttle throttle;
    /** When it is full, there is something in it for each thread. */
    private final BlockingQueue<List<Extent>> queue;

    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    /** Held for reading while a batch is read, so that a checkpoint falls between two batches. */
    private final ReadWriteLock reading = new ReentrantReadWriteLock(true);

    PassCrew(
            ExtentFrame frame,
            ExtentRequest request,
            List<IncidenceTable> tables,
            PartKeeper keeper,
            Consumer<ReadError> errors,
            BooleanSupplier isStopped) {
        this.frame = frame;
        this.request = request;
        this.tables = tables;
        this.keeper = keeper;
        this.errors = errors;
        this.isStopped = isStopped;
        throttle = new Throttle(request.rateBytesPerSecond());
        queue = new ArrayBlockingQueue<>(Math.max(QUEUED_BATCHES, request.threadCount()));
    }

    private record Reading(Thread thread, ThreadState state) {}

    /**
     * Reads the extents that the sample {@code to} holds and the sample {@code from} does not.
     *
     * @param known the numbers of those that the tables have already
     */
    void read(double from, double to, Set<Long> known) throws InterruptedException, IOException {
        int threadCount = request.threadCount();
        List<Reading> threads = new ArrayList<>();
        for (int i = 0; i < threadCount; i++) {
            ThreadState state = new ThreadState();
            Thread thread = new Thread(() -> readAll(state), "compscan-extent-" + i);
            thread.setDaemon(true);
            thread.start();
            threads.add(new Reading(thread, state));
        }
        int batchExtents = (int) Math.max(1, BATCH_BYTES / frame.extentBytes());
        List<Extent> batch = new ArrayList<>();
        try {
            frame.forEach(from, to, extent -> {
                if (!known.contains(extent.number())) {
                    batch.add(extent);
                }
                if (batch.size() == batchExtents) {
                    put(List.copyOf(batch));
                    batch.clear();
                }
                if (!isOver() && keeper.isDue()) {
                    pauseAndSave();
                }
                return !isOver();
            });
            if (!batch.isEmpty()) {
                put(batch);
            }
        } finally {
            for (int i = 0; i < threadCount; i++) {
                put(END);
            }
            join(threads);
        }
        Throwable thrown = failure.get();
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown != null) {
            throw new IOException("reading extents failed: " + thrown.getMessage(), thrown);
        }
    }

    /** Where the pass is over, each thread takes one batch more at most, so a full queue has enough. */
    private void put(List<Extent> batch) throws InterruptedException {
        while (!queue.offer(batch, POLL_MILLIS, TimeUnit.MILLISECONDS) && !isOver()) {
            // The threads have enough to do.
        }
    }

    /** Waits for the threads to end. Where the pass is over, those that hang in a device are left behind, and touch nothing more. */
    private void join(List<Reading> threads) throws InterruptedException {
        long deadlineNanos = 0;
        for (Reading one : threads) {
            boolean isLeft = false;
            while (!isLeft && one.thread.isAlive()) {
                one.thread.join(POLL_MILLIS);
                if (isOver()) {
                    long now = System.nanoTime();
                    deadlineNanos = deadlineNanos == 0 ? now + OVER_PATIENCE_NANOS : deadlineNanos;
                    isLeft = now > deadlineNanos && one.state.detach();
                }
            }
        }
    }

    /** Leaves the checkpoint out if a read takes long: a device may not answer. */
    private void pauseAndSave() throws InterruptedException {
        long batchBytes = Math.max(BATCH_BYTES, frame.extentBytes());
        long readSeconds = request.threadCount() * batchBytes / request.rateBytesPerSecond();
        if (reading.writeLock().tryLock(PATIENCE_SECONDS + readSeconds, TimeUnit.SECONDS)) {
            try {
                if (!isOver()) {
                    keeper.save();
                }
            } finally {
                reading.writeLock().unlock();
            }
        } else {
            keeper.postpone();
        }
    }

    private boolean isOver() {
        return isStopped.getAsBoolean() || failure.get() != null;
    }

    private void readAll(ThreadState state) {
        try (ExtentReader reader =
                new ExtentReader(request, frame.extentBytes(), tables, errors, throttle, state, this::isOver)) {
            for (List<Extent> batch = queue.take(); !batch.isEmpty() && !isOver(); batch = queue.take()) {
                read(batch, reader);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            failure.compareAndSet(null, e);
        } finally {
            state.end();
        }
    }

    private void read(List<Extent> batch, ExtentReader reader) throws InterruptedException {
        reading.readLock().lock();
        try {
            for (int i = 0; i < batch.size() && !isOver(); i++) {
                reader.read(batch.get(i));
            }
        } finally {
            reading.readLock().unlock();
        }
    }
}
