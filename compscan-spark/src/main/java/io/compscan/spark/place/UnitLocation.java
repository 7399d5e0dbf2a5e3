package io.compscan.spark.place;

import io.compscan.core.source.UnitPlace;
import io.compscan.core.source.file.FileLocation;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** The place of the bytes of a unit. An {@link UnitOpener} finds them there on an executor. */
public sealed interface UnitLocation extends Serializable {

    /**
     * A file of a file system that every executor has mounted at the same place.
     *
     * @param file the place of the file
     */
    record LocalFile(FileLocation file) implements UnitLocation {}

    /**
     * A file of a Hadoop file system.
     *
     * @param uri the place, with scheme and authority
     */
    record HadoopFile(String uri) implements UnitLocation {}

    /**
     * A unit of a provider.
     *
     * @param place where the provider finds it
     */
    record Provided(UnitPlace place) implements UnitLocation {}

    /**
     * A unit in a container.
     *
     * @param container the place of the container
     * @param containerBytes its size
     * @param view the name of the view that looks into it
     * @param part the part that is named behind a {@code #}; null for the usual one
     * @param number the number of the unit among those of the container
     */
    record Inside(
            UnitLocation container,
            long containerBytes,
            String view,
            @Nullable String part,
            int number) implements UnitLocation {}

    /**
     * A container that the driver could not look into.
     *
     * @param reason the reason in one line
     */
    record Unreadable(String reason) implements UnitLocation {}
}
