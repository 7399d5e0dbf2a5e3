package io.compscan.map;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A limit on memory, in bytes, and the part of it that is held; thread-safe. Its users ask once a page, never once an entry.
 *
 * <p>Maps that share a budget take what they need, in no fixed proportion. A sixteenth of the limit is a reserve: new entries cannot have
 * it, so that present entries can still grow.
 */
public final class MemoryBudget {

    private static final int RESERVE_SHARE = 16;

    private final long limitBytes;
    private final long reserveBytes;
    /** The wider budget that this one is a part of. */
    private final @Nullable MemoryBudget whole;

    private final AtomicLong heldBytes = new AtomicLong();
    private volatile boolean lifted;

    /** An unused budget. */
    public MemoryBudget(long limitBytes) {
        this(limitBytes, limitBytes / RESERVE_SHARE, null);
    }

    private MemoryBudget(long limitBytes, long reserveBytes, @Nullable MemoryBudget whole) {
        this.limitBytes = limitBytes;
        this.reserveBytes = reserveBytes;
        this.whole = whole;
    }

    /** A part of this budget with its own limit, which may be as large as the whole. */
    public MemoryBudget part(long partLimitBytes) {
        return new MemoryBudget(partLimitBytes, partLimitBytes / RESERVE_SHARE, this);
    }

    /** A part of this budget with its own limit and no reserve of its own; the reserve of the whole stays. */
    public MemoryBudget partWithoutReserve(long partLimitBytes) {
        return new MemoryBudget(partLimitBytes, 0, this);
    }

    /** Takes that much, or takes nothing and returns false; only with {@code fromReserve} does it use the reserve. */
    public boolean tryTake(long bytes, boolean fromReserve) {
        long limit = fromReserve ? limitBytes : limitBytes - reserveBytes;
        long held;
        do {
            held = heldBytes.get();
            if (bytes > limit - held && !isLifted()) {
                return false;
            }
        } while (!heldBytes.compareAndSet(held, held + bytes));
        if (whole != null && !whole.tryTake(bytes, fromReserve)) {
            heldBytes.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    /**
     * Lifts the limit for good, here and in all parts, so that a caller can stop without losing data in flight.
     *
     * <p>From now on {@link #tryTake} always succeeds; only the system can refuse memory.
     */
    public void lift() {
        lifted = true;
    }

    /** Whether the limit is lifted, here or in the whole. */
    public boolean isLifted() {
        return lifted || (whole != null && whole.isLifted());
    }

    /** Gives back what was taken. */
    public void giveBack(long bytes) {
        long left = heldBytes.addAndGet(-bytes);
        assert left >= 0 : "gave back more than was taken";
        if (whole != null) {
            whole.giveBack(bytes);
        }
    }

    /** How much can be taken at this moment without the reserve. */
    public long availableBytes() {
        long available = limitBytes - reserveBytes - heldBytes.get();
        return Math.max(0, whole == null ? available : Math.min(available, whole.availableBytes()));
    }

    /** The bytes held now. */
    public long heldBytes() {
        return heldBytes.get();
    }

    /** The limit, lifted or not. */
    public long limitBytes() {
        return limitBytes;
    }
}
