package io.compscan.cli.terminal;

import io.compscan.core.scan.ScanProgress;
import io.compscan.core.scan.ScanRun;
import io.compscan.core.scan.Spilling;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells the person at the terminal, or a log, how far a scan is; ends with {@link #close}, which leaves nothing on the terminal.
 *
 * <p>Meanwhile all messages go through {@link #announce}, so that they do not run into the line. A scan that ends within a second shows no
 * progress.
 */
public final class Progress implements AutoCloseable {

    private static final long INTERVAL_MILLIS = 500;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long RATE_HALF_LIFE_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final Supplier<ScanProgress> scan;
    private final PrintWriter err;
    private final Supplier<ProgressDisplay> opening;
    private final SpillNotice spillNotice;
    private final long startNanos;
    private final Speed reading;
    private final TimeLeft timeLeft;

    private final ReentrantLock lock = new ReentrantLock();
    private final CountDownLatch closed = new CountDownLatch(1);
    private @Nullable ProgressDisplay display;

    /** @param opening called once, when there is something to show */
    Progress(Supplier<ScanProgress> scan, PrintWriter err, Supplier<ProgressDisplay> opening, long nowNanos) {
        this(scan, () -> null, err, opening, nowNanos);
    }

    private Progress(
            Supplier<ScanProgress> scan,
            Supplier<@Nullable Spilling> spilling,
            PrintWriter err,
            Supplier<ProgressDisplay> opening,
            long nowNanos) {
        this.scan = scan;
        spillNotice = new SpillNotice(spilling);
        this.err = err;
        this.opening = opening;
        startNanos = nowNanos;
        reading = new Speed(RATE_HALF_LIFE_NANOS, nowNanos);
        timeLeft = new TimeLeft(nowNanos);
    }

    /** How progress is shown. */
    public enum Form {
        /** For a person at a terminal, or in a log. */
        TEXT,
        /** A line of JSON each second. */
        JSON
    }

    /**
     * Starts to show progress, as suits where standard error goes.
     *
     * @param isQuiet whether to show nothing but what is announced
     */
    public static Progress of(ScanRun scan, PrintWriter err, boolean isQuiet) {
        return of(scan, err, isQuiet, Form.TEXT);
    }

    /** The same in another form. JSON is for a program that has asked for it, so it is written where messages are off, too. */
    public static Progress of(ScanRun scan, PrintWriter err, boolean isQuiet, Form form) {
        if (isQuiet && form == Form.TEXT) {
            return quiet(scan, err);
        }
        Supplier<ProgressDisplay> opening = () -> {
            startThread("compscan-count", scan::countAhead);
            if (form == Form.JSON) {
                return new ProgressDisplay.Json(err);
            }
            return Terminal.isOnStderr()
                    ? new ProgressDisplay.Redrawn(err, Terminal::columns)
                    : new ProgressDisplay.Lines(err);
        };
        Progress progress = new Progress(scan::progress, scan::spilling, err, opening, System.nanoTime());
        startThread("compscan-progress", progress::run);
        return progress;
    }

    private static Progress quiet(ScanRun scan, PrintWriter err) {
        return new Progress(scan::progress, err, () -> new ProgressDisplay.Lines(err), System.nanoTime());
    }

    @FunctionalInterface
    private interface Task {
        void run() throws InterruptedException;
    }

    private static void startThread(String name, Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    } catch (OutOfMemoryError e) {
                        // The scan meets the same, and says so in one line.
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    private void run() throws InterruptedException {
        while (!closed.await(INTERVAL_MILLIS, TimeUnit.MILLISECONDS)) {
            tick(System.nanoTime());
        }
    }

    /** Shows how far the scan is at this moment. */
    void tick(long nowNanos) {
        ScanProgress progress = scan.get();
        String notice = spillNotice.next(progress);
        if (notice != null) {
            announce(notice);
        }
        lock.lock();
        try {
            if (closed.getCount() == 0) {
                return;
            }
            reading.update(nowNanos, progress.readBytes());
            boolean ends = progress.allFound() && progress.sizeKnown();
            timeLeft.update(nowNanos, progress.doneBytes(), ends ? progress.foundBytes() - progress.doneBytes() : -1);
            long elapsedNanos = nowNanos - startNanos;
            if (elapsedNanos < PATIENCE_NANOS) {
                return;
            }
            if (display == null) {
                display = opening.get();
            }
            display.show(
                    elapsedNanos, new ProgressText(progress, reading.perSecond(), timeLeft.text(), timeLeft.seconds()));
        } finally {
            lock.unlock();
        }
    }

    /** Says one line at once. */
    void announce(String line) {
        lock.lock();
        try {
            clear();
            Message.say(err, line);
        } finally {
            lock.unlock();
        }
    }

    /** Takes the line off the terminal if that needs no wait. It is the last act before the process ends. */
    void abandon() {
        if (lock.tryLock()) {
            try {
                clear();
            } finally {
                lock.unlock();
            }
        }
    }

    private void clear() {
        if (display != null) {
            display.clear();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed.countDown();
            clear();
        } finally {
            lock.unlock();
        }
    }
}
