package io.compscan.spark;

import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.file.FileLocation;
import io.compscan.hadoop.HadoopUnit;
import java.io.IOException;
import java.io.Serializable;

/** The place of the bytes of a unit, from which an executor reads them. */
sealed interface UnitLocation extends Serializable {

    /** Opens the unit, which had {@code sizeBytes} when it was found. */
    UnitChannel open(long sizeBytes, ReadContext context) throws IOException;

    /**
     * A file of a file system that every executor has mounted at the same place.
     *
     * @param file the place of the file
     */
    record LocalFile(FileLocation file) implements UnitLocation {
        @Override
        public UnitChannel open(long sizeBytes, ReadContext context) throws IOException {
            return file.open(sizeBytes, context.pageCache());
        }
    }

    /**
     * A file of a Hadoop file system.
     *
     * @param uri with scheme and authority
     */
    record HadoopFile(String uri) implements UnitLocation {
        @Override
        public UnitChannel open(long sizeBytes, ReadContext context) throws IOException {
            return HadoopUnit.at(uri, sizeBytes, context.hadoop()).open();
        }
    }
}
