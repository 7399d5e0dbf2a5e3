package io.compscan.core.tools.trace;

import java.io.IOException;

/** An open trace, whose header has been read. One thread, once. */
abstract class Trace implements AutoCloseable {

    private final TraceInput input;
    private final TraceScheme scheme;

    Trace(TraceInput input, TraceScheme scheme) {
        this.input = input;
        this.scheme = scheme;
    }

    /** Its chunking and fingerprints. */
    final TraceScheme scheme() {
        return scheme;
    }

    /** Shows all that was recorded. */
    abstract void read(TraceVisitor visitor) throws IOException;

    @Override
    public final void close() throws IOException {
        input.close();
    }
}
