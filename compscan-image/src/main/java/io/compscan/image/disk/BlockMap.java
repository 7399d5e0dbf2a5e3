package io.compscan.image.disk;

import java.io.IOException;

/** Where the bytes of a disk lie, as a format's tables tell. Several threads may ask at once. */
public interface BlockMap {

    /** The run that begins at this position of the disk; it may reach beyond the disk's end. */
    Run at(long position) throws IOException;

    /**
     * The bytes of a compressed cluster.
     *
     * @param run a run of the kind {@link Run.Kind#PACKED}
     */
    default byte[] unpack(Run run) throws IOException {
        throw new IOException("a compressed cluster in a format that has none");
    }
}
