package io.compscan.map.trie;

import io.compscan.map.EntryCursor;
import io.compscan.map.MemoryBudget;
import java.util.List;
import java.util.function.Consumer;

/**
 * The entries of a shard that was detached from its {@link TrieMap}; they no longer change.
 *
 * <p>One thread at a time may read it. Its memory belongs to the map until {@link #close}.
 */
public final class DetachedShard implements AutoCloseable {

    private final CountingTrie trie;
    private final MapShape shape;
    private final int shard;
    private final MemoryBudget budget;
    private final Consumer<DetachedShard> whenClosed;
    private boolean closed;

    DetachedShard(
            CountingTrie trie, MapShape shape, int shard, MemoryBudget budget, Consumer<DetachedShard> whenClosed) {
        this.trie = trie;
        this.shape = shape;
        this.shard = shard;
        this.budget = budget;
        this.whenClosed = whenClosed;
    }

    /** The number of the shard. */
    public int shard() {
        return shard;
    }

    /** Distinct keys. */
    public long entryCount() {
        return trie.entryCount();
    }

    /** The bytes of pages that {@link #close} returns. */
    public long pageBytes() {
        return trie.pageCount() * shape.pageBytes();
    }

    /** A walk over all entries in ascending order of their keys. */
    public EntryCursor cursor() {
        return new MapCursor(List.of(trie).iterator(), shape, () -> closed);
    }

    /** See {@link io.compscan.map.FingerprintMap#get}. */
    public long get(byte[] key, int offset, int[] fields) {
        if (closed) {
            throw new IllegalStateException("the shard's memory has been given back");
        }
        return trie.get(key, offset, fields);
    }

    /** Frees all memory. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            trie.clear();
            budget.giveBack(Shard.HEAP_BYTES);
            whenClosed.accept(this);
        }
    }

    CountingTrie trie() {
        return trie;
    }
}
