package io.compscan.core.scan.read.task;

import io.compscan.core.source.FileSample;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The channel that all readers of a unit share. The first reader opens it; if that fails, it fails for all. */
final class SharedChannel {

    private final Unit unit;
    private final boolean isForParts;
    private @Nullable UnitChannel channel;
    private @Nullable IOException failure;
    /** Written by the reader that asks, and read without a lock, for a thread that waits for a lock may wait for a device. */
    private volatile @Nullable FileSample sample;

    private volatile @Nullable Boolean isSparse;

    /** @param isForParts whether parts that lie far apart are read, and not all of the unit */
    SharedChannel(Unit unit, boolean isForParts) {
        this.unit = unit;
        this.isForParts = isForParts;
    }

    synchronized UnitChannel open() throws IOException {
        if (failure != null) {
            throw failure;
        }
        if (channel == null) {
            try {
                channel = isForParts ? unit.openForParts() : unit.open();
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }
        return channel;
    }

    /** Takes the {@linkplain FileSample sample} of the unit's file, unless another reader has. The kernel is to read nothing ahead for it. */
    synchronized void sampleFile() throws IOException {
        if (sample == null) {
            try (UnitChannel parts = unit.openFileForParts()) {
                sample = FileSample.of(parts, unit.fileBytes());
            }
        }
    }

    boolean hasSample() {
        return sample != null;
    }

    /** The sample of the unit's file; a sample of its size alone if no reader has sampled it. */
    FileSample sample() {
        FileSample taken = sample;
        return taken == null ? FileSample.ofSize(unit.fileBytes()) : taken;
    }

    /** Asks whether the unit has holes, unless another reader has. */
    synchronized void askForHoles() throws IOException {
        if (isSparse == null) {
            isSparse = unit.isSparse();
        }
    }

    /** Whether the unit is known to have holes; false where no reader has asked. */
    boolean isSparse() {
        return Boolean.TRUE.equals(isSparse);
    }

    /**
     * Closes the channel; returns whether what it reads has changed since it was opened. Nobody asks this where parts are read, since the unit is
     * opened for each few of them.
     */
    synchronized boolean close() throws IOException {
        UnitChannel open = channel;
        channel = null;
        if (open == null) {
            return false;
        }
        try (open) {
            return !isForParts && open.hasChanged();
        }
    }
}
