package io.compscan.map.spill;

import io.compscan.map.EntryCursor;
import org.jspecify.annotations.Nullable;

/** Some of the entries of a shard that nobody writes to any more: in memory, on their way to disk, or in a run. */
interface Part {

    /** How many entries. */
    long entryCount();

    /** Memory that belongs to this map alone. */
    long memoryBytes();

    /**
     * Adds what this part has of a key to what is known of it.
     *
     * @param fields become the larger of their values and those found
     * @return the references found, or -1 if the key is not here
     */
    long find(byte[] keys, int keyAt, int[] fields);

    /** A filter over the keys, or null if there is none. */
    @Nullable KeyFilter filter();

    /** Whether {@link #find} is as cheap as a look into memory. */
    boolean isInMemory();

    /** A walk over all entries, in order of their keys; to be closed if it can be. */
    EntryCursor cursor();

    /** Gives back what the part owns. */
    void close();
}
