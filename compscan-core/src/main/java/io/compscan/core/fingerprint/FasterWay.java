package io.compscan.core.fingerprint;

/**
 * Tells which of two ways to do the same is faster on what is at hand, by trying both and never ceasing to. Belongs to one thread.
 *
 * <p>To be asked before each turn, and told after it how long that took.
 */
final class FasterWay {

    /** In one turn of so many, what has been slower is tried again: on other data it may be faster. */
    static final int TURNS_A_COMPARISON = 64;

    private final Pace first = new Pace();
    private final Pace second = new Pace();
    private long turns;
    private boolean isSecond;

    /** Whether the turn that begins is to go the second way. */
    boolean isSecondNext() {
        turns++;
        if (first.isUnknown() || second.isUnknown()) {
            isSecond = !first.isUnknown();
        } else {
            boolean secondIsFaster = second.nanosAUnit < first.nanosAUnit;
            isSecond = secondIsFaster != (turns % TURNS_A_COMPARISON == 0);
        }
        return isSecond;
    }

    /** How long the turn took that has ended, and how much was done in it, at least one unit. */
    void note(long nanos, long units) {
        (isSecond ? second : first).note((double) nanos / units);
    }

    /** The least time for a unit, of late: whoever was interrupted was not slow. */
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
