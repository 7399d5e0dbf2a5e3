package io.compscan.map.trie;

import io.compscan.map.EntryBatch;
import io.compscan.map.MemoryBudget;
import io.compscan.map.memory.PagePool;

/**
 * The entries of one shard: a trie of records, and beside it the counts that outgrew their byte; guarded by the shard's lock.
 *
 * <p>An entry that lacks memory is rejected before anything has changed.
 */
final class CountingTrie extends CacheLinePadding {

    private final RecordFormat records;
    private final TrieShape shape;
    private final Trie trie;
    private final SlotTable table;
    private final LargeCounts largeCounts;
    private long largeEntries;
    private boolean mostlyNew = true;

    CountingTrie(MapShape shape, PagePool pool, MemoryBudget budget) {
        records = shape.records();
        this.shape = shape.entries();
        trie = new Trie(shape.entries(), pool, budget);
        table = trie.table();
        largeCounts = new LargeCounts(shape.largeCounts(), pool, budget);
    }

    /**
     * Adds the entries of a run, a group at a time: looks the group up, see {@link Lookahead}, then adds it.
     *
     * @return how many were rejected
     */
    int addRun(EntryBatch batch, BatchPlan plan, Lookahead ahead, int from, int to) {
        int rejected = 0;
        if (!trie.open(false)) {
            for (int place = from; place < to; place++) {
                batch.markRejected(plan.entry(place));
            }
            return to - from;
        }
        long entriesBefore = trie.entryCount();
        for (int start = from; start < to; start += Lookahead.GROUP) {
            int end = Math.min(to, start + Lookahead.GROUP);
            ahead.read(table, plan, batch.keys(), start, end, mostlyNew);
            for (int place = start; place < end; place++) {
                if (!add(batch, plan.entry(place), plan.word(place), ahead, place - start)) {
                    batch.markRejected(plan.entry(place));
                    rejected++;
                }
            }
        }
        mostlyNew = 2 * (trie.entryCount() - entriesBefore) > to - from;
        return rejected;
    }

    /** Adds one entry of a group; returns false if there is no memory for it. */
    private boolean add(EntryBatch batch, int i, long firstWord, Lookahead ahead, int number) {
        boolean holds = ahead.holds(table, number);
        // Most hits end here; the rest is a method of its own, so that this one can be inlined.
        if (holds && ahead.isPresent(number) && records.merge(trie.recordAt(ahead, number), batch, i)) {
            batch.markPresent(i);
            return true;
        }
        if (!holds) {
            ahead.lookUp(table, number, firstWord, batch.keys(), i * batch.keyBytes());
        }
        return addLookedUp(batch, i, firstWord, ahead, number);
    }

    private boolean addLookedUp(EntryBatch batch, int i, long firstWord, Lookahead ahead, int number) {
        byte[] keys = batch.keys();
        int keyAt = i * batch.keyBytes();
        long references = batch.references(i);
        boolean large = references > RecordFormat.MAX_SMALL_COUNT;
        if (large && !largeCounts.prepare(keys, keyAt, ahead.isPresent(number))) {
            return false;
        }
        long record = trie.recordFor(ahead, number, firstWord, keys, keyAt, false);
        if (record > 0) {
            if (!records.merge(record, batch, i) && !mergeLarge(record, batch, i)) {
                return false;
            }
            batch.markPresent(i);
            return true;
        }
        if (record == 0) {
            return false;
        }
        records.write(~record, batch, i);
        if (large) {
            largeCounts.set(keys, keyAt, RecordFormat.high(references), false);
            largeEntries++;
        }
        batch.markNew(i);
        return true;
    }

    /** Adds to a record whose high part changes or comes about; returns false if there is no memory for that. */
    private boolean mergeLarge(long record, EntryBatch batch, int i) {
        byte[] keys = batch.keys();
        int keyAt = i * batch.keyBytes();
        long total = references(record, keys, keyAt) + batch.references(i);
        if (total < 0) {
            throw new ArithmeticException("a reference count exceeds 2^63 - 1");
        }
        if (!largeCounts.set(keys, keyAt, RecordFormat.high(total), true)) {
            return false;
        }
        largeEntries += RecordFormat.isLarge(record) ? 0 : 1;
        RecordFormat.setCount(record, total);
        records.mergeFields(record, batch, i);
        return true;
    }

    /** The reference count of a record and its key. */
    long references(long record, byte[] keys, int keyAt) {
        long high = RecordFormat.isLarge(record) ? largeCounts.get(keys, keyAt) : 0;
        return RecordFormat.count(high, RecordFormat.low(record));
    }

    /** See {@link io.compscan.map.FingerprintMap#get}. */
    long get(byte[] key, int keyAt, int[] fields) {
        long record = trie.find(key, keyAt);
        if (record == 0) {
            return -1;
        }
        for (int f = 0; f < records.fieldCount(); f++) {
            fields[f] = records.field(record, f);
        }
        return references(record, key, keyAt);
    }

    /** Takes all references from all entries; keys and fields stay. */
    void clearReferences() {
        LeafLayout layout = shape.layout();
        LeafWalk walk = new LeafWalk(trie.table());
        while (walk.next()) {
            int implied = layout.impliedBytes(walk.depth());
            for (int p = 0; p < Slot.entries(walk.slot()); p++) {
                RecordFormat.setCount(layout.record(layout.entry(Slot.address(walk.slot()), p, implied), implied), 0);
            }
        }
        largeCounts.clear();
        largeEntries = 0;
    }

    Trie trie() {
        return trie;
    }

    LargeCounts largeCounts() {
        return largeCounts;
    }

    long entryCount() {
        return trie.entryCount();
    }

    long largeEntries() {
        return largeEntries;
    }

    long pageCount() {
        return trie.pageCount() + largeCounts.pageCount();
    }

    /** The memory that is not in pages. */
    long tableBytes() {
        return trie.tableBytes() + largeCounts.tableBytes();
    }

    /** Forgets all entries and frees all memory. */
    void clear() {
        trie.clear();
        largeCounts.clear();
        largeEntries = 0;
    }
}
