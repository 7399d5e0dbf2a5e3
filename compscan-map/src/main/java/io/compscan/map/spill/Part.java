package io.compscan.map.spill;

import io.compscan.map.EntryCursor;
import org.jspecify.annotations.Nullable;

/** Entries that were taken out of a shard and no longer change: in memory, on their way to disk, or in a run. */
interface Part {

    /** The number of entries. */
    long entryCount();

    /** The memory that belongs to this map alone. */
    long memoryBytes();

    /**
     * Looks up a key and merges its fields into those found so far.
     *
     * @param fields each becomes the larger of its value and the one found
     * @return the references found, or -1 if the key is absent
     */
    long find(byte[] keys, int keyAt, int[] fields);

    /** A filter over the keys, or null. */
    @Nullable KeyFilter filter();

    /** Whether {@link #find} costs no more than an access to memory. */
    boolean isInMemory();

    /** A walk over all entries in key order; the caller closes it. */
    EntryCursor cursor();

    /** Frees what the part owns. */
    void close();

    /** Raises each field to the value found, if that is larger. */
    static void raise(int[] fields, int[] found) {
        for (int f = 0; f < fields.length; f++) {
            fields[f] = Math.max(fields[f], found[f]);
        }
    }
}
