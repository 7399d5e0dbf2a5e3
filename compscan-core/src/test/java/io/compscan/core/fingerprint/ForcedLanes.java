package io.compscan.core.fingerprint;

/** Has scans use lanes from the start, or not at all: whoever is faster, results must be the same. */
public final class ForcedLanes {

    private ForcedLanes() {}

    /** Lanes, from the second slab of each worker on, until both ways have been measured; then whichever is faster. */
    public static void on() {
        LaneTrial.OF_THIS_JVM.decide(0.01);
    }

    /** No lanes. */
    public static void off() {
        LaneTrial.OF_THIS_JVM.decide(Double.POSITIVE_INFINITY);
    }
}
