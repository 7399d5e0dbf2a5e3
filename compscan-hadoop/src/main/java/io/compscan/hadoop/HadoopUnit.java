package io.compscan.hadoop;

import io.compscan.core.source.PathName;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitVersion;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;

/**
 * A file of a Hadoop file system.
 *
 * @param uri the place, with scheme and authority
 * @param lastName its name in its directory
 * @param sizeBytes its size when it was found
 * @param modifiedMillis when it was written last, since 1970; 0 if that is not known
 * @param hadoop how to reach it
 */
public record HadoopUnit(String uri, String lastName, long sizeBytes, long modifiedMillis, Configuration hadoop)
        implements Unit {

    /** A file by its place and size alone, as another machine opens it. */
    public static HadoopUnit at(String uri, long sizeBytes, Configuration hadoop) {
        return new HadoopUnit(uri, uri.substring(uri.lastIndexOf('/') + 1), sizeBytes, 0, hadoop);
    }

    @Override
    public String name() {
        return PathName.of(uri);
    }

    @Override
    public String extension() {
        return PathName.extensionOf(lastName);
    }

    @Override
    public UnitVersion version() {
        return new UnitVersion(sizeBytes, TimeUnit.MILLISECONDS.toNanos(modifiedMillis), 0, 0);
    }

    @Override
    public UnitChannel open() throws IOException {
        return HadoopChannel.open(uri, sizeBytes, hadoop);
    }
}
