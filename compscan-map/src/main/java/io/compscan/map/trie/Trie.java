package io.compscan.map.trie;

import io.compscan.map.EntryBatch;
import io.compscan.map.MemoryBudget;
import io.compscan.map.memory.Bytes;
import io.compscan.map.memory.PagePool;
import io.compscan.map.memory.RawMemory;

/**
 * The structure of one shard: a directory over leaves; guarded by the shard's lock.
 *
 * <p>Whatever fails for lack of memory fails before anything has changed. A method that gets a leaf's slot, address and depth
 * may leave them stale: look them up again.
 */
final class Trie extends CacheLinePadding implements BlockSpace.Mover {

    private final LeafLayout layout;
    private final SizeClasses classes;
    private final int listSize;
    private final Directory directory;
    private final BlockSpace blocks;
    private final NodeSpace nodes;
    private final LeafSplit leafSplit;
    private final LargeCounts largeCounts;
    private long entryCount;
    private long leafCount;
    private boolean mostlyNew = true;

    Trie(TrieShape shape, PagePool pool, MemoryBudget budget) {
        layout = shape.layout();
        classes = shape.classes();
        listSize = shape.listSize();
        directory = new Directory(shape.shardBits(), budget);
        blocks = new BlockSpace(classes, pool, budget, this);
        nodes = new NodeSpace(pool);
        leafSplit = new LeafSplit(shape, directory, blocks, nodes);
        largeCounts = new LargeCounts(shape, directory, blocks);
    }

    /**
     * Adds the entries of a run, a group at a time: first they are looked up, see {@link Lookahead}, then they are added.
     *
     * @return how many were rejected
     */
    int addRun(EntryBatch batch, BatchPlan plan, int from, int to) {
        int rejected = 0;
        if (!directory.isOpen() && !directory.open()) {
            for (int place = from; place < to; place++) {
                batch.markRejected(plan.entry(place));
            }
            return to - from;
        }
        long entriesBefore = entryCount;
        Lookahead ahead = plan.ahead;
        for (int start = from; start < to; start += Lookahead.GROUP) {
            int end = Math.min(to, start + Lookahead.GROUP);
            ahead.read(this, plan, batch.keys(), start, end, mostlyNew);
            for (int place = start; place < end; place++) {
                if (!add(batch, plan.entry(place), plan.word(place), ahead, place - start)) {
                    batch.markRejected(plan.entry(place));
                    rejected++;
                }
            }
        }
        mostlyNew = 2 * (entryCount - entriesBefore) > to - from;
        return rejected;
    }

    /** Adds an entry of a group that was looked up; false if there was no memory for it. */
    private boolean add(EntryBatch batch, int i, long firstWord, Lookahead ahead, int number) {
        if (ahead.holds(directory, number)) {
            long slot = ahead.slot(number);
            int depth = ahead.depth(number);
            int found = ahead.found(number);
            if (found >= 0) {
                return merge(batch, i, ahead.slotAddress(number), slot, layout.impliedBytes(depth), found);
            }
            if (Slot.entries(slot) < listSize) {
                return insert(batch, i, ahead.slotAddress(number), slot, layout.impliedBytes(depth), ~found);
            }
        }
        return add(batch, i, firstWord);
    }

    /** Searches a leaf; see {@link LeafLayout#find}. */
    int find(long slot, int depth, long firstWord, byte[] keys, int keyAt) {
        int n = Slot.entries(slot);
        int implied = layout.impliedBytes(depth);
        int suffixAt = keyAt + implied;
        return layout.find(
                Slot.address(slot) + LeafLayout.HEAD_BYTES,
                n,
                implied,
                LeafLayout.guess(firstWord, depth, n),
                LeafLayout.word(keys, suffixAt),
                keys,
                suffixAt);
    }

    /** Adds one entry of which nothing is known; false if there was no memory for it. */
    private boolean add(EntryBatch batch, int i, long firstWord) {
        byte[] keys = batch.keys();
        int keyAt = i * layout.keyBytes();
        while (true) {
            long slotAddress = directory.slotFor(firstWord);
            long slot = RawMemory.getLong(slotAddress);
            int depth = directory.depth() - Slot.span(slot);
            if (Slot.isNode(slot)) {
                do {
                    slotAddress = Slot.child(slot, LeafLayout.bit(firstWord, keys, keyAt, depth));
                    slot = RawMemory.getLong(slotAddress);
                    depth++;
                } while (Slot.isNode(slot));
            }
            if (slot == 0) {
                return addLeaf(batch, i, firstWord, slotAddress, depth);
            }
            int found = find(slot, depth, firstWord, keys, keyAt);
            int implied = layout.impliedBytes(depth);
            if (found >= 0) {
                return merge(batch, i, slotAddress, slot, implied, found);
            }
            if (Slot.entries(slot) < listSize) {
                return insert(batch, i, slotAddress, slot, implied, ~found);
            }
            int leavesMore = leafSplit.split(slotAddress, slot, depth);
            if (leavesMore < 0) {
                return false;
            }
            leafCount += leavesMore;
        }
    }

    private boolean addLeaf(EntryBatch batch, int i, long firstWord, long slotAddress, int depth) {
        int implied = layout.impliedBytes(depth);
        long references = batch.references(i);
        boolean large = references > LeafLayout.MAX_SMALL_COUNT;
        int size = layout.entryBytes(implied);
        long block = blocks.allocate(
                classes.classFor(LeafLayout.HEAD_BYTES + size + (large ? LeafLayout.LARGE_COUNT_BYTES : 0)), false);
        if (block == 0) {
            return false;
        }
        Bytes.putBigEndianInt(block, LeafLayout.head(firstWord));
        layout.write(block + LeafLayout.HEAD_BYTES, implied, batch, i);
        if (large) {
            largeCounts.putFirst(block, implied, references);
        }
        RawMemory.putLong(slotAddress, Slot.leaf(block, 1, 0, large));
        leafCount++;
        entryCount++;
        batch.markNew(i);
        return true;
    }

    /** Inserts a new entry before entry {@code p} of a leaf that has room for one by its number. */
    private boolean insert(EntryBatch batch, int i, long slotAddress, long slot, int implied, int p) {
        long references = batch.references(i);
        if (Slot.isLarge(slot) || references > LeafLayout.MAX_SMALL_COUNT) {
            long block = largeCounts.openEntry(slotAddress, slot, implied, p, references);
            return block != 0 && written(batch, i, block, p, implied);
        }
        int n = Slot.entries(slot);
        int size = layout.entryBytes(implied);
        int before = LeafLayout.HEAD_BYTES + p * size;
        int used = LeafLayout.HEAD_BYTES + n * size;
        int oldClass = classes.classFor(used);
        int newClass = classes.classFor(used + size);
        long old = Slot.address(slot);
        long block = old;
        if (oldClass != newClass) {
            block = blocks.allocate(newClass, false);
            if (block == 0) {
                return false;
            }
            Bytes.copy(old, block, used);
        }
        Bytes.moveUp(block + before, used - before, size);
        layout.write(block + before, implied, batch, i);
        directory.putLeaf(slotAddress, Slot.withOneMore(Slot.withAddress(slot, block)));
        if (oldClass != newClass) {
            // May move blocks, but all of them are linked to by now.
            blocks.release(oldClass, old);
        }
        entryCount++;
        batch.markNew(i);
        return true;
    }

    /** Writes a new entry into the gap that was opened for it; always true. */
    private boolean written(EntryBatch batch, int i, long block, int p, int implied) {
        layout.write(block + LeafLayout.HEAD_BYTES + (long) p * layout.entryBytes(implied), implied, batch, i);
        entryCount++;
        batch.markNew(i);
        return true;
    }

    /** Adds to entry {@code p} of a leaf; false if its count outgrew its byte and there was no memory for that. */
    private boolean merge(EntryBatch batch, int i, long slotAddress, long slot, int implied, int p) {
        long entry = Slot.address(slot) + LeafLayout.HEAD_BYTES + (long) p * layout.entryBytes(implied);
        if (layout.merge(entry, implied, batch, i)) {
            batch.markPresent(i);
            return true;
        }
        return mergeLarge(batch, i, slotAddress, slot, implied, p);
    }

    /** Adds to an entry whose count is large or becomes so; false if there was no memory for that. */
    private boolean mergeLarge(EntryBatch batch, int i, long slotAddress, long slot, int implied, int p) {
        long block = Slot.address(slot);
        long added = batch.references(i);
        if (added > 0) {
            block = largeCounts.add(added, slotAddress, slot, implied, p);
            if (block == 0) {
                return false;
            }
        }
        layout.mergeFields(block + LeafLayout.HEAD_BYTES + (long) p * layout.entryBytes(implied), implied, batch, i);
        batch.markPresent(i);
        return true;
    }

    /** Finds the slots of a leaf whose block has moved, through the path that the block itself knows, and sets them right. */
    @Override
    public void moved(long from, long to) {
        long slotAddress = directory.slotFor((long) Bytes.bigEndianInt(to) << 32);
        long slot = RawMemory.getLong(slotAddress);
        int depth = directory.depth();
        while (Slot.isNode(slot)) {
            slotAddress = Slot.child(slot, layout.pathBit(to, depth++));
            slot = RawMemory.getLong(slotAddress);
        }
        assert Slot.address(slot) == from : "a block moved that is not where its path leads";
        directory.putLeaf(slotAddress, Slot.withAddress(slot, to));
    }

    /** See {@link io.compscan.map.FingerprintMap#get}. */
    long get(byte[] key, int keyAt, int[] fields) {
        if (!directory.isOpen()) {
            return -1;
        }
        long firstWord = LeafLayout.word(key, keyAt);
        long slot = RawMemory.getLong(directory.slotFor(firstWord));
        int depth = directory.depth() - Slot.span(slot);
        while (Slot.isNode(slot)) {
            slot = RawMemory.getLong(Slot.child(slot, LeafLayout.bit(firstWord, key, keyAt, depth++)));
        }
        if (slot == 0) {
            return -1;
        }
        int n = Slot.entries(slot);
        int implied = layout.impliedBytes(depth);
        long entries = Slot.address(slot) + LeafLayout.HEAD_BYTES;
        int p = find(slot, depth, firstWord, key, keyAt);
        if (p < 0) {
            return -1;
        }
        for (int f = 0; f < layout.fieldCount(); f++) {
            fields[f] = layout.field(entries + (long) p * layout.entryBytes(implied), implied, f);
        }
        return layout.references(entries, n, p, implied);
    }

    /** What a leaf needs of its block. */
    int usedBytes(long slot, int implied) {
        return largeCounts.usedBytes(slot, implied);
    }

    LeafLayout layout() {
        return layout;
    }

    SizeClasses classes() {
        return classes;
    }

    Directory directory() {
        return directory;
    }

    BlockSpace blocks() {
        return blocks;
    }

    NodeSpace nodes() {
        return nodes;
    }

    long entryCount() {
        return entryCount;
    }

    long leafCount() {
        return leafCount;
    }

    long largeEntries() {
        return largeCounts.count();
    }

    long pageCount() {
        return blocks.pageCount() + nodes.pageCount();
    }

    /** Forgets all entries and gives all memory back. */
    void clear() {
        directory.close();
        blocks.clear();
        nodes.clear();
        entryCount = 0;
        leafCount = 0;
        largeCounts.clear();
    }
}
