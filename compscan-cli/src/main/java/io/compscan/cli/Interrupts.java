package io.compscan.cli;

import io.compscan.core.scan.Scan;
import java.util.concurrent.atomic.AtomicInteger;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/** While open, Ctrl-C (and a polite kill) stops a scan; the second one leaves at once. */
final class Interrupts implements AutoCloseable {

    private static final Signal INT = new Signal("INT");
    private static final Signal TERM = new Signal("TERM");

    private final SignalHandler previousInt;
    private final SignalHandler previousTerm;

    private Interrupts(Scan scan) {
        AtomicInteger count = new AtomicInteger();
        SignalHandler handler = signal -> {
            if (count.incrementAndGet() > 1) {
                Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
            }
            System.err.println("compscan: stopping; once more to leave without a report");
            scan.stop("interrupted");
        };
        previousInt = Signal.handle(INT, handler);
        previousTerm = Signal.handle(TERM, handler);
    }

    static Interrupts stopping(Scan scan) {
        return new Interrupts(scan);
    }

    @Override
    public void close() {
        Signal.handle(INT, previousInt);
        Signal.handle(TERM, previousTerm);
    }
}
