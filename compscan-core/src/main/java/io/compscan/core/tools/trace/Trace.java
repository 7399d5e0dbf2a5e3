package io.compscan.core.tools.trace;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

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

    /** The scheme of the metadata that it lists beside the chunks; null if it lists none. */
    @Nullable TraceScheme metadata() {
        return null;
    }

    /** Shows all that was recorded. */
    abstract void read(TraceVisitor visitor) throws IOException;

    @Override
    public final void close() throws IOException {
        input.close();
    }
}
