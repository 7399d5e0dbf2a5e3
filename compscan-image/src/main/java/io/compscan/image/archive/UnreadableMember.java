package io.compscan.image.archive;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import java.io.IOException;

/**
 * A file in an archive that cannot be read.
 *
 * @param name its name, with that of the archive
 * @param extension its extension
 * @param sizeBytes its size, or {@link Unit#UNKNOWN_SIZE}
 * @param reason why it cannot be read, in one line
 */
record UnreadableMember(String name, String extension, long sizeBytes, String reason) implements Unit {

    @Override
    public UnitChannel open() throws IOException {
        throw new IOException(reason);
    }
}
