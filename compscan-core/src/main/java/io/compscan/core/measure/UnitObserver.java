package io.compscan.core.measure;

import io.compscan.core.read.task.UnitTicket;
import io.compscan.core.source.Unit;
import org.jspecify.annotations.Nullable;

/** Observes the data of each unit, in addition to the scan. */
@FunctionalInterface
public interface UnitObserver {

    /**
     * The observer of a unit; null if nobody observes it. The walk asks, on its one thread, in the order in which it finds units.
     */
    @Nullable ObservedUnit begin(Unit unit);

    /** Sees the chunks of one unit. Several threads may measure parts of a unit at the same time, so any thread may call. */
    interface ObservedUnit extends ChunkPlaces {
        /** The unit is complete: it has been read as far as it can be read, and every chunk has been shown. */
        void complete(UnitTicket ticket);
    }
}
