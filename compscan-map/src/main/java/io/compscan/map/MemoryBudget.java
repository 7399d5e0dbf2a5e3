package io.compscan.map;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * How much memory may be held and how much is, in bytes; thread-safe, asked once per page and never per entry.
 *
 * <p>Maps that share a budget take what they need from it, in no fixed proportion. A sixteenth of the limit is a reserve: new entries
 * cannot have it, so that what is already there can still grow.
 */
public final class MemoryBudget {

    private static final int RESERVE_SHARE = 16;

    private final long limitBytes;
    private final long reserveBytes;
    /** A wider budget, from which all of this one is taken, too. */
    private final @Nullable MemoryBudget whole;

    private final AtomicLong heldBytes = new AtomicLong();

    /** Nothing held yet of this limit. */
    public MemoryBudget(long limitBytes) {
        this(limitBytes, limitBytes / RESERVE_SHARE, null);
    }

    private MemoryBudget(long limitBytes, long reserveBytes, @Nullable MemoryBudget whole) {
        this.limitBytes = limitBytes;
        this.reserveBytes = reserveBytes;
        this.whole = whole;
    }

    /** A part of this budget with a limit of its own, which may be as large as the whole. */
    public MemoryBudget part(long partLimitBytes) {
        return new MemoryBudget(partLimitBytes, partLimitBytes / RESERVE_SHARE, this);
    }

    /** A part of this budget with a limit of its own, all of it for whoever asks; the reserve of the whole stays. */
    public MemoryBudget partWithoutReserve(long partLimitBytes) {
        return new MemoryBudget(partLimitBytes, 0, this);
    }

    /** Takes that much, or nothing and says false; only with {@code fromReserve} may it cut into the reserve. */
    public boolean tryTake(long bytes, boolean fromReserve) {
        long limit = fromReserve ? limitBytes : limitBytes - reserveBytes;
        long held;
        do {
            held = heldBytes.get();
            if (bytes > limit - held) {
                return false;
            }
        } while (!heldBytes.compareAndSet(held, held + bytes));
        if (whole != null && !whole.tryTake(bytes, fromReserve)) {
            heldBytes.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    /** Gives back what was taken. */
    public void giveBack(long bytes) {
        long left = heldBytes.addAndGet(-bytes);
        assert left >= 0 : "gave back more than was taken";
        if (whole != null) {
            whole.giveBack(bytes);
        }
    }

    /** How much more could be taken at this moment without the reserve. */
    public long availableBytes() {
        long available = limitBytes - reserveBytes - heldBytes.get();
        return Math.max(0, whole == null ? available : Math.min(available, whole.availableBytes()));
    }

    /** What is held now. */
    public long heldBytes() {
        return heldBytes.get();
    }

    /** The most that may ever be held. */
    public long limitBytes() {
        return limitBytes;
    }
}
