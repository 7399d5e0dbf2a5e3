package io.compscan.map.spill;

import io.compscan.map.SpillException;
import org.jspecify.annotations.Nullable;

/** A map as its {@link Freezer} sees it: shards that can be taken out of memory one at a time. */
interface FreezableMap extends AutoCloseable {

    int shardCount();

    /** About how much memory a shard would free: at least 1 if it has a trie, 0 if it has none. */
    long freezableBytes(int shard);

    /** Takes the entries of a shard out of its trie; returns null if there is no trie. */
    @Nullable TriePart detach(int shard);

    /** Frees a detached part that has no entries. */
    void drop(int shard, TriePart part);

    /**
     * Writes a detached part to a run that replaces it, and compacts the shard's runs if there are too many.
     *
     * @throws SpillException if no run could be written; the part then stays in memory
     */
    void freeze(int shard, TriePart part) throws SpillException;

    /** Checks the structure in memory and returns its number of pages. */
    long verifyPages();

    @Override
    void close();
}
