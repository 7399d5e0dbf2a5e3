package io.compscan.memory.process;

import io.compscan.core.libc.SignalCalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Processes that are stopped until this is closed.
 *
 * <p>They go on when this object is closed, or when this process ends in an orderly way. If this process is killed, the {@link Watchdog}
 * lets them go on. Processes that somebody else has stopped before stay stopped.
 */
public final class Freeze implements AutoCloseable {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long POLL_MILLIS = 2;
    private static final String SWITCH = "cgroup.freeze";

    private final Watchdog watchdog;
    private final Deque<Runnable> undo = new ArrayDeque<>();
    private final Thread lastAct = new Thread(this::undo, "compscan-thaw");

    private Freeze(Watchdog watchdog) {
        this.watchdog = watchdog;
        Runtime.getRuntime().addShutdownHook(lastAct);
    }

    /**
     * Stops processes.
     *
     * @param groups control groups that freeze their processes; each has the file {@code cgroup.freeze}
     * @param others lists other processes; asked again until no new one has come
     * @throws IOException if one of them cannot be stopped; all others go on then
     */
    public static Freeze of(Collection<Path> groups, Processes others) throws IOException, InterruptedException {
        Freeze freeze = new Freeze(Watchdog.start());
        try {
            for (Path group : groups) {
                freeze.freeze(group);
            }
            Set<Long> stopped = new HashSet<>();
            while (true) {
                Set<Long> fresh = others.pids();
                fresh.removeAll(stopped);
                if (fresh.isEmpty()) {
                    return freeze;
                }
                for (long pid : fresh) {
                    freeze.stop(pid);
                }
                for (long pid : fresh) {
                    await("process " + pid, () -> ThreadStat.areStopped(pid));
                }
                stopped.addAll(fresh);
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            freeze.close();
            throw e;
        }
    }

    /** Whether a control group can freeze its processes. */
    public static boolean canFreeze(Path group) {
        return Files.isWritable(group.resolve(SWITCH)) && group.toString().indexOf(' ') < 0;
    }

    private void freeze(Path group) throws IOException, InterruptedException {
        Path file = group.resolve(SWITCH);
        if (Files.readString(file).strip().equals("1")) {
            return;
        }
        watchdog.group(group.toString());
        undone(() -> {
            try {
                Files.writeString(file, "0");
            } catch (IOException e) {
                // The group is gone, and its processes with it.
            }
        });
        Files.writeString(file, "1");
        Path events = group.resolve("cgroup.events");
        await("control group " + group, () -> Files.readString(events).contains("frozen 1"));
    }

    private void stop(long pid) throws IOException {
        if (ThreadStat.areStopped(pid)) {
            return;
        }
        watchdog.process(pid);
        undone(() -> SignalCalls.resume(pid));
        if (!SignalCalls.stop(pid) && Files.exists(Path.of("/proc", Long.toString(pid)))) {
            throw new IOException("process " + pid + " may not be stopped");
        }
    }

    private synchronized void undone(Runnable step) {
        undo.push(step);
    }

    /** Lists processes. */
    @FunctionalInterface
    public interface Processes {
        /** Their numbers as of now, in a set that the caller may change. */
        Set<Long> pids() throws IOException;
    }

    @FunctionalInterface
    private interface Question {
        boolean ask() throws IOException;
    }

    private static void await(String what, Question isDone) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (!isDone.ask()) {
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                throw new IOException(what + " did not stop within 5 s");
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private synchronized void undo() {
        while (!undo.isEmpty()) {
            undo.pop().run();
        }
    }

    @Override
    public void close() {
        undo();
        watchdog.close();
        try {
            Runtime.getRuntime().removeShutdownHook(lastAct);
        } catch (IllegalStateException e) {
            // The process is ending already.
        }
    }
}
