package io.compscan.map.trie;

import io.compscan.map.MemoryBudget;
import io.compscan.map.memory.NodeSpace;
import io.compscan.map.memory.RawMemory;

/**
 * The top of a shard's trie: {@code 2^bits} slots, chosen by the bits of a key that follow those of the shard.
 *
 * <pre>
 *   key bits  | shardBits | bits: number of the slot | further levels, one bit each, through nodes | ...
 *
 *   slots     | A | A | A | A | B | B | C | * | 0 | ...      A: span 2, B: span 1, C: span 0, *: a node, 0: nothing
 *                                           |
 *                                         | D | E |          a node: two slots, for bit 0 and bit 1
 * </pre>
 *
 * Leaves split two ways. A leaf that spans several slots gives half of them to each of its halves. A leaf with one slot becomes a node of two.
 * When nodes are frequent the table doubles: spans grow by one, and the nodes directly below the table dissolve into it.
 */
final class SlotTable {

    private static final int FIRST_BITS = 1;
    private static final int NODES_PER_SLOT_SHIFT = 3;

    private final MemoryBudget budget;
    private final int shardBits;
    private final int maxBits;
    private long slots;
    private int bits;
    private int shift;
    private long topNodes;
    private int version;

    SlotTable(int shardBits, MemoryBudget budget) {
        this.shardBits = shardBits;
        this.budget = budget;
        // The head of a leaf has 32 bits of the path; see LeafLayout.readPath.
        maxBits = Math.min(Integer.SIZE - shardBits, Slot.MAX_SPAN - 1);
    }

    boolean isOpen() {
        return slots != 0;
    }

    /** Allocates the first slots; returns false if there is no memory. */
    boolean open(boolean fromReserve) {
        long fresh = allocate(FIRST_BITS, fromReserve);
        if (fresh == 0) {
            return false;
        }
        use(fresh, FIRST_BITS);
        topNodes = 0;
        return true;
    }

    /** The address of the slot for a key with these first eight bytes. */
    long slotFor(long firstWord) {
        return slots + ((firstWord << shardBits) >>> shift) * Long.BYTES;
    }

    /** The address of slot {@code number}. */
    long slotAt(long number) {
        return slots + number * Long.BYTES;
    }

    long size() {
        return 1L << bits;
    }

    /** The number of key bits that lead to a slot; a leaf lies its span above that. */
    int depth() {
        return shardBits + bits;
    }

    /** Whether the address is that of a slot of the table, not of a node. */
    boolean contains(long slotAddress) {
        return slotAddress >= slots && slotAddress < slots + ((long) Long.BYTES << bits);
    }

    /** Writes all slots that share a leaf. One of them is at this address. */
    void putLeaf(long slotAddress, long slot) {
        int span = Slot.span(slot);
        if (span == 0) {
            RawMemory.putLong(slotAddress, slot);
        } else {
            fill(first(slotAddress, span), 1L << span, slot);
        }
    }

    /** The address of the first of the {@code 2^span} slots around this one. */
    long first(long slotAddress, int span) {
        long number = (slotAddress - slots) / Long.BYTES;
        return slots + ((number >>> span) << span) * Long.BYTES;
    }

    static void fill(long firstSlot, long count, long slot) {
        for (long i = 0; i < count; i++) {
            RawMemory.putLong(firstSlot + i * Long.BYTES, slot);
        }
    }

    /** Counts a slot that has become a node; returns whether there are so many that the table should double. */
    boolean addTopNode() {
        topNodes++;
        return topNodes > size() >> NODES_PER_SLOT_SHIFT && bits < maxBits;
    }

    /** Doubles the table, unless there is no memory. */
    void grow(NodeSpace nodes) {
        long fresh = allocate(bits + 1, false);
        if (fresh == 0) {
            return;
        }
        long nodesLeft = 0;
        long count = size();
        for (long i = 0; i < count; i++) {
            long slot = RawMemory.getLong(slots + i * Long.BYTES);
            long low = slot;
            long high = slot;
            if (Slot.isNode(slot)) {
                long node = Slot.address(slot);
                low = RawMemory.getLong(node);
                high = RawMemory.getLong(node + Long.BYTES);
                nodesLeft += (Slot.isNode(low) ? 1 : 0) + (Slot.isNode(high) ? 1 : 0);
                nodes.release(node);
            } else if (slot != 0) {
                low = Slot.withSpan(slot, Slot.span(slot) + 1);
                high = low;
            }
            RawMemory.putLong(fresh + 2 * i * Long.BYTES, low);
            RawMemory.putLong(fresh + (2 * i + 1) * Long.BYTES, high);
        }
        free();
        use(fresh, bits + 1);
        topNodes = nodesLeft;
        version++;
    }

    /** A number that changes when the table moves and nodes dissolve: addresses of slots are stale then. */
    int version() {
        return version;
    }

    long heldBytes() {
        return slots == 0 ? 0 : (long) Long.BYTES << bits;
    }

    long topNodes() {
        return topNodes;
    }

    /** Frees the slots; the caller frees the leaves. */
    void close() {
        free();
        slots = 0;
        bits = 0;
        topNodes = 0;
        version++;
    }

    private void use(long address, int ofBits) {
        slots = address;
        bits = ofBits;
        shift = Long.SIZE - ofBits;
    }

    private long allocate(int ofBits, boolean fromReserve) {
        long bytes = (long) Long.BYTES << ofBits;
        if (!budget.tryTake(bytes, fromReserve)) {
            return 0;
        }
        long address;
        try {
            address = RawMemory.allocate(bytes);
        } catch (OutOfMemoryError e) {
            budget.giveBack(bytes);
            return 0;
        }
        fill(address, bytes / Long.BYTES, 0);
        return address;
    }

    private void free() {
        if (slots != 0) {
            long bytes = heldBytes();
            RawMemory.free(slots, bytes);
            budget.giveBack(bytes);
        }
    }
}
