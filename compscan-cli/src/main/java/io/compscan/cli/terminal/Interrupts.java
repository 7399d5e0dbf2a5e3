package io.compscan.cli.terminal;

import io.compscan.core.scan.ScanException;
import io.compscan.core.scan.ScanOutcome;
import io.compscan.core.scan.ScanRun;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Handles Ctrl-C, a polite kill, and a terminal that is closed. The first stops a scan, which still reports; the second ends the process at once. */
public final class Interrupts {

    private static final List<String> SIGNALS = List.of("INT", "TERM", "HUP");

    private final List<@Nullable Object> previous = new ArrayList<>();

    private Interrupts(Runnable stop, Runnable beforeHalt) {
        AtomicInteger count = new AtomicInteger();
        Runnable handler = () -> {
            if (count.incrementAndGet() > 1) {
                beforeHalt.run();
                Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
            }
            stop.run();
        };
        for (String signal : SIGNALS) {
            previous.add(handle(signal, handler));
        }
    }

    /** From now to the {@link #end}, the first interrupt stops something in order; the second one ends the process. */
    public static Interrupts stopping(Runnable stop) {
        return new Interrupts(stop, () -> {});
    }

    /** What was done before is done again at an interrupt. */
    public void end() {
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
