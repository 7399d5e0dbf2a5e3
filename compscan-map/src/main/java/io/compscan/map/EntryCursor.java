package io.compscan.map;

/**
 * A walk over entries in ascending order of their keys, compared as unsigned big-endian numbers.
 *
 * <p>A new cursor stands before its first entry. The accessors are valid after a {@link #next} that returned true.
 */
public interface EntryCursor extends AutoCloseable {

    /** Moves to the next entry; returns false at the end. */
    boolean next();

    /** The key, in a buffer that the next call of {@link #next} overwrites. */
    byte[] key();

    /** The reference count. */
    long references();

    /** The value of a field of the {@link RecordLayout}. */
    int field(int field);

    /** Ends the walk and releases what it holds; a cursor over memory alone holds nothing. */
    @Override
    default void close() {}
}
