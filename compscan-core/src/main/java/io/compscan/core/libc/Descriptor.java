package io.compscan.core.libc;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The number of an open file or directory, which this object alone closes. Any thread.
 *
 * <p>The system gives a closed number to the next file that any thread opens. So a number is closed once, however often {@link #close} is
 * called: a second time would close the file of somebody else, who then reads a third one.
 */
public final class Descriptor implements AutoCloseable {

    /** The number of nothing: each call of the system refuses it. */
    public static final int NONE = -1;

    private final AtomicInteger number;

    public Descriptor(int number) {
        this.number = new AtomicInteger(number);
    }

    /** The number; {@link #NONE} after {@link #close}. */
    public int number() {
        return number.get();
    }

    @Override
    public void close() {
        int open = number.getAndSet(NONE);
        if (open != NONE) {
            FileCalls.closeQuietly(open);
        }
    }
}
