package io.compscan.cli.terminal;

import io.compscan.core.scan.ScanException;
import io.compscan.core.scan.ScanOutcome;
import io.compscan.core.scan.ScanRun;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Handles Ctrl-C, a polite kill, and a terminal that is closed. The first stops a scan, which still reports; the second ends the process at once.
 *
 * <p>{@code timeout} signals a process and then its group, and so do other programs that start some. So what comes right behind the first
 * is no second one.
 */
public final class Interrupts {

    private static final List<String> SIGNALS = List.of("INT", "TERM", "HUP");
    private static final long TOGETHER_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private final List<@Nullable Object> previous = new ArrayList<>();
    private final Runnable stop;
    private final Runnable beforeHalt;
    private @Nullable Long firstNanos;
    private boolean hasEnded;

    private Interrupts(Runnable stop, Runnable beforeHalt) {
        this.stop = stop;
        this.beforeHalt = beforeHalt;
        for (String signal : SIGNALS) {
            previous.add(handle(signal, () -> interrupt(signal)));
        }
    }

    private void interrupt(String signal) {
        boolean isFirst;
        boolean isOver;
        synchronized (this) {
            long now = System.nanoTime();
            isFirst = firstNanos == null;
            if (firstNanos == null) {
                firstNanos = now;
            } else if (now - firstNanos < TOGETHER_NANOS) {
                return;
            }
            isOver = hasEnded;
        }
        // Outside of the lock, since to say so on a terminal may take forever.
        if (isOver) {
            restore();
            raise(signal);
        } else if (isFirst) {
            stop.run();
        } else {
            beforeHalt.run();
            Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
        }
    }

    /** From now to the {@link #end}, the first interrupt stops something in order; the second one ends the process. */
    public static Interrupts stopping(Runnable stop) {
        return new Interrupts(stop, () -> {});
    }

    /** What was done before is done again at an interrupt, but for one that belongs to the first. */
    public void end() {
        synchronized (this) {
            hasEnded = true;
            if (firstNanos != null) {
                return;
            }
        }
        restore();
    }

    private void restore() {
        for (int i = 0; i < SIGNALS.size(); i++) {
            Object handlerBefore = previous.get(i);
            if (handlerBefore != null) {
                install(SIGNALS.get(i), handlerBefore);
            }
        }
    }

    /** Runs the scan; an interrupt meanwhile ends it early. */
    public static ScanOutcome whileRunning(ScanRun scan, Progress progress) throws ScanException, InterruptedException {
        // For an orderly end of the process without one of the signals, such as the end of the terminal's session.
        Thread lastAct = new Thread(scan::removeTemporaryFiles, "compscan-exit");
        Runtime.getRuntime().addShutdownHook(lastAct);
        Interrupts interrupts = new Interrupts(
                () -> {
                    scan.stop();
                    progress.announce("stopping; once more to leave without a report");
                },
                () -> {
                    progress.abandon();
                    scan.removeTemporaryFiles();
                });
        try {
            return scan.run();
        } finally {
            forget(lastAct);
            interrupts.end();
        }
    }

    private static void raise(String signal) {
        try {
            Class<?> type = Class.forName("sun.misc.Signal");
            type.getMethod("raise", type)
                    .invoke(null, type.getConstructor(String.class).newInstance(signal));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JVM has no signal " + signal, e);
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
