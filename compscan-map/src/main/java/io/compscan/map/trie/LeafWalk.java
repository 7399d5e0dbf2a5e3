package io.compscan.map.trie;

import io.compscan.map.memory.RawMemory;
import java.util.Arrays;

/** Visits the leaves of one trie in key order; no thread may write meanwhile. */
final class LeafWalk {

    private final SlotTable table;
    private long nextNumber;
    private long[] pending = new long[16];
    private int[] pendingDepths = new int[16];
    private int pendingCount;
    private long number;
    private long slot;
    private int depth;

    LeafWalk(SlotTable table) {
        this.table = table;
    }

    /** Moves to the next leaf; false when there is none. */
    boolean next() {
        while (true) {
            if (pendingCount == 0 && !pushFromTable()) {
                return false;
            }
            pendingCount--;
            slot = pending[pendingCount];
            depth = pendingDepths[pendingCount];
            if (Slot.isNode(slot)) {
                long node = Slot.address(slot);
                push(RawMemory.getLong(node + Long.BYTES), depth + 1);
                push(RawMemory.getLong(node), depth + 1);
            } else if (slot != 0) {
                return true;
            }
        }
    }

    private boolean pushFromTable() {
        if (!table.isOpen() || nextNumber == table.size()) {
            return false;
        }
        number = nextNumber;
        long top = RawMemory.getLong(table.slotAt(number));
        push(top, table.depth() - Slot.span(top));
        nextNumber += 1L << Slot.span(top);
        return true;
    }

    private void push(long value, int atDepth) {
        if (pendingCount == pending.length) {
            pending = Arrays.copyOf(pending, 2 * pendingCount);
            pendingDepths = Arrays.copyOf(pendingDepths, 2 * pendingCount);
        }
        pending[pendingCount] = value;
        pendingDepths[pendingCount++] = atDepth;
    }

    /** The slot that points to the leaf. */
    long slot() {
        return slot;
    }

    /** The number of the table slot that leads to the leaf; the first of them if the leaf spans several. */
    long number() {
        return number;
    }

    /** The number of bits that the keys of the leaf share by their path. */
    int depth() {
        return depth;
    }
}
