package io.compscan.map;

import io.compscan.map.trie.TrieMap;

/**
 * A map from fixed-length, uniformly distributed keys to a reference count and a few small fields, held off the Java heap.
 *
 * <p>Any number of threads may call {@link #addAll}, {@link #get} and {@link #stats} at the same time. A {@link #cursor} and
 * {@link #verify} want the map to themselves: no thread may write while they walk. Entries merge by addition (references) and
 * maximum (fields), both commutative, so what a map holds in the end never depends on the order of the calls.
 *
 * <p>Memory: the map never holds more than its budget. What does not fit is rejected entry by entry, an event for the caller to
 * act on; it is never an {@link OutOfMemoryError}. A map of a {@link io.compscan.map.spill.SpillStore} moves shards to disk first, and rejects only when
 * that cannot be done either. Of a key that lies on disk it may say that it is new although it is not, and its count of entries is at
 * most too high.
 */
public interface FingerprintMap extends AutoCloseable {

    /** An empty map; its owner closes it. */
    static FingerprintMap open(MapOptions options) {
        return new TrieMap(options, new MemoryBudget(options.memoryBudgetBytes()));
    }

    /** An empty map that takes its memory from a budget shared with others, up to its own; its owner closes it. */
    static FingerprintMap open(MapOptions options, MemoryBudget shared) {
        return new TrieMap(options, shared.part(options.memoryBudgetBytes()));
    }

    /** What this map was opened with. */
    MapOptions options();

    /**
     * Merges every entry of the batch into the map: its references are added, each field becomes the larger of the two values,
     * and the batch learns for each entry whether its key was new, present or rejected.
     *
     * <p>A rejected entry has left no trace; all others have been taken whole. An entry whose key is present needs memory only
     * where its reference count outgrows a byte: eight bytes more, for which a sixteenth of the budget is kept back. Only when
     * that is used up too can such an entry be rejected.
     *
     * @return how many entries were rejected because the memory budget is used up; 0 in the normal case
     * @throws IllegalArgumentException if the batch was made for another key length or number of fields
     * @throws ArithmeticException if a reference count would exceed {@code 2^63 - 1}; that entry keeps its count, and which
     *     others of the batch have been taken is not said
     */
    int addAll(EntryBatch batch);

    /**
     * Whether every key so far was called new once only. A map that holds some of its entries elsewhere than in memory may call a key new
     * again, where that is cheaper than to look; asked after a batch, the answer holds for that batch.
     */
    default boolean callsKeysNewOnce() {
        return true;
    }

    /**
     * Looks one key up.
     *
     * @param key holds the key from {@code offset}
     * @param fields receives the fields if the key is present; at least as long as the layout has fields
     * @return the reference count, or -1 if the key is absent (an entry made of fields alone has 0 references)
     */
    long get(byte[] key, int offset, int[] fields);

    /** A walk over all entries in ascending order of their keys. */
    EntryCursor cursor();

    /**
     * A walk over the entries of one shard. Those of shard number {@code s} come before all of shard {@code s + 1}, and each shard may be
     * walked by another thread.
     *
     * @param shard from 0 to less than {@link MapOptions#shardCount}
     */
    EntryCursor cursor(int shard);

    /** Counts and memory, consistent within each shard. */
    MapStats stats();

    /**
     * Walks every invariant of the structure: order, counts, accounting.
     *
     * @throws IllegalStateException naming the first one that does not hold
     */
    void verify();

    /** Gives all memory back; further calls, other than this one again, throw {@link IllegalStateException}. */
    @Override
    void close();
}
