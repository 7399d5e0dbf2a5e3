package io.compscan.result;

import java.math.BigInteger;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The one place that divides: every ratio of a result is defined here, and null where there is nothing to divide by. */
final class Ratio {

    /** Far above what rounding in decimal notation costs, far below any real contradiction. */
    private static final double TOLERANCE = 1e-9;

    private Ratio() {}

    /** {@code before / after}: how many times smaller; null if nothing is left. */
    static @Nullable Double of(long before, long after) {
        return after == 0 ? null : Double.valueOf((double) before / after);
    }

    /** {@code 1 - after / before}: the share that went away; null if there was nothing. */
    static @Nullable Double savings(long before, long after) {
        return before == 0 ? null : Double.valueOf((double) (before - after) / before);
    }

    /** {@code bytes * stored / raw}, rounded half up, exact for any operands; 0 bytes stay 0 also where {@code raw} is 0. */
    static long scaled(long bytes, long stored, long raw) {
        if (bytes == 0) {
            return 0;
        }
        BigInteger twice =
                BigInteger.valueOf(bytes).multiply(BigInteger.valueOf(stored)).shiftLeft(1);
        BigInteger half = BigInteger.valueOf(raw);
        return twice.add(half).divide(half.shiftLeft(1)).longValueExact();
    }

    /** Refuses a given ratio that is not the derived one; a result read from a document must not contradict itself. */
    static void check(String name, @Nullable Double given, @Nullable Double derived) {
        boolean agrees;
        if (given == null || derived == null) {
            agrees = Objects.equals(given, derived);
        } else {
            agrees = Math.abs(given - derived) <= TOLERANCE * Math.max(1, Math.abs(derived));
        }
        if (!agrees) {
            throw new IllegalStateException(name + " is " + given + " where the bytes give " + derived);
        }
    }

    /** Refuses an estimate without its interval, or outside of it. */
    static void checkInterval(String name, @Nullable Long low, long value, @Nullable Long high) {
        if (low == null || high == null || low < 0 || low > value || high < value) {
            throw new IllegalStateException(name + " is " + value + " in " + low + " to " + high);
        }
    }
}
