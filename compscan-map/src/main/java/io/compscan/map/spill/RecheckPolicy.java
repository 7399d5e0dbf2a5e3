package io.compscan.map.spill;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Whether a key that memory does not hold is worth looking up in the runs, before it is called new.
 *
 * <p>To call a key new that lies in a run is never wrong, but whoever is told so does its work once more: compresses a chunk, say. To
 * look it up costs a read. Both costs are measured, as running means, and the cheaper way is taken; now and then the other one is tried
 * again. Thread-safe.
 */
public final class RecheckPolicy {

    /** Lookups that are made to learn what they cost, at first and then again and again. */
    private static final int TRIAL_LOOKUPS = 32;
    /** One trial for so many batches. */
    private static final int TRIAL_BATCHES = 1024;

    private static final int MEAN_SHIFT = 4;

    private final boolean always;
    private final AtomicLong newKeyNanos = new AtomicLong();
    private final AtomicLong lookupNanos = new AtomicLong();
    private final AtomicLong lookups = new AtomicLong();
    private final AtomicLong batches = new AtomicLong();

    private RecheckPolicy(boolean always) {
        this.always = always;
    }

    /** Looks every key up in every run that may hold it, so that each is new exactly once, at any price. */
    public static RecheckPolicy always() {
        return new RecheckPolicy(true);
    }

    /** Compares costs; as long as nobody has {@link #noteNewKeys noted} what a new key costs, it costs nothing. */
    public static RecheckPolicy measured() {
        return new RecheckPolicy(false);
    }

    /** Takes note of what it cost to deal with so many keys that were called new. */
    public void noteNewKeys(int count, long nanos) {
        if (count > 0) {
            update(newKeyNanos, nanos / count);
        }
    }

    void noteLookups(int count, long nanos) {
        if (count > 0) {
            lookups.addAndGet(count);
            update(lookupNanos, nanos / count);
        }
    }

    /** How many keys were looked up. */
    long lookupCount() {
        return lookups.get();
    }

    boolean isAlways() {
        return always;
    }

    /** Whether keys are looked up; asked once for each batch. */
    boolean wantsLookups() {
        if (always) {
            return true;
        }
        long newKey = newKeyNanos.get();
        return newKey > 0
                && (lookups.get() < TRIAL_LOOKUPS
                        || lookupNanos.get() < newKey
                        || batches.incrementAndGet() % TRIAL_BATCHES == 0);
    }

    /** Whether filters are worth their memory: not if to look is out of all proportion to what it saves. */
    boolean wantsFilters() {
        long newKey = newKeyNanos.get();
        return always || (newKey > 0 && (lookups.get() < TRIAL_LOOKUPS || lookupNanos.get() < 4 * newKey));
    }

    /** Two threads that do so at the same time may lose one value of many. */
    private static void update(AtomicLong mean, long nanos) {
        long before = mean.get();
        mean.set(before == 0 ? Math.max(1, nanos) : Math.max(1, before + ((nanos - before) >> MEAN_SHIFT)));
    }
}
