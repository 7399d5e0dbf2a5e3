package io.compscan.core.scan;

import io.compscan.core.chunk.CutObserver;
import io.compscan.core.source.Unit;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A part of a divided scan: whole units, or one stretch of a unit; see {@link DividedScan}.
 *
 * @param accounts the number of the account that each unit is charged to. Null if nothing is charged, because the first scheme of the part
 *     differs from that of the whole scan
 * @param observers the observer of the cuts of each scheme; empty for none
 */
public record PartRequest(@Nullable ToIntFunction<Unit> accounts, List<CutObserver> observers) {

    /** Copies the list. */
    public PartRequest {
        observers = List.copyOf(observers);
    }

    /** A part of whole units; all their chunks count. */
    public PartRequest(@Nullable ToIntFunction<Unit> accounts) {
        this(accounts, List.of());
    }
}
