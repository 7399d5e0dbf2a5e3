package io.compscan.core.scan;

import java.util.List;

/** What one thread reads without asking again. */
sealed interface ReadTask {

    /** Large units are cut into segments of this length, about, so that several threads can share one. */
    long SEGMENT_BYTES = 64L << 20;

    /** Gives back what the task holds, read or not. */
    void release();

    /** How many units, or parts of one, the task is about. */
    default int unitCount() {
        return 1;
    }

    /**
     * Small units that fit into one slab together.
     *
     * @param units the units, each read whole
     */
    record Pack(List<UnitReading> units) implements ReadTask {

        /** The most units in a pack; more would wait too long for the first of them. */
        static final int MAX_UNITS = 512;

        @Override
        public void release() {
            units.forEach(UnitReading::release);
        }

        @Override
        public int unitCount() {
            return units.size();
        }
    }

    /**
     * A stretch of a large unit.
     *
     * @param unit what to read
     * @param from where to start
     * @param to where to stop
     */
    record Segment(UnitReading unit, long from, long to) implements ReadTask {
        @Override
        public void release() {
            unit.release();
        }
    }

    /**
     * A unit that can only be read from its front to its end. Each thread that takes it reads one slab and puts the rest back, so
     * that others read on while it works on what it has read.
     *
     * @param unit what to read
     * @param position how far it has been read into slabs
     * @param lookahead bytes that were read already but belong to the next slab's body
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Stream(UnitReading unit, long position, byte[] lookahead) implements ReadTask {
        @Override
        public void release() {
            unit.release();
        }
    }
}
