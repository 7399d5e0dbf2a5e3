package io.compscan.image.disk;

import io.compscan.core.source.UnitChannel;

/** A disk as its guest sees it. Several threads may read it at once. To close it is left to the {@link ImageChain} that opened it. */
public interface Disk extends UnitChannel {

    /** Its size in bytes. */
    long sizeBytes();

    @Override
    default void close() {}
}
