package io.compscan.spark;

import io.compscan.core.source.PathName;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/**
 * A file of a Hadoop file system.
 *
 * @param uri with scheme and authority
 * @param lastName its name in its directory
 * @param sizeBytes its size when it was found
 * @param hadoop how to reach it
 */
record HadoopUnit(String uri, String lastName, long sizeBytes, Configuration hadoop) implements Unit {

    @Override
    public String name() {
        return PathName.of(uri);
    }

    @Override
    public String extension() {
        return PathName.extensionOf(Path.of(lastName));
    }

    @Override
    public UnitChannel open() throws IOException {
        return HadoopChannel.open(uri, sizeBytes, hadoop);
    }
}
