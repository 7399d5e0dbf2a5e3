package io.compscan.core.scan;

import io.compscan.core.chunk.CutObserver;
import io.compscan.core.source.Unit;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A part of a divided scan: whole units, or one stretch of a unit; see {@link DividedScan}.
 *
 * @param accounts the number of the account that each unit is charged to; null if the first scheme of the part is not that of the whole
 *     scan, so that nobody is charged
 * @param observers for each scheme the observer of its cuts; empty if nobody observes
 */
public record PartRequest(@Nullable ToIntFunction<Unit> accounts, List<CutObserver> observers) {

    /** Copies the list. */
    public PartRequest {
        observers = List.copyOf(observers);
    }

    /** Whole units, all of whose chunks count. */
    public PartRequest(@Nullable ToIntFunction<Unit> accounts) {
        this(accounts, List.of());
    }
}
