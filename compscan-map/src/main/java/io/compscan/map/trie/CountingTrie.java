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
                int i = plan.entry(place);
                int number = place - start;
                // A present key is added without a call, since C2 does not inline a method that it has compiled into
                // much code.
                boolean isAdded = (ahead.isPresent(number) && ahead.holds(table, number))
                        ? merge(batch, i, ahead, number)
                        : add(batch, i, plan.word(place), ahead, number);
                if (!isAdded) {
                    batch.markRejected(i);
                    rejected++;
                }
            }
        }
        mostlyNew = 2 * (trie.entryCount() - entriesBefore) > to - from;
        return rejected;
    }

    /** Adds one entry of a group whose key is absent, or whose leaf has changed; returns false if there is no memory for it. */
    private boolean add(EntryBatch batch, int i, long firstWord, Lookahead ahead, int number) {
        return (!ahead.isPresent(number) && ahead.holds(table, number) && trie.hasRoom(ahead, number))
                ? insert(batch, i, firstWord, ahead, number)
                : addSlowly(batch, i, firstWord, ahead, number);
    }

    /** Adds one entry whose leaf has changed since the group was looked up, or is full. */
    private boolean addSlowly(EntryBatch batch, int i, long firstWord, Lookahead ahead, int number) {
        byte[] keys = batch.keys();
        int keyAt = i * batch.keyBytes();
        ahead.lookUp(table, number, firstWord, keys, keyAt);
        if (ahead.isPresent(number)) {
            return merge(batch, i, ahead, number);
        }
        return trie.makeRoom(ahead, number, firstWord, keys, keyAt, false)
                && insert(batch, i, firstWord, ahead, number);
    }

    private boolean merge(EntryBatch batch, int i, Lookahead ahead, int number) {
        long record = trie.recordAt(ahead, number);
        if (records.merge(record, batch, i)) {
            batch.markPresent(i);
            return true;
        }
        return mergeLarge(record, batch, i);
    }

    private boolean insert(EntryBatch batch, int i, long firstWord, Lookahead ahead, int number) {
        byte[] keys = batch.keys();
        int keyAt = i * batch.keyBytes();
        boolean isLarge = batch.references(i) > RecordFormat.MAX_SMALL_COUNT;
        if (isLarge && !largeCounts.set(keys, keyAt, RecordFormat.high(batch.references(i)), false)) {
            return false;
        }
        long record = trie.insert(ahead, number, firstWord, keys, keyAt, false);
        if (record == 0) {
            return false;
        }
        largeEntries += isLarge ? 1 : 0;
        records.write(record, batch, i);
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
        batch.markPresent(i);
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
