package io.compscan.result;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The comparison of a model with the real system. A deviation is {@code predicted / real - 1}: below 0 the system took more than predicted.
 *
 * @param program the program or system that stored the data
 * @param versions its versions
 * @param compared the bytes that were compared, and the data
 * @param sets the data sets
 * @param repositories how often the system stored one of them
 * @param lowest the lowest deviation
 * @param highest the highest deviation
 * @param median the median of the deviations without their signs
 * @param spread how far from 0 all but a twentieth of them are at most; null if there are too few to tell
 */
public record Evidence(
        String program,
        List<String> versions,
        String compared,
        int sets,
        int repositories,
        Double lowest,
        Double highest,
        Double median,
        @LeftOut @Nullable Double spread)
        implements Serializable {

    /** Copies the list; refuses a comparison of nothing, and deviations that contradict each other. */
    public Evidence {
        versions = List.copyOf(versions);
        check(!program.isBlank() && !compared.isBlank(), "program and compared must have a text");
        check(!versions.isEmpty(), "versions must name one at least");
        check(sets >= 1 && repositories >= sets, "sets must be 1 or more, and repositories as many or more");
        check(lowest > -1 && lowest <= highest && highest < 100, "lowest must be above -1, and at most highest");
        check(
                median >= 0 && median <= Math.max(Math.abs(lowest), Math.abs(highest)),
                "median must lie between 0 and the worst deviation");
        check(
                spread == null || (spread >= median && spread <= Math.max(Math.abs(lowest), Math.abs(highest))),
                "spread must lie between the median and the worst deviation");
    }

    private static void check(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalStateException(rule);
        }
    }

    /** The deviation that is farthest from 0. */
    public double worst() {
        return Math.abs(lowest) >= Math.abs(highest) ? lowest : highest;
    }

    /** How many times the real system may take what was predicted, at least: the deviations seen, and 1. */
    public double leastFactor() {
        return 1 / (1 + Math.max(0, highest));
    }

    /** The same at most. */
    public double mostFactor() {
        return 1 / (1 + Math.min(0, lowest));
    }
}
