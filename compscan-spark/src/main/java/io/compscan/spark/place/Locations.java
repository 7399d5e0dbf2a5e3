package io.compscan.spark.place;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitPlace;
import io.compscan.core.source.file.FileLocation;
import io.compscan.core.source.view.UnreadableUnit;
import io.compscan.core.source.view.ViewedUnit;
import io.compscan.hadoop.HadoopUnit;
import org.jspecify.annotations.Nullable;

/** Finds the places of units, for executors. The units of one container share the place of the container. One thread. */
public final class Locations {

    private @Nullable Unit lastContainer;
    private @Nullable UnitLocation lastLocation;

    /** The location; null if no other machine can open the unit. */
    public @Nullable UnitLocation of(Unit unit) {
        if (unit instanceof ViewedUnit viewed) {
            UnitLocation container = container(viewed.container());
            return container == null
                    ? null
                    : new UnitLocation.Inside(
                            container, viewed.container().sizeBytes(), viewed.view(), viewed.part(), viewed.number());
        }
        if (unit instanceof UnreadableUnit unreadable) {
            return new UnitLocation.Unreadable(unreadable.reason());
        }
        if (unit instanceof HadoopUnit file) {
            return new UnitLocation.HadoopFile(file.uri());
        }
        if (unit instanceof UnitPlace.Placed placed) {
            return new UnitLocation.Provided(placed.place());
        }
        FileLocation file = FileLocation.of(unit);
        return file == null ? null : new UnitLocation.LocalFile(file);
    }

    private @Nullable UnitLocation container(Unit container) {
        if (container != lastContainer) {
            lastLocation = of(container);
            lastContainer = container;
        }
        return lastLocation;
    }
}
