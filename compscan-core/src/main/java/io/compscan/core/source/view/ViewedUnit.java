package io.compscan.core.source.view;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitVersion;
import io.compscan.core.source.WrappedUnit;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A unit that lies in a container, with the way to it. Another machine can take the same way, since a view finds the same units each time.
 *
 * @param unit the unit that the view has found
 * @param container the unit that the view has looked into
 * @param view its name
 * @param part the part that the user asked for behind a {@code #}; null for the usual part
 * @param number the number of the unit among those of the container, from 0 on
 */
public record ViewedUnit(
        Unit unit, Unit container, String view, @Nullable String part, int number) implements WrappedUnit {

    @Override
    public UnitVersion version() {
        return unit.version();
    }

    @Override
    public Object identity() {
        return unit.identity();
    }

    @Override
    public UnitChannel open() throws IOException {
        return unit.open();
    }

    @Override
    public UnitChannel openForParts() throws IOException {
        return unit.openForParts();
    }

    @Override
    public boolean isSparse() throws IOException {
        return unit.isSparse();
    }
}
