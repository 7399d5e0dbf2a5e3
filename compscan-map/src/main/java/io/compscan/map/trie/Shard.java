package io.compscan.map.trie;

import io.compscan.map.MemoryBudget;
import io.compscan.map.memory.PagePool;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** One independently locked part of a map; its first entry creates its trie. */
final class Shard extends CacheLinePadding {

    /** About the memory of a trie's objects on the Java heap. */
    static final int HEAP_BYTES = 1024;

    final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable CountingTrie trie;

    /** The trie; null before the first entry. */
    @Nullable CountingTrie trie() {
        return trie;
    }

    /** The trie, created if absent; null if there is no memory for it. */
    @Nullable CountingTrie openTrie(MapShape shape, PagePool pool, MemoryBudget budget) {
        CountingTrie opened = trie;
        if (opened == null && budget.tryTake(HEAP_BYTES, false)) {
            opened = new CountingTrie(shape, pool, budget);
            trie = opened;
        }
        return opened;
    }

    /** Hands the trie to the caller, who clears it and gives {@link #HEAP_BYTES} back; null if there is none. */
    @Nullable CountingTrie detach() {
        CountingTrie detached = trie;
        trie = null;
        return detached;
    }

    /** Removes all entries and frees all memory. */
    void clear(MemoryBudget budget) {
        CountingTrie cleared = detach();
        if (cleared != null) {
            cleared.clear();
            budget.giveBack(HEAP_BYTES);
        }
    }
}
