package io.compscan.map;

/**
 * A map from fixed-length, uniformly distributed keys to a reference count and a few small fields, off the Java heap.
 *
 * <p>Any number of threads may call {@link #addAll}, {@link #get} and {@link #stats} at the same time. No thread may write while a
 * {@link #cursor} or {@link #verify} walks. Entries merge by addition (references) and maximum (fields). Both operations commute, so the
 * content does not depend on the order of the calls.
 *
 * <p>Memory: the map never holds more than its budget. It rejects single entries that do not fit and lets the caller react; it never
 * throws an {@link OutOfMemoryError}. A {@link SpillingMap} first moves shards to disk and rejects only if that fails. It may call a key
 * new although the key is on disk, and its entry count is an upper bound.
 */
public interface FingerprintMap extends AutoCloseable {

    /** An empty map; its owner closes it. */
    static FingerprintMap open(MapOptions options) {
        return Implementations.openMap(options, new MemoryBudget(options.memoryBudgetBytes()));
    }

    /** An empty map that takes memory from a shared budget, up to its own limit; its owner closes it. */
    static FingerprintMap open(MapOptions options, MemoryBudget shared) {
        return Implementations.openMap(options, shared.part(options.memoryBudgetBytes()));
    }

    /** The options that opened this map. */
    MapOptions options();

    /**
     * Merges every entry of the batch into the map: adds its references and raises each field to the larger of the two values. The batch
     * then tells for each entry whether its key was new, present or rejected.
     *
     * <p>A rejected entry leaves no trace; every other entry is taken as a whole. A present key needs memory only when its count outgrows
     * a byte: eight bytes more. A sixteenth of the budget is reserved for that; only when the reserve is used up can a present key be
     * rejected.
     *
     * @return how many entries were rejected because the memory budget is used up; normally 0
     * @throws IllegalArgumentException if the batch has another key length or number of fields
     * @throws ArithmeticException if a reference count would exceed {@code 2^63 - 1}; that entry keeps its count, and any of the other
     *     entries may have been taken
     */
    int addAll(EntryBatch batch);

    /**
     * Whether every key so far was called new only once. A map with entries on disk may call a key new again, where a lookup would cost
     * more. The answer holds for the batches added before this call.
     */
    default boolean callsKeysNewOnce() {
        return true;
    }

    /**
     * Looks up one key.
     *
     * @param key holds the key from {@code offset}
     * @param fields receives the fields if the key is present; at least as long as the layout has fields
     * @return the reference count, or -1 if the key is absent (an entry that has only fields has 0 references)
     */
    long get(byte[] key, int offset, int[] fields);

    /** A walk over all entries in ascending order of their keys. */
    EntryCursor cursor();

    /**
     * A walk over the entries of one shard. All keys of shard {@code s} are below those of shard {@code s + 1}. Different threads may
     * walk different shards.
     *
     * @param shard from 0 to less than {@link MapOptions#shardCount}
     */
    EntryCursor cursor(int shard);

    /** Counts and memory, consistent within each shard. */
    MapStats stats();

    /**
     * Checks every invariant of the structure: order, counts, accounting.
     *
     * @throws IllegalStateException naming the first violated invariant
     */
    void verify();

    /** Frees all memory; every later call except this one throws {@link IllegalStateException}. */
    @Override
    void close();
}
