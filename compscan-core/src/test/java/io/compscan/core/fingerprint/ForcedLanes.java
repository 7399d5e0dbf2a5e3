package io.compscan.core.fingerprint;

/** Has scans use lanes from the start, or not at all: whoever is faster, results must be the same. */
public final class ForcedLanes {

    private ForcedLanes() {}

    /** Lanes, from the second slab of each worker on, until both ways have been measured; then whichever is faster. */
    public static void on() {
        LaneContest.OF_THIS_JVM.decide(0.01 / LaneSha1.LANES);
    }

    /** No lanes. */
    public static void off() {
        LaneContest.OF_THIS_JVM.decide(Double.POSITIVE_INFINITY);
    }
}
