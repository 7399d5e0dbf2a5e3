package io.compscan.core.scan.read.task;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A piece of work that one reader takes from the queue. */
public sealed interface ReadTask {

    /** The approximate length of the segments of a large unit, in bytes; several threads read segments of one unit. */
    long SEGMENT_BYTES = 64L << 20;

    /** Lets go of the units that the task holds, read or not. */
    void release();

    /** The number of units that the task reads, whole or in part. */
    default int unitCount() {
        return 1;
    }

    /**
     * Small units that fit into one slab together.
     *
     * @param units the units, each read whole
     */
    record Pack(List<UnitTicket> units) implements ReadTask {
        @Override
        public void release() {
            units.forEach(UnitTicket::release);
        }

        @Override
        public int unitCount() {
            return units.size();
        }
    }

    /**
     * A range of a large unit.
     *
     * @param unit what to read
     * @param range which bytes of it
     * @param claim the range's claim in the unit's chain; null where no chunk crosses the end of the range
     */
    record Segment(UnitTicket unit, ByteRange range, Chain.@Nullable Claim claim) implements ReadTask {
        @Override
        public void release() {
            unit.release();
        }
    }

    /** A unit whose task passes from thread to thread: each reads one body and puts the task back. */
    sealed interface HandedOn extends ReadTask {

        /** The unit that the threads share. */
        UnitTicket unit();

        /** The unit's chain, which knows how far it has been claimed. */
        Chain chain();

        @Override
        default void release() {
            unit().release();
        }
    }

    /**
     * A large unit whose chunks cross from one body into the next. A thread claims a body and puts the task back before it reads.
     *
     * @param unit what to read
     * @param chain how far it has been claimed
     */
    record Chained(UnitTicket unit, Chain chain) implements HandedOn {}

    /**
     * A unit that can only be read from its front to its end. A thread reads a body, then puts the task back.
     *
     * @param unit what to read
     * @param chain how far it has been read
     */
    record Stream(UnitTicket unit, Chain chain) implements HandedOn {}
}
