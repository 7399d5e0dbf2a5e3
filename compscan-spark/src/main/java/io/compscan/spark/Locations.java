package io.compscan.spark;

import io.compscan.core.source.Unit;
import io.compscan.core.source.file.FileLocation;
import org.jspecify.annotations.Nullable;

/** Tells where units are that a source has named. */
final class Locations {

    private Locations() {}

    /** Null if nobody else can open it. */
    static @Nullable UnitLocation of(Unit unit) {
        if (unit instanceof HadoopUnit file) {
            return new UnitLocation.HadoopFile(file.uri());
        }
        FileLocation file = FileLocation.of(unit);
        return file == null ? null : new UnitLocation.LocalFile(file);
    }
}
