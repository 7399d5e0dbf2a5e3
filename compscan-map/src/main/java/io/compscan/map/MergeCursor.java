package io.compscan.map;

import java.util.List;

/**
 * A walk over many sorted inputs as if they were one: each key once, its references added, each field the maximum.
 *
 * <p>For the current key it also tells which inputs hold it. An input whose keys do not ascend causes an {@link
 * IllegalStateException}. A sum of references above {@code 2^63 - 1} causes an {@link ArithmeticException}. After any exception the
 * cursor is unusable. The cursor owns its inputs and closes them. One thread at a time may use it.
 */
public interface MergeCursor extends EntryCursor {

    /** Merges inputs that have the same layout and key length. */
    static MergeCursor of(List<? extends EntryCursor> inputs, RecordLayout layout) {
        return Implementations.merge(inputs, layout);
    }

    /** How many inputs hold the current key. */
    int sourceCount();

    /** The number of the {@code i}-th input that holds it, in ascending order. */
    int source(int i);

    /** The reference count in the {@code i}-th of them. */
    long sourceReferences(int i);
}
