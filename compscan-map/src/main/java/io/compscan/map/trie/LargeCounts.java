package io.compscan.map.trie;

import io.compscan.map.MemoryBudget;
import io.compscan.map.memory.PagePool;
import io.compscan.map.memory.RawMemory;
import org.jspecify.annotations.Nullable;

/**
 * The high parts of a shard's counts that outgrew their byte: a second trie with the same keys; guarded by the shard's lock.
 *
 * <pre>
 *   record | high part, 8 bytes |
 * </pre>
 *
 * <p>It may also hold a key whose entry was rejected afterwards; that does no harm, because a new large count overwrites the high part.
 */
final class LargeCounts {

    static final int RECORD_BYTES = Long.BYTES;

    private final TrieShape shape;
    private final PagePool pool;
    private final MemoryBudget budget;
    private @Nullable Trie trie;
    private @Nullable Lookahead ahead;

    LargeCounts(TrieShape shape, PagePool pool, MemoryBudget budget) {
        this.shape = shape;
        this.pool = pool;
        this.budget = budget;
    }

    /** The high part of a key's count; 0 if it has none. */
    long get(byte[] keys, int keyAt) {
        long record = trie == null ? 0 : trie.find(keys, keyAt);
        return record == 0 ? 0 : RawMemory.getLong(record);
    }

    /** Sets the high part of a key's count; returns false if there is no memory. */
    boolean set(byte[] keys, int keyAt, long high, boolean fromReserve) {
        long record = recordFor(keys, keyAt, fromReserve);
        if (record == 0) {
            return false;
        }
        RawMemory.putLong(record, high);
        return true;
    }

    private long recordFor(byte[] keys, int keyAt, boolean fromReserve) {
        Trie into = open(fromReserve);
        Lookahead one = ahead;
        if (into == null || one == null) {
            return 0;
        }
        long firstWord = LeafLayout.word(keys, keyAt);
        one.lookUp(into.table(), 0, firstWord, keys, keyAt);
        if (one.isPresent(0)) {
            return into.recordAt(one, 0);
        }
        return into.makeRoom(one, 0, firstWord, keys, keyAt, fromReserve)
                ? into.insert(one, 0, firstWord, keys, keyAt, fromReserve)
                : 0;
    }

    private @Nullable Trie open(boolean fromReserve) {
        Trie opened = trie;
        if (opened == null) {
            if (!budget.tryTake(Shard.HEAP_BYTES, fromReserve)) {
                return null;
            }
            opened = new Trie(shape, pool, budget);
            trie = opened;
            ahead = new Lookahead(shape, 1);
        }
        return opened.open(fromReserve) ? opened : null;
    }

    @Nullable Trie trie() {
        return trie;
    }

    long pageCount() {
        return trie == null ? 0 : trie.pageCount();
    }

    /** The memory that is not in pages. */
    long tableBytes() {
        return trie == null ? 0 : Shard.HEAP_BYTES + trie.tableBytes();
    }

    /** Forgets all counts and frees all memory. */
    void clear() {
        Trie cleared = trie;
        if (cleared != null) {
            cleared.clear();
            budget.giveBack(Shard.HEAP_BYTES);
            trie = null;
            ahead = null;
        }
    }
}
