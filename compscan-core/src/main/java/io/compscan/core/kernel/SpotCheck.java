package io.compscan.core.kernel;

/**
 * Picks a few results of a fast kernel, which its owner computes again with the plain kernel. One thread.
 *
 * <p>Compilers have had faults that only some loops met, so a trial on other data proves too little.
 */
public final class SpotCheck {

    private final int resultsACheck;
    private int unchecked;

    /** @param resultsACheck how many results share one check */
    public SpotCheck(int resultsACheck) {
        this.resultsACheck = resultsACheck;
    }

    /** Counts {@code count} new results; returns the number of the one to check, or -1 where no check is due. */
    public int next(int count) {
        unchecked += count;
        if (unchecked < resultsACheck) {
            return -1;
        }
        int picked = unchecked % count;
        unchecked = 0;
        return picked;
    }
}
