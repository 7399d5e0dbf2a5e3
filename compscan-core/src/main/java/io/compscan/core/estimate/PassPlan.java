package io.compscan.core.estimate;

import java.util.ArrayList;
import java.util.List;

/**
 * Which nested samples are read, one after another, and when that ends.
 *
 * @param mostShare of the extents that is read at most; 1 for everything
 * @param halfWidth at which reading ends by itself, as a share of the answer; 0 if it does not
 * @param mostNanos that reading may take; {@link Long#MAX_VALUE} for no limit
 * @param seed of the samples: another one chooses others
 */
public record PassPlan(double mostShare, double halfWidth, long mostNanos, long seed) {

    private static final double[] SHARES = {0.05, 0.07, 0.1, 0.14, 0.2, 0.28, 0.4, 0.57, 0.8, 1};
    private static final double FIRST_OF_A_TIMED_RUN = 0.01;
    /** A pass that adds less is not worth its look. */
    private static final double LEAST_GROWTH = 1.1;

    /** A plan with the seed that everybody has who names none. */
    public PassPlan(double mostShare, double halfWidth, long mostNanos) {
        this(mostShare, halfWidth, mostNanos, 0);
    }

    /** Refuses a plan that reads nothing. */
    public PassPlan {
        if (!(mostShare > 0 && mostShare <= 1) || !(halfWidth >= 0) || mostNanos <= 0) {
            throw new IllegalArgumentException("no pass of " + mostShare + ", " + halfWidth + ", " + mostNanos);
        }
    }

    /** Whether the size of the last sample is known before anything is read, so that its interval is that of one look. */
    boolean isFixed() {
        return halfWidth == 0 && mostNanos == Long.MAX_VALUE;
    }

    /** Whether the only sample is all there is. */
    boolean readsEverything() {
        return isFixed() && mostShare == 1;
    }

    /** The samples if nothing ends reading early, as shares of the extents. */
    List<Double> shares() {
        List<Double> shares = new ArrayList<>();
        if (mostNanos < Long.MAX_VALUE && FIRST_OF_A_TIMED_RUN < mostShare) {
            shares.add(FIRST_OF_A_TIMED_RUN);
        }
        for (double share : SHARES) {
            if (share < mostShare / LEAST_GROWTH) {
                shares.add(share);
            }
        }
        shares.add(mostShare);
        return shares;
    }

    /**
     * The next sample; a smaller one than planned if there is no time for more.
     *
     * @param share of the last one
     * @param nanos that reading it and all before it has taken
     * @return 0 if there is no time for another pass
     */
    double next(double share, double planned, long nanos) {
        if (mostNanos == Long.MAX_VALUE) {
            return planned;
        }
        double affordable = share * mostNanos / Math.max(1, nanos);
        double next = Math.min(planned, affordable);
        return next >= Math.min(planned, LEAST_GROWTH * share) ? next : 0;
    }
}
