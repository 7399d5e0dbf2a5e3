package io.compscan.core.read.task;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The channel that all readers of a unit share. The first reader opens it; if that fails, it fails for all. */
final class SharedChannel {

    private final Unit unit;
    private @Nullable UnitChannel channel;
    private @Nullable IOException failure;

    SharedChannel(Unit unit) {
        this.unit = unit;
    }

    synchronized UnitChannel open() throws IOException {
        if (failure != null) {
            throw failure;
        }
        if (channel == null) {
            try {
                channel = unit.open();
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }
        return channel;
    }

    synchronized void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
    }
}
