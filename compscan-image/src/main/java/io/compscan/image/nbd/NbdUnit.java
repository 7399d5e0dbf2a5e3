package io.compscan.image.nbd;

import io.compscan.core.source.PathName;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import java.io.IOException;

/**
 * A disk that a server exports.
 *
 * @param name as reports show it
 * @param address where it is
 * @param sizeBytes its size
 */
record NbdUnit(String name, NbdAddress address, long sizeBytes) implements Unit {

    @Override
    public String extension() {
        return PathName.extensionOf(name.substring(name.lastIndexOf('/') + 1));
    }

    @Override
    public UnitChannel open() throws IOException {
        NbdChannel channel = NbdChannel.open(address);
        if (channel.sizeBytes() != sizeBytes) {
            channel.close();
            throw new IOException("its size has changed since it was found");
        }
        return channel;
    }
}
