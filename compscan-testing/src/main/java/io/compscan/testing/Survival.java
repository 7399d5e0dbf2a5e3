package io.compscan.testing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The rule for readers of bytes and texts from outside: an answer, or the one documented refusal, soon and with little memory.
 *
 * <p>The time is processor time, because a machine may have other work. The timeout of the test or of the fuzzer finds a reader that waits
 * for ever.
 *
 * <p>A refusal is for a person, so its message is one line. Any other outcome is a defect.
 */
public final class Survival {

    /** The memory for eight reads and tables. Each read may unpack a cluster of 2 MiB from 4 MiB. */
    private static final long MAX_ALLOCATED_BYTES = 80 << 20;

    private static final long MAX_NANOS = Duration.ofSeconds(20).toNanos();

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Survival() {}

    /** The attempt has ended as it should, but has cost too much. */
    public static final class CostlyError extends AssertionError {

        private static final long serialVersionUID = 1L;

        CostlyError(String message) {
            super(message);
        }
    }

    /** An attempt to read damaged data. */
    @FunctionalInterface
    public interface Attempt {
        /** Whether the data could be read. */
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
        long start = THREADS.getCurrentThreadCpuTime();
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
            throw new CostlyError(what + " takes " + bytes + " bytes of memory");
        }
        long nanos = THREADS.getCurrentThreadCpuTime() - start;
        if (nanos >= MAX_NANOS) {
            throw new CostlyError(what + " takes " + nanos + " ns of the processor");
        }
        return isAnswered;
    }

    /** Requires that a message is one line, without characters that control a terminal. */
    public static void requireLine(String what, @Nullable String message) {
        if (message == null || message.isBlank() || message.chars().anyMatch(c -> c < ' ')) {
            throw new AssertionError(what + " is refused with no line: " + message);
        }
    }
}
