package io.compscan.spark;

import io.compscan.core.source.Siblings.Sibling;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitPlace;
import io.compscan.core.source.file.FileLocation;
import io.compscan.hadoop.HadoopUnit;
import java.io.IOException;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** The place of the bytes of a unit, from which an executor reads them. */
sealed interface UnitLocation extends Serializable {

    /** The unit, which had {@code sizeBytes} when it was found, and what its bytes may lead to. */
    Sibling find(long sizeBytes, ReadContext context) throws IOException;

    /** Opens the unit, which had {@code sizeBytes} when it was found. */
    default UnitChannel open(long sizeBytes, ReadContext context) throws IOException {
        return find(sizeBytes, context).unit().open();
    }

    /**
     * A file of a file system that every executor has mounted at the same place.
     *
     * @param file the place of the file
     */
    record LocalFile(FileLocation file) implements UnitLocation {
        @Override
        public Sibling find(long sizeBytes, ReadContext context) {
            Unit unit = file.unit(sizeBytes, context.pageCache());
            return new Sibling(unit, context.files().siblings(unit));
        }
    }

    /**
     * A file of a Hadoop file system.
     *
     * @param uri with scheme and authority
     */
    record HadoopFile(String uri) implements UnitLocation {
        @Override
        public Sibling find(long sizeBytes, ReadContext context) {
            Unit unit = HadoopUnit.at(uri, sizeBytes, context.hadoop());
            return new Sibling(unit, context.hadoopFiles().siblings(unit));
        }
    }

    /**
     * A unit of a provider.
     *
     * @param place where the provider finds it
     */
    record Provided(UnitPlace place) implements UnitLocation {
        @Override
        public Sibling find(long sizeBytes, ReadContext context) throws IOException {
            return place.find();
        }
    }

    /**
     * A unit in a container.
     *
     * @param container the place of the container
     * @param containerBytes its size
     * @param view the name of what looks into it
     * @param part what is asked for behind a {@code #}; null for the usual
     * @param number of the unit among those of the container
     */
    record Inside(UnitLocation container, long containerBytes, String view, @Nullable String part, int number)
            implements UnitLocation {
        @Override
        public Sibling find(long sizeBytes, ReadContext context) throws IOException {
            return context.containers().find(this, context);
        }
    }

    /**
     * A container that the driver could not look into.
     *
     * @param reason why
     */
    record Unreadable(String reason) implements UnitLocation {
        @Override
        public Sibling find(long sizeBytes, ReadContext context) throws IOException {
            throw new IOException(reason);
        }
    }
}
