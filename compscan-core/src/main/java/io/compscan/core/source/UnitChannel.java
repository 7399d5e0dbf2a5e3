package io.compscan.core.source;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * An open unit. Several threads may read a unit of known size at once, at any position. One thread reads a unit of unknown size, each
 * time where the last read ended.
 */
public interface UnitChannel extends Closeable {

    /**
     * Reads up to {@code length} bytes at {@code position} into {@code data[offset..]}.
     *
     * @return how many bytes were read, at least one, or -1 at the end of the unit
     */
    int read(long position, byte[] data, int offset, int length) throws IOException;

    /**
     * Reads as {@link #read(long, byte[], int, int)} does, and leaves the same bytes in {@code mirror} from {@code offset} on.
     *
     * @param mirror memory outside the Java heap, as long as {@code data} or longer
     */
    default int read(long position, byte[] data, int offset, int length, ByteBuffer mirror) throws IOException {
        int got = read(position, data, offset, length);
        if (got > 0) {
            mirror.put(offset, data, offset, got);
        }
        return got;
    }

    /**
     * The first position at or after {@code position} that is not known to lie in a hole: {@code position} itself where nothing is
     * known of holes, the end of the unit as it is now if only a hole follows. Bytes of a hole read as zeros.
     */
    default long nextData(long position) throws IOException {
        return position;
    }

    /** Told before one thread reads a stripe, the bytes {@code [from, to)}, about in order; a chance to see what state they are in. */
    default void beforeStripe(long from, long to) {}

    /** Told when a stripe that {@link #beforeStripe} was told of has been read, or as much of it as will be. */
    default void afterStripe(long from, long to) {}
}
