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
    private @Nullable Trie trie;

    /** The trie, if there has ever been an entry. */
    @Nullable Trie trie() {
        return trie;
    }

    /** The trie, made now if need be, or null if there is no memory for it. */
    @Nullable Trie openTrie(TrieShape shape, PagePool pool, MemoryBudget budget) {
        if (trie == null && budget.tryTake(HEAP_BYTES, false)) {
            trie = new Trie(shape, pool, budget);
        }
        return trie;
    }

    /** Forgets all entries and gives all memory back. */
    void clear(MemoryBudget budget) {
        if (trie != null) {
            trie.clear();
            trie = null;
            budget.giveBack(HEAP_BYTES);
        }
    }
}
