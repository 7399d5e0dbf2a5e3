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

    private static final int CACHE_LINE_BYTES = 64;
    /** How far from where it should be a key is looked for, mostly. */
    private static final int REACH_BYTES = 48;

    private final LeafLayout layout;
    private final SizeClasses classes;
    private final int listSize;
    private final int leafLines;
    private final Directory directory;
    private final BlockSpace blocks;
    private final NodeSpace nodes;
    private long entryCount;
    private long leafCount;
    private long largeEntries;
    private boolean mostlyNew = true;

    Trie(TrieShape shape, PagePool pool, MemoryBudget budget) {
        layout = shape.layout();
        classes = shape.classes();
        listSize = shape.listSize();
        // A leaf is three quarters full, on average.
        leafLines = listSize * layout.entryBytes(1) * 3 / 4 / CACHE_LINE_BYTES + 1;
        directory = new Directory(shape.shardBits(), budget);
        blocks = new BlockSpace(classes, pool, budget, this);
        nodes = new NodeSpace(pool);
    }

    /**
     * Adds the entries of a run, a group at a time: first all slots of the group are read, then all leaves touched, then the
     * entries added. The reads of a pass do not wait for one another, so a group costs about as long as two misses in a row.
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
        for (int start = from; start < to; start += BatchPlan.GROUP) {
            int end = Math.min(to, start + BatchPlan.GROUP);
            touch(plan, start, end);
            for (int place = start; place < end; place++) {
                if (!add(batch, plan.entry(place), plan.word(place))) {
                    batch.markRejected(plan.entry(place));
                    rejected++;
                }
            }
        }
        mostlyNew = 2 * (entryCount - entriesBefore) > to - from;
        return rejected;
    }

    /** Reads what the entries of a group are going to need; what of a leaf depends on whether they will be new. */
    private void touch(BatchPlan plan, int start, int end) {
        long[] slotsAhead = plan.slotsAhead;
        for (int place = start; place < end; place++) {
            slotsAhead[place - start] = RawMemory.getLong(directory.slotFor(plan.word(place)));
        }
        plan.touched += mostlyNew ? touchWhole(slotsAhead, end - start) : touchAroundGuess(plan, start, end);
    }

    /** An insertion moves half a leaf or all of it. */
    private int touchWhole(long[] slotsAhead, int count) {
        int sum = 0;
        int lines = leafLines;
        int directoryDepth = directory.depth();
        for (int i = 0; i < count; i++) {
            long slot = slotsAhead[i];
            if (slot != 0 && !Slot.isNode(slot)) {
                int implied = layout.impliedBytes(directoryDepth - Slot.span(slot));
                long block = Slot.address(slot);
                int last = Slot.entries(slot) * layout.entryBytes(implied);
                // As many reads for a short leaf as for a long one: a loop that always ends at the same count runs on
                // freely.
                for (int line = 0; line < lines; line++) {
                    sum += RawMemory.getByte(block + Math.min(line * CACHE_LINE_BYTES, last));
                }
            }
        }
        return sum;
    }

    /** A search reads a few entries around the place where the key should be. */
    private int touchAroundGuess(BatchPlan plan, int start, int end) {
        int sum = 0;
        int directoryDepth = directory.depth();
        for (int place = start; place < end; place++) {
            long slot = plan.slotsAhead[place - start];
            if (slot != 0 && !Slot.isNode(slot)) {
                int n = Slot.entries(slot);
                int depth = directoryDepth - Slot.span(slot);
                int size = layout.entryBytes(layout.impliedBytes(depth));
                long block = Slot.address(slot);
                int guess = LeafLayout.HEAD_BYTES + LeafLayout.guess(plan.word(place), depth, n) * size;
                sum += RawMemory.getByte(block + Math.max(0, guess - REACH_BYTES));
                sum += RawMemory.getByte(block + Math.min(n * size, guess + REACH_BYTES));
            }
        }
        return sum;
    }

    /** Adds one entry; false if there was no memory for it. */
    private boolean add(EntryBatch batch, int i, long firstWord) {
        byte[] keys = batch.keys();
        int keyAt = i * layout.keyBytes();
        while (true) {
            long slotAddress = directory.slotFor(firstWord);
            long slot = RawMemory.getLong(slotAddress);
            int depth = directory.depth() - Slot.span(slot);
            if (Slot.isNode(slot)) {
                do {
                    slotAddress = Slot.address(slot) + (long) Long.BYTES * bit(firstWord, keys, keyAt, depth);
                    slot = RawMemory.getLong(slotAddress);
                    depth++;
                } while (Slot.isNode(slot));
            }
            if (slot == 0) {
                return addLeaf(batch, i, firstWord, slotAddress, depth);
            }
            int n = Slot.entries(slot);
            int implied = layout.impliedBytes(depth);
            int suffixAt = keyAt + implied;
            long entries = Slot.address(slot) + LeafLayout.HEAD_BYTES;
            int found = layout.find(
                    entries,
                    n,
                    implied,
                    LeafLayout.guess(firstWord, depth, n),
                    LeafLayout.word(keys, suffixAt),
                    keys,
                    suffixAt);
            if (found >= 0) {
                return merge(batch, i, slotAddress, slot, implied, found);
            }
            if (n < listSize) {
                return insert(batch, i, slotAddress, slot, implied, ~found);
            }
            if (!split(slotAddress, slot, depth)) {
                return false;
            }
        }
    }

    private static int bit(long firstWord, byte[] keys, int keyAt, int bit) {
        return bit < Long.SIZE
                ? (int) (firstWord >>> (Long.SIZE - 1 - bit)) & 1
                : (keys[keyAt + (bit >>> 3)] >>> (7 - (bit & 7))) & 1;
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
        write(batch, i, block + LeafLayout.HEAD_BYTES, implied);
        if (large) {
            RawMemory.putLong(block + LeafLayout.HEAD_BYTES + size, references);
            largeEntries++;
        }
        RawMemory.putLong(slotAddress, Slot.leaf(block, 1, 0, large));
        leafCount++;
        entryCount++;
        batch.markNew(i);
        return true;
    }

    private void write(EntryBatch batch, int i, long entry, int implied) {
        layout.write(entry, implied, batch.keys(), i * layout.keyBytes() + implied, batch.references(i));
        for (int f = 0; f < layout.fieldCount(); f++) {
            layout.setField(entry, implied, f, batch.field(i, f));
        }
    }

    /** Inserts a new entry before entry {@code p} of a leaf that has room for one by its number. */
    private boolean insert(EntryBatch batch, int i, long slotAddress, long slot, int implied, int p) {
        long references = batch.references(i);
        if (Slot.isLarge(slot) || references > LeafLayout.MAX_SMALL_COUNT) {
            return insertWithLargeCounts(batch, i, slotAddress, slot, implied, p);
        }
        int n = Slot.entries(slot);
        int size = layout.entryBytes(implied);
        int before = LeafLayout.HEAD_BYTES + p * size;
        int used = LeafLayout.HEAD_BYTES + n * size;
        int oldClass = classes.classFor(used);
        int newClass = classes.classFor(used + size);
        long block = Slot.address(slot);
        if (oldClass == newClass) {
            Bytes.moveUp(block + before, used - before, size);
            write(batch, i, block + before, implied);
            directory.putLeaf(slotAddress, Slot.withOneMore(slot));
        } else {
            long fresh = blocks.allocate(newClass, false);
            if (fresh == 0) {
                return false;
            }
            Bytes.copy(block, fresh, before);
            Bytes.copy(block + before, fresh + before + size, used - before);
            write(batch, i, fresh + before, implied);
            directory.putLeaf(slotAddress, Slot.withOneMore(Slot.withAddress(slot, fresh)));
            blocks.release(oldClass, block);
        }
        entryCount++;
        batch.markNew(i);
        return true;
    }

    private boolean insertWithLargeCounts(EntryBatch batch, int i, long slotAddress, long slot, int implied, int p) {
        long references = batch.references(i);
        boolean large = references > LeafLayout.MAX_SMALL_COUNT;
        int n = Slot.entries(slot);
        int size = layout.entryBytes(implied);
        int before = LeafLayout.HEAD_BYTES + p * size;
        long block = Slot.address(slot);
        long countAt = layout.largeCountAt(block + LeafLayout.HEAD_BYTES, n, p, implied) - block;
        int countBytes = large ? LeafLayout.LARGE_COUNT_BYTES : 0;
        long newSlot = Slot.withOneMore(large ? Slot.withLarge(slot) : slot);
        long wide = openGaps(slotAddress, slot, newSlot, implied, before, size, countAt, countBytes, false);
        if (wide == 0) {
            return false;
        }
        write(batch, i, wide + before, implied);
        if (large) {
            RawMemory.putLong(wide + countAt + size, references);
            largeEntries++;
        }
        entryCount++;
        batch.markNew(i);
        return true;
    }

    /**
     * Makes room in a leaf at two places, in its block or a larger one, and links it under its new slot.
     *
     * @param firstAt where in the block the first gap opens
     * @param secondAt where the second one opens, counted before the first one has; not below it
     * @return the address of the block with the gaps, or 0 if there was no memory
     */
    private long openGaps(
            long slotAddress,
            long slot,
            long newSlot,
            int implied,
            long firstAt,
            int firstBytes,
            long secondAt,
            int secondBytes,
            boolean fromReserve) {
        long block = Slot.address(slot);
        int used = usedBytes(slot, implied);
        int oldClass = classes.classFor(used);
        int newClass = classes.classFor(used + firstBytes + secondBytes);
        if (oldClass == newClass) {
            Bytes.moveUp(block + secondAt, used - secondAt, firstBytes + secondBytes);
            if (firstBytes > 0) {
                Bytes.moveUp(block + firstAt, secondAt - firstAt, firstBytes);
            }
            directory.putLeaf(slotAddress, newSlot);
            return block;
        }
        long fresh = blocks.allocate(newClass, fromReserve);
        if (fresh == 0) {
            return 0;
        }
        Bytes.copy(block, fresh, firstAt);
        Bytes.copy(block + firstAt, fresh + firstAt + firstBytes, secondAt - firstAt);
        Bytes.copy(block + secondAt, fresh + secondAt + firstBytes + secondBytes, used - secondAt);
        directory.putLeaf(slotAddress, Slot.withAddress(newSlot, fresh));
        // Moves blocks of the old class only, so not the fresh one.
        blocks.release(oldClass, block);
        return fresh;
    }

    /** What a leaf needs of its block. */
    int usedBytes(long slot, int implied) {
        int n = Slot.entries(slot);
        int used = LeafLayout.HEAD_BYTES + n * layout.entryBytes(implied);
        if (Slot.isLarge(slot)) {
            used += LeafLayout.LARGE_COUNT_BYTES
                    * layout.largeCounts(Slot.address(slot) + LeafLayout.HEAD_BYTES, n, implied);
        }
        return used;
    }

    /** Adds to entry {@code p} of a leaf; false if its count outgrew its byte and there was no memory for that. */
    private boolean merge(EntryBatch batch, int i, long slotAddress, long slot, int implied, int p) {
        long entry = Slot.address(slot) + LeafLayout.HEAD_BYTES + (long) p * layout.entryBytes(implied);
        long added = batch.references(i);
        int count = layout.smallCount(entry, implied);
        if (count <= LeafLayout.MAX_SMALL_COUNT - added) {
            layout.setSmallCount(entry, implied, (int) (count + added));
        } else if (added > 0) {
            entry = addToLargeCount(added, slotAddress, slot, implied, p);
            if (entry == 0) {
                return false;
            }
        }
        for (int f = 0; f < layout.fieldCount(); f++) {
            int value = batch.field(i, f);
            if (value > 0 && value > layout.field(entry, implied, f)) {
                layout.setField(entry, implied, f, value);
            }
        }
        batch.markPresent(i);
        return true;
    }

    /** The address of the entry afterwards, or 0 if there was no memory. */
    private long addToLargeCount(long added, long slotAddress, long slot, int implied, int p) {
        int n = Slot.entries(slot);
        long block = Slot.address(slot);
        long entries = block + LeafLayout.HEAD_BYTES;
        long entryAt = LeafLayout.HEAD_BYTES + (long) p * layout.entryBytes(implied);
        long countAt = layout.largeCountAt(entries, n, p, implied) - block;
        int count = layout.smallCount(block + entryAt, implied);
        if (count > LeafLayout.MAX_SMALL_COUNT) {
            RawMemory.putLong(block + countAt, sum(RawMemory.getLong(block + countAt), added));
            return block + entryAt;
        }
        long total = sum(count, added);
        long wide = openGaps(
                slotAddress,
                slot,
                Slot.withLarge(slot),
                implied,
                countAt,
                0,
                countAt,
                LeafLayout.LARGE_COUNT_BYTES,
                true);
        if (wide == 0) {
            return 0;
        }
        layout.markLarge(wide + entryAt, implied);
        RawMemory.putLong(wide + countAt, total);
        largeEntries++;
        return wide + entryAt;
    }

    private static long sum(long references, long added) {
        long sum = references + added;
        if (sum < 0) {
            throw new ArithmeticException("a reference count exceeds 2^63 - 1");
        }
        return sum;
    }

    /** Splits a leaf by the bit below its path; false if there was no memory. */
    private boolean split(long slotAddress, long slot, int depth) {
        int n = Slot.entries(slot);
        int implied = layout.impliedBytes(depth);
        long block = Slot.address(slot);
        long entries = block + LeafLayout.HEAD_BYTES;
        int size = layout.entryBytes(implied);
        int low = lowEntries(block, n, implied, depth);
        int childImplied = layout.impliedBytes(depth + 1);
        long node = 0;
        if (Slot.span(slot) == 0) {
            node = nodes.allocate();
            if (node == 0) {
                return false;
            }
        }
        if ((low == 0 || low == n) && childImplied == implied) {
            long child = Slot.withSpan(slot, Math.max(0, Slot.span(slot) - 1));
            if (link(slotAddress, slot, node, low == 0 ? 0 : child, low == 0 ? child : 0)) {
                directory.grow(nodes);
            }
            return true;
        }
        int lowLarge = 0;
        int allLarge = 0;
        if (Slot.isLarge(slot)) {
            lowLarge = layout.largeCounts(entries, low, implied);
            allLarge = layout.largeCounts(entries, n, implied);
        }
        long counts = entries + (long) n * size;
        long lowBlock = 0;
        long highBlock = 0;
        if (low > 0) {
            lowBlock = blocks.allocate(classFor(low, childImplied, lowLarge), false);
        }
        if (low < n && (low == 0 || lowBlock != 0)) {
            highBlock = blocks.allocate(classFor(n - low, childImplied, allLarge - lowLarge), false);
        }
        if ((low > 0 && lowBlock == 0) || (low < n && highBlock == 0)) {
            if (lowBlock != 0) {
                blocks.cancel(classFor(low, childImplied, lowLarge), lowBlock);
            }
            if (node != 0) {
                nodes.release(node);
            }
            return false;
        }
        int span = Math.max(0, Slot.span(slot) - 1);
        long lowSlot = 0;
        if (low > 0) {
            copyPart(block, implied, 0, low, counts, lowLarge, lowBlock, childImplied);
            lowSlot = Slot.leaf(lowBlock, low, span, lowLarge > 0);
        }
        long highSlot = 0;
        if (low < n) {
            long highCounts = counts + (long) LeafLayout.LARGE_COUNT_BYTES * lowLarge;
            copyPart(block, implied, low, n - low, highCounts, allLarge - lowLarge, highBlock, childImplied);
            highSlot = Slot.leaf(highBlock, n - low, span, allLarge > lowLarge);
        }
        leafCount += low > 0 && low < n ? 1 : 0;
        boolean directoryFull = link(slotAddress, slot, node, lowSlot, highSlot);
        blocks.release(classFor(n, implied, allLarge), block);
        if (directoryFull) {
            directory.grow(nodes);
        }
        return true;
    }

    private int classFor(int n, int implied, int largeCounts) {
        return classes.classFor(
                LeafLayout.HEAD_BYTES + n * layout.entryBytes(implied) + LeafLayout.LARGE_COUNT_BYTES * largeCounts);
    }

    /** How many entries have a 0 for bit {@code bit}; they come first. */
    private int lowEntries(long block, int n, int implied, int bit) {
        int size = layout.entryBytes(implied);
        int low = 0;
        int high = n;
        while (low < high) {
            int middle = (low + high) >>> 1;
            long entry = block + LeafLayout.HEAD_BYTES + (long) middle * size;
            if (layout.keyBit(block, entry, implied, bit) == 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void copyPart(
            long block, int implied, int first, int n, long counts, int largeCounts, long to, int toImplied) {
        long entry = block + LeafLayout.HEAD_BYTES + (long) first * layout.entryBytes(implied);
        long toEntries = to + LeafLayout.HEAD_BYTES;
        Bytes.putBigEndianInt(to, LeafLayout.head(layout.firstWord(block, entry, implied)));
        layout.copyEntries(entry, implied, toEntries, toImplied, n);
        Bytes.copy(
                counts,
                toEntries + (long) n * layout.entryBytes(toImplied),
                (long) LeafLayout.LARGE_COUNT_BYTES * largeCounts);
    }

    /** Puts two leaves (or 0) in the place of one, through a node if there is one; says whether the directory should double. */
    private boolean link(long slotAddress, long slot, long node, long lowSlot, long highSlot) {
        int span = Slot.span(slot);
        if (span > 0) {
            long first = directory.first(slotAddress, span);
            long half = 1L << (span - 1);
            Directory.fill(first, half, lowSlot);
            Directory.fill(first + half * Long.BYTES, half, highSlot);
            return false;
        }
        RawMemory.putLong(node, lowSlot);
        RawMemory.putLong(node + Long.BYTES, highSlot);
        RawMemory.putLong(slotAddress, Slot.node(node));
        return directory.contains(slotAddress) && directory.addTopNode();
    }

    /** Finds the slots of a leaf whose block has moved, through the path that the block itself knows, and sets them right. */
    @Override
    public void moved(long from, long to) {
        long slotAddress = directory.slotFor((long) Bytes.bigEndianInt(to) << 32);
        long slot = RawMemory.getLong(slotAddress);
        int depth = directory.depth();
        while (Slot.isNode(slot)) {
            slotAddress = Slot.address(slot) + (long) Long.BYTES * layout.pathBit(to, depth++);
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
            slot = RawMemory.getLong(Slot.address(slot) + (long) Long.BYTES * bit(firstWord, key, keyAt, depth++));
        }
        if (slot == 0) {
            return -1;
        }
        int n = Slot.entries(slot);
        int implied = layout.impliedBytes(depth);
        long entries = Slot.address(slot) + LeafLayout.HEAD_BYTES;
        int suffixAt = keyAt + implied;
        int p = layout.find(
                entries,
                n,
                implied,
                LeafLayout.guess(firstWord, depth, n),
                LeafLayout.word(key, suffixAt),
                key,
                suffixAt);
        if (p < 0) {
            return -1;
        }
        for (int f = 0; f < layout.fieldCount(); f++) {
            fields[f] = layout.field(entries + (long) p * layout.entryBytes(implied), implied, f);
        }
        return layout.references(entries, n, p, implied);
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
        return largeEntries;
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
        largeEntries = 0;
    }
}
