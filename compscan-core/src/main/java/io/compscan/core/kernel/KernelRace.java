package io.compscan.core.kernel;

/**
 * Chooses between a plain and a fast kernel by their speed on the data at hand, and keeps comparing. One thread.
 *
 * <p>Ask {@link #isFastNext} before each turn, and tell {@link #note} afterwards how long the turn took.
 */
public final class KernelRace {

    /** One turn in so many goes to the slower kernel, which may be faster on other data. */
    static final int TURNS_A_COMPARISON = 64;

    private final Pace plain = new Pace();
    private final Pace fast = new Pace();
    private long turns;
    private boolean isFast;

    /** Returns whether the next turn should use the fast kernel. */
    public boolean isFastNext() {
        turns++;
        if (plain.isUnknown() || fast.isUnknown()) {
            isFast = !plain.isUnknown();
        } else {
            boolean fastLeads = fast.nanosAUnit < plain.nanosAUnit;
            isFast = fastLeads != (turns % TURNS_A_COMPARISON == 0);
        }
        return isFast;
    }

    /**
     * Records the turn that has just ended.
     *
     * @param nanos how long it took
     * @param units how much work it did, at least one unit
     */
    public void note(long nanos, long units) {
        (isFast ? fast : plain).note((double) nanos / units);
    }

    /** The least recent time for a unit: an interrupted thread was not slow. */
    private static final class Pace {

        private static final double FORGETTING = 1.02;

        double nanosAUnit = Double.POSITIVE_INFINITY;

        boolean isUnknown() {
            return Double.isInfinite(nanosAUnit);
        }

        void note(double nanos) {
            nanosAUnit = Math.min(nanos, nanosAUnit * FORGETTING);
        }
    }
}
