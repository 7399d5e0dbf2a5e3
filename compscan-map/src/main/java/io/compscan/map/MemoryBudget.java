package io.compscan.map;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A limit on memory, in bytes, and the part of it that is held; thread-safe. Its users ask once a page, never once an entry.
 *
 * <p>Maps that share a budget take what they need, in no fixed proportion. A sixteenth of the limit is a reserve: new entries cannot have
 * it, so that present entries can still grow.
 */
public final class MemoryBudget implements AutoCloseable {

    private static final int RESERVE_SHARE = 16;

    private final boolean hasReserve;
    private final Runnable freeBallast;
    /** The wider budget that this one is a part of. */
    private final @Nullable MemoryBudget whole;

    private final AtomicLong heldBytes = new AtomicLong();
    private volatile long limitBytes;
    private volatile boolean lifted;
    private volatile boolean refused;

    /** An unused budget. */
    public MemoryBudget(long limitBytes) {
        this(limitBytes, true, null, () -> {});
    }

    private MemoryBudget(long limitBytes, boolean hasReserve, @Nullable MemoryBudget whole, Runnable freeBallast) {
        this.limitBytes = limitBytes;
        this.hasReserve = hasReserve;
        this.whole = whole;
        this.freeBallast = freeBallast;
    }

    /**
     * An unused budget that holds memory back, for the data in flight when the system gives no more; the owner closes it.
     *
     * @param ballastBytes what it holds back, beside the limit
     */
    public static MemoryBudget withBallast(long limitBytes, long ballastBytes) {
        return new MemoryBudget(limitBytes, true, null, Implementations.ballast(ballastBytes));
    }

    /** A part of this budget with its own limit, which may be as large as the whole. */
    public MemoryBudget part(long partLimitBytes) {
        return new MemoryBudget(partLimitBytes, true, this, () -> {});
    }

    /** A part of this budget with its own limit and no reserve of its own; the reserve of the whole stays. */
    public MemoryBudget partWithoutReserve(long partLimitBytes) {
        return new MemoryBudget(partLimitBytes, false, this, () -> {});
    }

    /** Takes that much, or takes nothing and returns false; only with {@code fromReserve} does it use the reserve. */
    public boolean tryTake(long bytes, boolean fromReserve) {
        long limit = fromReserve ? limitBytes : limitBytes - reserveBytes();
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
        freeBallast.run();
    }

    /**
     * Tells that the system has refused memory which the budget had, and which has been given back.
     *
     * <p>The bytes that are held now become the limit. The ballast is freed, because the process needs memory beside the maps. From now on
     * there is no reserve: maps keep their pages, so a reserve within the limit would take the memory of their tables.
     */
    public void refused() {
        if (whole != null) {
            whole.refused();
            return;
        }
        limitBytes = Math.min(limitBytes, heldBytes.get());
        refused = true;
        freeBallast.run();
    }

    /** Whether the system has refused memory. */
    public boolean isRefused() {
        return refused || (whole != null && whole.isRefused());
    }

    /** Frees the ballast. */
    @Override
    public void close() {
        freeBallast.run();
    }

    /** Whether the limit is lifted, here or in the whole. */
    public boolean isLifted() {
        return lifted || (whole != null && whole.isLifted());
    }

    private long reserveBytes() {
        return hasReserve && !isRefused() ? limitBytes / RESERVE_SHARE : 0;
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
        long available = limitBytes - reserveBytes() - heldBytes.get();
        return Math.max(0, whole == null ? available : Math.min(available, whole.availableBytes()));
    }

    /** The bytes held now. */
    public long heldBytes() {
        return heldBytes.get();
    }

    /** The limit, lifted or not; lower once the system has refused memory. */
    public long limitBytes() {
        return limitBytes;
    }
}
