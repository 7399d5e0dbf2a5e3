package io.compscan.core.read;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one thread reads without asking again. */
public sealed interface ReadTask {

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
        public static final int MAX_UNITS = 512;

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
     * @param claim what it is in the unit's chain, null if its chunks do not reach into the next
     */
    record Segment(UnitReading unit, long from, long to, Chain.@Nullable Claim claim) implements ReadTask {
        @Override
        public void release() {
            unit.release();
        }
    }

    /** A unit that several threads share by handing its task on. */
    sealed interface HandedOn extends ReadTask {

        /** What is shared. */
        UnitReading unit();

        @Override
        default void release() {
            unit().release();
        }
    }

    /**
     * A large unit whose chunks reach from one body into the next. Each thread that takes it claims a body and puts the rest back, so
     * that others read on meanwhile.
     *
     * @param unit what to read
     * @param chain how far it has been claimed
     */
    record Chained(UnitReading unit, Chain chain) implements HandedOn {}

    /**
     * A unit that can only be read from its front to its end. Each thread that takes it reads one slab and puts the rest back, so
     * that others read on while it works on what it has read.
     *
     * @param unit what to read
     * @param chain how far it has been read
     */
    record Stream(UnitReading unit, Chain chain) implements HandedOn {}
}
