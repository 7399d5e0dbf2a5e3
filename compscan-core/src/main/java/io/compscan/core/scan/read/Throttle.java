package io.compscan.core.scan.read;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps all readers together below a rate.
 *
 * <p>Reads are scheduled one behind another, as if through a wire of that rate; a reader sleeps until its slot comes. At most a tenth of
 * a second of unused time is saved up, so the rate holds over any span, not only on average.
 */
public final class Throttle {

    /** No limit. */
    public static final long UNLIMITED = Long.MAX_VALUE;

    private static final long MAX_CREDIT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int STEPS_PER_SECOND = 20;
    private static final int MIN_STEP_BYTES = 4096;

    /** Tells the time and sleeps. */
    interface Clock {
        Clock SYSTEM = new Clock() {
            @Override
            public long nanos() {
                return System.nanoTime();
            }

            @Override
            public void sleep(long nanos) throws InterruptedException {
                TimeUnit.NANOSECONDS.sleep(nanos);
            }
        };

        long nanos();

        void sleep(long nanos) throws InterruptedException;
    }

    private final long bytesPerSecond;
    private final Clock clock;
    /** The clock's time at which the next read may start. */
    private final AtomicLong nextNanos;

    /** A throttle to this rate; {@link #UNLIMITED} for none. */
    public Throttle(long bytesPerSecond) {
        this(bytesPerSecond, Clock.SYSTEM);
    }

    Throttle(long bytesPerSecond, Clock clock) {
        if (bytesPerSecond <= 0) {
            throw new IllegalArgumentException("a rate of " + bytesPerSecond + " bytes/s");
        }
        this.bytesPerSecond = bytesPerSecond;
        this.clock = clock;
        nextNanos = new AtomicLong(clock.nanos());
    }

    /** The part of a read of {@code bytes} to do at once; it takes at most a twentieth of a second. */
    int step(int bytes) {
        if (bytesPerSecond == UNLIMITED) {
            return bytes;
        }
        return (int) Math.min(bytes, Math.max(MIN_STEP_BYTES, bytesPerSecond / STEPS_PER_SECOND));
    }

    /** Waits until the given bytes may be read. */
    void await(int bytes) throws InterruptedException {
        if (bytesPerSecond == UNLIMITED) {
            return;
        }
        long costNanos = costNanos(bytes);
        long now = clock.nanos();
        long start = nextNanos.getAndUpdate(next -> Math.max(next, now - MAX_CREDIT_NANOS) + costNanos);
        start = Math.max(start, now - MAX_CREDIT_NANOS);
        if (start > now) {
            clock.sleep(start - now);
        }
    }

    /** Gives back what was waited for and not read: a read that failed or was short leaves its slot to the next one. */
    void giveBack(int bytes) {
        if (bytesPerSecond != UNLIMITED) {
            nextNanos.addAndGet(-costNanos(bytes));
        }
    }

    private long costNanos(int bytes) {
        return (long) (bytes * 1e9 / bytesPerSecond);
    }
}
