package io.compscan.spark;

import io.compscan.core.source.Unit;
import io.compscan.core.source.file.FileLocation;
import io.compscan.hadoop.HadoopUnit;
import org.jspecify.annotations.Nullable;

/** Finds the places of units, for executors. */
final class Locations {

    private Locations() {}

    /** The location; null if no other machine can open the unit. */
    static @Nullable UnitLocation of(Unit unit) {
        if (unit instanceof HadoopUnit file) {
            return new UnitLocation.HadoopFile(file.uri());
        }
        FileLocation file = FileLocation.of(unit);
        return file == null ? null : new UnitLocation.LocalFile(file);
    }
}
