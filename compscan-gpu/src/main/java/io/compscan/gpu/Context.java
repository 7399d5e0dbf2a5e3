package io.compscan.gpu;

import io.compscan.core.accelerator.AcceleratorException;

/** A device in use. Shared by threads, which open streams of their own; closed after all of those. */
public interface Context extends AutoCloseable {

    /** Opens a stream for one thread. */
    Stream openStream() throws AcceleratorException;

    /** Gives the device back. Ignores failures. */
    @Override
    void close();
}
