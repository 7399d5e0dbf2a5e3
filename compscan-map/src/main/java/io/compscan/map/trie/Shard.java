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
    private volatile @Nullable Trie trie;

    /** The trie, if there has ever been an entry. */
    @Nullable Trie trie() {
        return trie;
    }

    /** The trie, made now if need be, or null if there is no memory for it. */
    @Nullable Trie openTrie(TrieShape shape, PagePool pool, MemoryBudget budget) {
        Trie opened = trie;
        if (opened == null && budget.tryTake(HEAP_BYTES, false)) {
            opened = new Trie(shape, pool, budget);
            trie = opened;
        }
        return opened;
    }

    /** Hands the trie over, with the duty to clear it and to give {@link #HEAP_BYTES} back; null if there is none. */
    @Nullable Trie detach() {
        Trie detached = trie;
        trie = null;
        return detached;
    }

    /** Forgets all entries and gives all memory back. */
    void clear(MemoryBudget budget) {
        Trie cleared = detach();
        if (cleared != null) {
            cleared.clear();
            budget.giveBack(HEAP_BYTES);
        }
    }
}
