package io.compscan.core.read;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitVersion;
import io.compscan.core.source.WrappedUnit;
import java.io.IOException;

/**
 * A unit that changed after an interrupted scan had read a part of it. Two versions must not be mixed, so the rest cannot be read.
 *
 * @param unit the unit as it is now
 * @param before its version when the scan read it
 */
record ChangedUnit(Unit unit, UnitVersion before) implements WrappedUnit {
    @Override
    public long sizeBytes() {
        return before.sizeBytes();
    }

    @Override
    public UnitVersion version() {
        return before;
    }

    @Override
    public UnitChannel open() throws IOException {
        throw new IOException("it changed after an interrupted scan had read a part of it, which counts as it was");
    }
}
