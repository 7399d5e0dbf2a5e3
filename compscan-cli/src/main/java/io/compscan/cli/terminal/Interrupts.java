package io.compscan.cli.terminal;

import io.compscan.core.estimate.ExtentScan.UnsampledException;
import io.compscan.core.scan.ScanException;
import io.compscan.core.scan.ScanOutcome;
import io.compscan.core.scan.ScanRun;
import io.compscan.result.EstimateResult;
import io.compscan.result.duplicate.ListedDuplicates;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Handles Ctrl-C, a polite kill, and a terminal that is closed. The first stops a scan, which still reports; the second ends the process at once. */
public final class Interrupts {

    private static final List<String> SIGNALS = List.of("INT", "TERM", "HUP");

    private Interrupts() {}

    /** An estimate that an interrupt may end early. */
    @FunctionalInterface
    public interface Estimating {
        /** Runs the estimate; null if it ended before it had an answer. */
        @Nullable EstimateResult run() throws InterruptedException, IOException, UnsampledException;
    }

    /** Runs the scan; an interrupt meanwhile ends it early. */
    public static ScanOutcome whileRunning(ScanRun scan, Progress progress) throws ScanException, InterruptedException {
        AtomicInteger count = new AtomicInteger();
        Runnable handler = () -> {
            if (count.incrementAndGet() > 1) {
                progress.abandon();
                scan.removeTemporaryFiles();
                Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
            }
            scan.stop();
            progress.announce("stopping; once more to leave without a report");
        };
        // For an orderly end of the process without one of the signals, such as the end of the terminal's session.
        Thread lastAct = new Thread(scan::removeTemporaryFiles, "compscan-exit");
        Runtime.getRuntime().addShutdownHook(lastAct);
        List<@Nullable Object> previous = handleAll(handler);
        try {
            return scan.run();
        } finally {
            forget(lastAct);
            restore(previous);
        }
    }

    /** Runs an estimate; the first interrupt ends it after the last complete pass, the second one at once. */
    public static @Nullable EstimateResult whileEstimating(Runnable stop, Estimating estimate)
            throws InterruptedException, IOException, UnsampledException {
        List<@Nullable Object> previous = handleAll(onceInOrder(stop));
        try {
            return estimate.run();
        } finally {
            restore(previous);
        }
    }

    /** A list that an interrupt may end early. */
    @FunctionalInterface
    public interface Listing {
        /** Reads the list. */
        ListedDuplicates run() throws InterruptedException, IOException, ScanException;
    }

    /** Reads a list; the first interrupt ends it where it is, the second one at once. */
    public static ListedDuplicates whileListing(Runnable stop, Listing list)
            throws InterruptedException, IOException, ScanException {
        List<@Nullable Object> previous = handleAll(onceInOrder(stop));
        try {
            return list.run();
        } finally {
            restore(previous);
        }
    }

    /** A wait that Ctrl-C ends. */
    @FunctionalInterface
    public interface Watching {
        void run() throws CommandFailure, ScanException, InterruptedException;
    }

    /** Watches; the first interrupt ends it in order, the second one at once. */
    public static void whileWatching(Runnable stop, Watching watching)
            throws CommandFailure, ScanException, InterruptedException {
        List<@Nullable Object> previous = handleAll(onceInOrder(stop));
        try {
            watching.run();
        } finally {
            restore(previous);
        }
    }

    /** Stops at the first interrupt; the second one ends the process. */
    private static Runnable onceInOrder(Runnable stop) {
        AtomicInteger count = new AtomicInteger();
        return () -> {
            if (count.incrementAndGet() > 1) {
                Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
            }
            stop.run();
        };
    }

    private static List<@Nullable Object> handleAll(Runnable handler) {
        List<@Nullable Object> previous = new ArrayList<>();
        for (String signal : SIGNALS) {
            previous.add(handle(signal, handler));
        }
        return previous;
    }

    private static void restore(List<@Nullable Object> previous) {
        for (int i = 0; i < SIGNALS.size(); i++) {
            Object handlerBefore = previous.get(i);
            if (handlerBefore != null) {
                install(SIGNALS.get(i), handlerBefore);
            }
        }
    }

    private static void forget(Thread lastAct) {
        try {
            Runtime.getRuntime().removeShutdownHook(lastAct);
        } catch (IllegalStateException e) {
            // The process is ending already.
        }
    }

    private static @Nullable Object handle(String signal, Runnable handler) {
        try {
            Class<?> type = Class.forName("sun.misc.SignalHandler");
            return install(
                    signal,
                    Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                        handler.run();
                        return null;
                    }));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JVM has no signal handlers", e);
        }
    }

    /**
     * Installs a handler and returns the previous one; null where the system handles signals ({@code java -Xrs}). It looks
     * {@code sun.misc.Signal} up by name, because the compiler warns of the class and has no option against that. There is no other way to
     * handle a signal without ending. Its module, jdk.unsupported, stays in the JDK.
     */
    private static @Nullable Object install(String signal, Object handler) {
        try {
            Class<?> type = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Object instance = type.getConstructor(String.class).newInstance(signal);
            return type.getMethod("handle", type, handlerType).invoke(null, instance, handler);
        } catch (InvocationTargetException e) {
            return null;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JVM has no signal " + signal, e);
        }
    }
}
