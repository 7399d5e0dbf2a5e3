package io.compscan.core.source.view;

import io.compscan.core.source.Siblings;
import io.compscan.core.source.Unit;
import java.util.List;
import java.util.function.Function;

/**
 * What a view sees in a container.
 *
 * @param units what is read in place of the container's own bytes
 * @param consumed the other units that the container is made of, which are not read on their own
 * @param siblings what each of the units may lead to
 * @param chainLength how many images lie on each other; 1 where nothing lies below
 */
public record Look(List<Unit> units, List<Unit> consumed, Function<Unit, Siblings> siblings, int chainLength) {

    /** Copies the lists. */
    public Look {
        units = List.copyOf(units);
        consumed = List.copyOf(consumed);
    }

    /** Units that lead nowhere, from a container that stands alone. */
    public static Look at(List<Unit> units) {
        return at(units, List.of(), 1);
    }

    /** Units that lead nowhere. */
    public static Look at(List<Unit> units, List<Unit> consumed, int chainLength) {
        return new Look(units, consumed, unit -> Siblings.NONE, chainLength);
    }
}
