package io.compscan.testing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What bytes and texts from outside may cost whoever reads them: an answer or the one documented refusal, soon and with little memory.
 *
 * <p>A refusal is told to a person, so its message is one line. Whatever else comes out of it is a defect.
 */
public final class Survival {

    private static final long MAX_ALLOCATED_BYTES = 64 << 20;
    private static final long MAX_NANOS = Duration.ofSeconds(20).toNanos();

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Survival() {}

    /** Reads what somebody has damaged. */
    @FunctionalInterface
    public interface Attempt {
        /** Whether it could be read. */
        boolean run() throws Exception;
    }

    /**
     * Whether the attempt ended in an answer.
     *
     * @param what the seed or the input, for the failure
     * @param refusal how the reader refuses
     * @throws AssertionError if the attempt did not survive
     */
    public static boolean of(String what, Class<? extends Exception> refusal, Attempt attempt) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        long start = System.nanoTime();
        boolean isAnswered = false;
        try {
            isAnswered = attempt.run();
        } catch (Exception | Error e) {
            if (!refusal.isInstance(e)) {
                throw new AssertionError(what + " ends in " + e, e);
            }
            requireLine(what, e.getMessage());
        }
        long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
        if (bytes >= MAX_ALLOCATED_BYTES) {
            throw new AssertionError(what + " takes " + bytes + " bytes of memory");
        }
        long nanos = System.nanoTime() - start;
        if (nanos >= MAX_NANOS) {
            throw new AssertionError(what + " takes " + nanos + " ns");
        }
        return isAnswered;
    }

    /** A message is one line, without signs that a terminal obeys. */
    public static void requireLine(String what, @Nullable String message) {
        if (message == null || message.isBlank() || message.chars().anyMatch(c -> c < ' ')) {
            throw new AssertionError(what + " is refused with no line: " + message);
        }
    }
}
