package io.compscan.core.source.view;

import io.compscan.core.source.Siblings;
import io.compscan.core.source.Unit;
import java.util.List;
import java.util.function.Function;

/**
 * The result of looking into a container: the units in it, and the files that belong to it.
 *
 * @param units the units that are read in place of the container's own bytes
 * @param consumed the other units that the container is made of, which are not read on their own
 * @param siblings the siblings of each of the units
 * @param chainLength the number of images on top of each other; 1 if none lies below
 */
public record Look(List<Unit> units, List<Unit> consumed, Function<Unit, Siblings> siblings, int chainLength) {

    /** Copies the lists. */
    public Look {
        units = List.copyOf(units);
        consumed = List.copyOf(consumed);
    }

    /** A look at units without siblings, in a container that stands alone. */
    public static Look at(List<Unit> units) {
        return at(units, List.of(), 1);
    }

    /** A look at units without siblings. */
    public static Look at(List<Unit> units, List<Unit> consumed, int chainLength) {
        return new Look(units, consumed, unit -> Siblings.NONE, chainLength);
    }
}
