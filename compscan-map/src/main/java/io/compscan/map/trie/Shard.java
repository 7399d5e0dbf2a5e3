package io.compscan.map.trie;

import io.compscan.map.MemoryBudget;
import io.compscan.map.memory.PagePool;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** One independently locked part of a map; its trie exists from the first entry on. */
final class Shard extends CacheLinePadding {

    /** What a trie's objects take on the Java heap, about. */
    static final int HEAP_BYTES = 1024;

    final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable CountingTrie trie;

    /** The trie, if there has ever been an entry. */
    @Nullable CountingTrie trie() {
        return trie;
    }

    /** The trie, made now if need be, or null if there is no memory for it. */
    @Nullable CountingTrie openTrie(MapShape shape, PagePool pool, MemoryBudget budget) {
        CountingTrie opened = trie;
        if (opened == null && budget.tryTake(HEAP_BYTES, false)) {
            opened = new CountingTrie(shape, pool, budget);
            trie = opened;
        }
        return opened;
    }

    /** Hands the trie over, with the duty to clear it and to give {@link #HEAP_BYTES} back; null if there is none. */
    @Nullable CountingTrie detach() {
        CountingTrie detached = trie;
        trie = null;
        return detached;
    }

    /** Forgets all entries and gives all memory back. */
    void clear(MemoryBudget budget) {
        CountingTrie cleared = detach();
        if (cleared != null) {
            cleared.clear();
            budget.giveBack(HEAP_BYTES);
        }
    }
}
