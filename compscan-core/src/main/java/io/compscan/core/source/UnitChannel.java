package io.compscan.core.source;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An open unit. Several threads may read a unit of known size at once, at any position. One thread reads a unit of unknown size; each read
 * begins where the last one ended.
 */
public interface UnitChannel extends Closeable {

    /**
     * Reads up to {@code length} bytes at {@code position} into {@code data[offset..]}.
     *
     * @return the number of bytes read, at least one, or -1 at the end of the unit
     */
    int read(long position, byte[] data, int offset, int length) throws IOException;

    /**
     * Reads like {@link #read(long, byte[], int, int)}, and leaves the same bytes in {@code mirror} from {@code offset} on.
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
     * The first position at or after {@code position} that is not known to lie in a hole. It is {@code position} itself if nothing is known
     * of holes, and the present end of the unit if only a hole follows. Bytes of a hole read as zeros.
     */
    default long nextData(long position) throws IOException {
        return position;
    }

    /**
     * Whether it has changed since it was opened, as far as that is known without reading: its size, a time of change. What was read then may
     * be of different times. Asked once, when all has been read.
     */
    default boolean hasChanged() {
        return false;
    }

    /** Called before one thread reads a stripe, the bytes {@code [from, to)}, about in order. The channel can then look at their state. */
    default void beforeStripe(long from, long to) {}

    /** Called after {@link #beforeStripe}, when the stripe has been read, or as much of it as will be. */
    default void afterStripe(long from, long to) {}

    /**
     * After a failed read of a stream of unknown size: how many bytes the failure has cost, as far as that is known, such as the packed bytes
     * behind it. They count as unread bytes of the unit.
     */
    default long leftBytes() {
        return 0;
    }

    /** After the end of a stream: what is left out behind it, in one line; null if nothing is. */
    default @Nullable String remark() {
        return null;
    }
}
