package io.compscan.core.scan.measure;

import io.compscan.core.scan.read.task.UnitTicket;
import io.compscan.core.source.Unit;
import org.jspecify.annotations.Nullable;

/** Observes the chunks of one unit, beside the scan. Several threads may measure parts of a unit at the same time, so any thread may call. */
public interface ChunkObserver {

    /** Chooses who observes a unit. */
    @FunctionalInterface
    interface OfUnits {
        /** The observer of a unit; null if nobody observes it. The walk asks, on its one thread, in the order in which it finds units. */
        @Nullable ChunkObserver begin(Unit unit);
    }

    /**
     * Some chunks of the unit: those of one piece of the batch, in the order in which its bytes are measured. The chunks of holes, which are all
     * zero, are not shown. The batch is valid during the call.
     */
    void chunks(ChunkBatch batch, int piece);

    /** Whether it asks which chunks are new, so that none may wait for the index. */
    default boolean asksForNew() {
        return false;
    }

    /** The unit is complete: it has been read as far as it can be read, and every chunk has been shown. */
    default void complete(UnitTicket ticket) {}
}
