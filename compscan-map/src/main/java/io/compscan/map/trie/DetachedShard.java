package io.compscan.map.trie;

import io.compscan.map.EntryCursor;
import io.compscan.map.MemoryBudget;
import java.util.List;
import java.util.function.Consumer;

/**
 * What a shard held when it was taken out of its {@link TrieMap}, which has begun anew there: entries that nobody changes any more.
 *
 * <p>Reading it is for one thread at a time. Its memory is still the map's until it is closed.
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

    /** Which shard it was. */
    public int shard() {
        return shard;
    }

    /** Distinct keys. */
    public long entryCount() {
        return trie.entryCount();
    }

    /** The pages that {@link #close} gives back, in bytes. */
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

    /** Gives all memory back. */
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
