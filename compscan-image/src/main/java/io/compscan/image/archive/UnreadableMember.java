package io.compscan.image.archive;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import java.io.IOException;

/**
 * A file in an archive that cannot be read.
 *
 * @param name its name, with that of the archive
 * @param extension its extension
 * @param sizeBytes its size, or {@link Unit#UNKNOWN_SIZE}; given as 0 it is unknown
 * @param reason why it cannot be read, in one line
 */
record UnreadableMember(String name, String extension, long sizeBytes, String reason) implements Unit {

    /** A scan does not open a unit of no bytes, so nobody would be told the reason. */
    UnreadableMember {
        sizeBytes = sizeBytes == 0 ? UNKNOWN_SIZE : sizeBytes;
    }

    @Override
    public UnitChannel open() throws IOException {
        throw new IOException(reason);
    }
}
