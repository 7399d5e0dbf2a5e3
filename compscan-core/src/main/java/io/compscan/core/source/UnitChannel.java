package io.compscan.core.source;

import java.io.Closeable;
import java.io.IOException;

/**
 * An open unit. A channel of a unit of known size may be read by several threads at once, at any position; one of unknown size is
 * read by one thread, each read at the position where the last one ended.
 */
public interface UnitChannel extends Closeable {

    /**
     * Reads up to {@code length} bytes at {@code position} into {@code data[offset..]}.
     *
     * @return how many bytes were read, at least one, or -1 at the end of the unit
     */
    int read(long position, byte[] data, int offset, int length) throws IOException;

    /**
     * The first position at or after {@code position} that is not known to lie in a hole: {@code position} itself where nothing is
     * known of holes, the end of the unit as it is now if only a hole follows. Bytes of a hole read as zeros.
     */
    default long nextData(long position) throws IOException {
        return position;
    }
}
