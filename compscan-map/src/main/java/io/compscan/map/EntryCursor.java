package io.compscan.map;

/**
 * Walks entries in ascending order of their keys, taken as unsigned big-endian numbers.
 *
 * <p>Before the first {@link #next} it stands on nothing. The accessors are valid after a {@code next} that returned true.
 */
public interface EntryCursor {

    /** Moves to the next entry; false when there is none. */
    boolean next();

    /** The key, in a buffer that the next call of {@link #next} overwrites. */
    byte[] key();

    /** The reference count. */
    long references();

    /** The value of a field of the {@link RecordLayout}. */
    int field(int field);
}
