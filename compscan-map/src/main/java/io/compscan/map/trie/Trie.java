package io.compscan.map.trie;

import io.compscan.map.MemoryBudget;
import io.compscan.map.memory.BlockSpace;
import io.compscan.map.memory.Bytes;
import io.compscan.map.memory.NodeSpace;
import io.compscan.map.memory.PagePool;
import io.compscan.map.memory.RawMemory;
import io.compscan.map.memory.SizeClasses;

/**
 * A map from keys to the addresses of their records: a table of slots over leaves; guarded by the shard's lock.
 *
 * <p>An operation that lacks memory fails before it has changed anything. After an insertion, addresses known before are stale.
 */
final class Trie extends CacheLinePadding implements BlockSpace.Mover {

    private final LeafLayout layout;
    private final LeafSearch search;
    private final SizeClasses classes;
    private final int listSize;
    private final SlotTable table;
    private final BlockSpace blocks;
    private final NodeSpace nodes;
    private final LeafSplit leafSplit;
    private final byte[] movedKey;
    private final Descent wayToMoved = new Descent();
    private long entryCount;
    private long leafCount;

    Trie(TrieShape shape, PagePool pool, MemoryBudget budget) {
        layout = shape.layout();
        search = new LeafSearch(layout);
        classes = shape.classes();
        listSize = shape.listSize();
        table = new SlotTable(shape.shardBits(), budget);
        blocks = new BlockSpace(classes, pool, budget, this);
        nodes = new NodeSpace(pool);
        leafSplit = new LeafSplit(shape, table, blocks, nodes);
        movedKey = new byte[layout.keyBytes()];
    }

    /** Allocates the table, unless that is done; returns false if there is no memory. */
    boolean open(boolean fromReserve) {
        return table.isOpen() || table.open(fromReserve);
    }

    /** The address of the record of a key that is present. */
    long recordAt(Lookahead ahead, int number) {
        int implied = layout.impliedBytes(ahead.depth(number));
        return layout.record(layout.entry(Slot.address(ahead.slot(number)), ahead.found(number), implied), implied);
    }

    /** Whether the leaf that a key leads to takes one more entry. */
    boolean hasRoom(Lookahead ahead, int number) {
        return Slot.entries(ahead.slot(number)) < listSize;
    }

    /**
     * Splits the leaf that a key leads to until it has room.
     *
     * @param ahead has looked the key up, as its number {@code number}, and looks it up again
     * @param fromReserve whether to use the reserve of the budget
     * @return false if there is no memory
     */
    boolean makeRoom(Lookahead ahead, int number, long firstWord, byte[] keys, int keyAt, boolean fromReserve) {
        while (!hasRoom(ahead, number)) {
            int leavesMore =
                    leafSplit.split(ahead.slotAddress(number), ahead.slot(number), ahead.depth(number), fromReserve);
            if (leavesMore < 0) {
                return false;
            }
            leafCount += leavesMore;
            ahead.lookUp(table, number, firstWord, keys, keyAt);
        }
        return true;
    }

    /**
     * Inserts an entry for a key that is absent into a leaf that has room; its record is still undefined.
     *
     * @param ahead has looked the key up, as its number {@code number}
     * @param fromReserve whether to use the reserve of the budget
     * @return the record's address, or 0 if there is no memory
     */
    long insert(Lookahead ahead, int number, long firstWord, byte[] keys, int keyAt, boolean fromReserve) {
        long slot = ahead.slot(number);
        int implied = layout.impliedBytes(ahead.depth(number));
        long entry = slot == 0
                ? addLeaf(ahead.slotAddress(number), implied, firstWord, fromReserve)
                : openGap(ahead.slotAddress(number), slot, implied, ~ahead.found(number), fromReserve);
        if (entry == 0) {
            return 0;
        }
        layout.writeSuffix(entry, implied, keys, keyAt);
        entryCount++;
        return layout.record(entry, implied);
    }

    /** Makes a leaf of one entry and returns the address of that; 0 if there is no memory. */
    private long addLeaf(long slotAddress, int implied, long firstWord, boolean fromReserve) {
        long block = blocks.allocate(classes.classFor(layout.usedBytes(1, implied)), fromReserve);
        if (block == 0) {
            return 0;
        }
        LeafLayout.writeHead(block, firstWord);
        RawMemory.putLong(slotAddress, Slot.leaf(block, 1, 0));
        leafCount++;
        return layout.entry(block, 0, implied);
    }

    /** Opens a gap before entry {@code p} of a leaf and returns its address; 0 if there is no memory. */
    private long openGap(long slotAddress, long slot, int implied, int p, boolean fromReserve) {
        int size = layout.entryBytes(implied);
        int before = LeafLayout.HEAD_BYTES + p * size;
        int used = layout.usedBytes(Slot.entries(slot), implied);
        int oldClass = classes.classFor(used);
        int newClass = classes.classFor(used + size);
        long old = Slot.address(slot);
        long block = old;
        if (oldClass != newClass) {
            block = blocks.allocate(newClass, fromReserve);
            if (block == 0) {
                return 0;
            }
            Bytes.copy(old, block, used);
        }
        Bytes.moveUp(block + before, used - before, size);
        table.putLeaf(slotAddress, Slot.withOneMore(Slot.withAddress(slot, block)));
        if (oldClass != newClass) {
            // May move blocks of the old class, so not the new one.
            blocks.release(oldClass, old);
        }
        return block + before;
    }

    /** Finds the slots of a leaf whose block has moved, by the path that the block knows, and corrects them. */
    @Override
    public void moved(long from, long to) {
        layout.readPath(to, movedKey);
        wayToMoved.to(table, LeafLayout.word(movedKey, 0), movedKey, 0);
        assert Slot.address(wayToMoved.slot()) == from : "a block moved that is not where its path leads";
        table.putLeaf(wayToMoved.slotAddress(), Slot.withAddress(wayToMoved.slot(), to));
    }

    /** The address of a key's record; 0 if the key is absent. */
    long find(byte[] keys, int keyAt) {
        if (!table.isOpen()) {
            return 0;
        }
        long firstWord = LeafLayout.word(keys, keyAt);
        Descent descent = new Descent();
        descent.to(table, firstWord, keys, keyAt);
        long slot = descent.slot();
        int p = slot == 0 ? -1 : search.find(slot, descent.depth(), firstWord, keys, keyAt);
        if (p < 0) {
            return 0;
        }
        int implied = layout.impliedBytes(descent.depth());
        return layout.record(layout.entry(Slot.address(slot), p, implied), implied);
    }

    SlotTable table() {
        return table;
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

    long pageCount() {
        return blocks.pageCount() + nodes.pageCount();
    }

    /** The memory that is not in pages. */
    long tableBytes() {
        return table.heldBytes() + blocks.heapBytes();
    }

    /** Forgets all entries and frees all memory. */
    void clear() {
        table.close();
        blocks.clear();
        nodes.clear();
        entryCount = 0;
        leafCount = 0;
    }
}
