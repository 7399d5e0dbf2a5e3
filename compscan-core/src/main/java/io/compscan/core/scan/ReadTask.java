package io.compscan.core.scan;

import io.compscan.core.source.Unit;

/**
 * What one reader does in one go: a segment of a unit, or all of it.
 *
 * @param unit what to read
 * @param from where to start
 * @param to where to stop, {@link Unit#UNKNOWN_SIZE} to read until the unit ends
 */
record ReadTask(UnitReading unit, long from, long to) {

    /** Large units are cut into segments of this length, about, so that several readers can share one. */
    static final long SEGMENT_BYTES = 64L << 20;

    boolean isStream() {
        return to == Unit.UNKNOWN_SIZE;
    }

    long bytes() {
        return to - from;
    }
}
