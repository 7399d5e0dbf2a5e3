package io.compscan.testing;

import java.util.Arrays;

/**
 * Whether intervals of 95 % hold the truth as often as they say.
 *
 * <p>Few trials that must hold nearly always fail by chance: 180 of 200, asked of thirty figures, fail in one build of thirty. So the first trials
 * only raise a suspicion, at three standard deviations. Five times as many fresh trials decide, at six: that is 90.9 % of 1,000.
 */
public final class Coverage {

    private static final double PROMISED = 0.95;
    private static final double SUSPICIOUS_DEVIATIONS = 3;
    private static final double FAILING_DEVIATIONS = 6;
    private static final int MORE = 5;

    private Coverage() {}

    /** Draws one sample of data whose figures are known. */
    @FunctionalInterface
    public interface Trial {
        /**
         * Whether the interval of each figure holds the truth.
         *
         * @param seed a different number for each trial
         */
        boolean[] held(long seed) throws Exception;
    }

    /**
     * Requires that the interval of each figure holds the truth often enough.
     *
     * @param name the name of the data, for the failure
     * @param trials the number of the first trials
     * @throws AssertionError if the interval of a figure is too narrow; it names the seed
     */
    public static void require(String name, int trials, Trial trial) throws Exception {
        require(name, trials, System.nanoTime(), trial);
    }

    static void require(String name, int trials, long seed, Trial trial) throws Exception {
        if (least(held(seed, trials, trial)) >= bound(trials, SUSPICIOUS_DEVIATIONS)) {
            return;
        }
        int more = MORE * trials;
        int[] held = held(seed + trials, more, trial);
        if (least(held) < bound(more, FAILING_DEVIATIONS)) {
            throw new AssertionError(name + ": the intervals hold " + Arrays.toString(held) + " times in " + more
                    + ", seeds from " + (seed + trials));
        }
    }

    private static int[] held(long firstSeed, int trials, Trial trial) throws Exception {
        int[] sums = new int[0];
        for (int i = 0; i < trials; i++) {
            boolean[] held = trial.held(firstSeed + i);
            sums = Arrays.copyOf(sums, held.length);
            for (int figure = 0; figure < held.length; figure++) {
                sums[figure] += held[figure] ? 1 : 0;
            }
        }
        return sums;
    }

    private static int least(int[] held) {
        return Arrays.stream(held).min().orElseThrow();
    }

    /** The fewest hits in so many trials that the binomial distribution allows at this deviation. */
    private static double bound(int trials, double deviations) {
        return trials * PROMISED - deviations * Math.sqrt(trials * PROMISED * (1 - PROMISED));
    }
}
