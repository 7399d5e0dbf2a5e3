package io.compscan.core.scan;

import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitVersion;
import java.io.IOException;

/** A unit that is as another one is, but for what it overrides. */
interface WrappedUnit extends io.compscan.core.source.WrappedUnit {

    @Override
    default UnitVersion version() {
        return unit().version();
    }

    @Override
    default UnitChannel open() throws IOException {
        return unit().open();
    }
}
