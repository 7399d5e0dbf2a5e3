package io.compscan.core.scan;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitVersion;
import java.io.IOException;

/** A unit that is as another one is, but for what it overrides. */
interface WrappedUnit extends Unit {

    Unit unit();

    @Override
    default String name() {
        return unit().name();
    }

    @Override
    default String extension() {
        return unit().extension();
    }

    @Override
    default long sizeBytes() {
        return unit().sizeBytes();
    }

    @Override
    default UnitVersion version() {
        return unit().version();
    }

    @Override
    default UnitChannel open() throws IOException {
        return unit().open();
    }
}
