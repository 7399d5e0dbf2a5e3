package io.compscan.core.extent;

import io.compscan.core.fold.Schemes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The threads of one pass: the calling thread names the extents in the order of the walk, the others read them. */
final class PassCrew {

    private static final int QUEUED_EXTENTS = 256;
    private static final Extent END = new Extent(-1, List.of());

    private final ExtentFrame frame;
    private final Schemes schemes;
    private final List<IncidenceTable> tables;
    private final ExtentReader.Errors errors;
    private final BooleanSupplier isStopped;
    private final BlockingQueue<Extent> queue = new ArrayBlockingQueue<>(QUEUED_EXTENTS);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    PassCrew(
            ExtentFrame frame,
            Schemes schemes,
            List<IncidenceTable> tables,
            ExtentReader.Errors errors,
            BooleanSupplier isStopped) {
        this.frame = frame;
        this.schemes = schemes;
        this.tables = tables;
        this.errors = errors;
        this.isStopped = isStopped;
    }

    /** Reads the extents that the sample {@code to} holds and the sample {@code from} does not. */
    void read(double from, double to, int threadCount) throws InterruptedException, IOException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < threadCount; i++) {
            Thread thread = new Thread(this::readAll, "compscan-extent-" + i);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        try {
            frame.forEach(from, to, extent -> {
                queue.put(extent);
                return !isOver();
            });
        } finally {
            for (int i = 0; i < threadCount; i++) {
                queue.put(END);
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        Throwable thrown = failure.get();
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown != null) {
            throw new IOException("reading extents failed: " + thrown.getMessage(), thrown);
        }
    }

    private boolean isOver() {
        return isStopped.getAsBoolean() || failure.get() != null;
    }

    private void readAll() {
        try (ExtentReader reader = new ExtentReader(schemes, frame.extentBytes(), tables, errors)) {
            for (Extent extent = queue.take(); extent != END; extent = queue.take()) {
                if (!isOver()) {
                    reader.read(extent);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException | Error e) {
            failure.compareAndSet(null, e);
            drain();
        }
    }

    /** The walking thread must not wait for a thread that has failed. */
    private void drain() {
        try {
            while (queue.take() != END) {
                // Nobody needs them any more.
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
