package io.compscan.map;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Decides whether a key that is not in memory is looked up in the runs before it is called new.
 *
 * <p>To call a key in a run new again does no harm to the result. But the caller then repeats work, for example compresses the chunk again. A
 * lookup costs a read. The policy measures both costs as running means and chooses the cheaper way. From time to time it tries the other way
 * again. Thread-safe.
 */
public final class RecheckPolicy {

    /** How many lookups each trial makes. */
    private static final int TRIAL_LOOKUPS = 32;
    /** One batch of so many tries lookups again, although they were dearer. */
    private static final int TRIAL_BATCHES = 1024;
    /** Filters pay while a lookup costs less than this many new keys. */
    private static final int FILTER_COST_RATIO = 4;

    private static final int MEAN_SHIFT = 4;

    private final boolean always;
    private final AtomicLong newKeyNanos = new AtomicLong();
    private final AtomicLong lookupNanos = new AtomicLong();
    private final AtomicLong lookups = new AtomicLong();
    private final AtomicLong batches = new AtomicLong();

    private RecheckPolicy(boolean always) {
        this.always = always;
    }

    /** Looks up every key in every run that may hold it, so that each key is new exactly once, at any price. */
    public static RecheckPolicy always() {
        return new RecheckPolicy(true);
    }

    /** Compares costs; a new key costs nothing until {@link #noteNewKeys} says otherwise. */
    public static RecheckPolicy measured() {
        return new RecheckPolicy(false);
    }

    /** Records how long the caller worked on {@code count} keys that were called new. */
    public void noteNewKeys(int count, long nanos) {
        if (count > 0) {
            update(newKeyNanos, nanos / count);
        }
    }

    /** For maps: records how long {@code count} lookups took. */
    public void noteLookups(int count, long nanos) {
        if (count > 0) {
            lookups.addAndGet(count);
            update(lookupNanos, nanos / count);
        }
    }

    /** Whether this policy ignores the costs. */
    public boolean isAlways() {
        return always;
    }

    /** For maps: whether to look up the keys of the next batch. */
    public boolean wantsLookups() {
        if (always) {
            return true;
        }
        long newKey = newKeyNanos.get();
        return newKey > 0
                && (lookups.get() < TRIAL_LOOKUPS
                        || lookupNanos.get() < newKey
                        || batches.incrementAndGet() % TRIAL_BATCHES == 0);
    }

    /** For maps: whether a filter for the next run is worth its memory. */
    public boolean wantsFilters() {
        long newKey = newKeyNanos.get();
        return always
                || (newKey > 0 && (lookups.get() < TRIAL_LOOKUPS || lookupNanos.get() < FILTER_COST_RATIO * newKey));
    }

    /** Two threads that update at the same time may lose one of many values. */
    private static void update(AtomicLong mean, long nanos) {
        long before = mean.get();
        mean.set(before == 0 ? Math.max(1, nanos) : Math.max(1, before + ((nanos - before) >> MEAN_SHIFT)));
    }
}
