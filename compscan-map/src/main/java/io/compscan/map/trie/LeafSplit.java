package io.compscan.map.trie;

import io.compscan.map.memory.BlockSpace;
import io.compscan.map.memory.NodeSpace;
import io.compscan.map.memory.RawMemory;
import io.compscan.map.memory.SizeClasses;

/** Splits leaves two ways: among the slots that shared the leaf, or through a node. Doubles the table when nodes are frequent. */
final class LeafSplit {

    private final LeafLayout layout;
    private final SizeClasses classes;
    private final SlotTable table;
    private final BlockSpace blocks;
    private final NodeSpace nodes;

    LeafSplit(TrieShape shape, SlotTable table, BlockSpace blocks, NodeSpace nodes) {
        layout = shape.layout();
        classes = shape.classes();
        this.table = table;
        this.blocks = blocks;
        this.nodes = nodes;
    }

    /**
     * Splits a leaf by the bit below its path. Slots and addresses known before are stale afterwards.
     *
     * @param fromReserve whether to use the reserve of the budget
     * @return how many leaves there are more, 0 or 1, or -1 if there is no memory
     */
    int split(long slotAddress, long slot, int depth, boolean fromReserve) {
        int n = Slot.entries(slot);
        int implied = layout.impliedBytes(depth);
        int childImplied = layout.impliedBytes(depth + 1);
        long block = Slot.address(slot);
        int low = lowEntries(block, n, implied, depth);
        int childSpan = Math.max(0, Slot.span(slot) - 1);
        long node = 0;
        if (Slot.span(slot) == 0) {
            node = nodes.allocate(fromReserve);
            if (node == 0) {
                return -1;
            }
        }
        if ((low == 0 || low == n) && childImplied == implied) {
            long child = Slot.withSpan(slot, childSpan);
            growIf(link(slotAddress, slot, node, low == 0 ? 0 : child, low == 0 ? child : 0));
            return 0;
        }
        long lowBlock = low > 0 ? blocks.allocate(classFor(low, childImplied), fromReserve) : 0;
        long highBlock = low < n ? blocks.allocate(classFor(n - low, childImplied), fromReserve) : 0;
        if ((low > 0 && lowBlock == 0) || (low < n && highBlock == 0)) {
            if (lowBlock != 0) {
                blocks.cancel(classFor(low, childImplied), lowBlock);
            }
            if (highBlock != 0) {
                blocks.cancel(classFor(n - low, childImplied), highBlock);
            }
            if (node != 0) {
                nodes.release(node);
            }
            return -1;
        }
        long lowSlot = 0;
        if (low > 0) {
            copyPart(block, implied, 0, low, lowBlock, childImplied);
            lowSlot = Slot.leaf(lowBlock, low, childSpan);
        }
        long highSlot = 0;
        if (low < n) {
            copyPart(block, implied, low, n - low, highBlock, childImplied);
            highSlot = Slot.leaf(highBlock, n - low, childSpan);
        }
        boolean tableFull = link(slotAddress, slot, node, lowSlot, highSlot);
        blocks.release(classFor(n, implied), block);
        growIf(tableFull);
        return low > 0 && low < n ? 1 : 0;
    }

    private void growIf(boolean tableFull) {
        if (tableFull) {
            table.grow(nodes);
        }
    }

    private int classFor(int n, int implied) {
        return classes.classFor(layout.usedBytes(n, implied));
    }

    /** The number of entries with a 0 for bit {@code bit}; they come first. */
    private int lowEntries(long block, int n, int implied, int bit) {
        int low = 0;
        int high = n;
        while (low < high) {
            int middle = (low + high) >>> 1;
            long entry = layout.entry(block, middle, implied);
            if (layout.keyBit(block, entry, implied, bit) == 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void copyPart(long block, int implied, int first, int n, long to, int toImplied) {
        long entry = layout.entry(block, first, implied);
        LeafLayout.writeHead(to, layout.firstWord(block, entry, implied));
        layout.copyEntries(entry, implied, to + LeafLayout.HEAD_BYTES, toImplied, n);
    }

    /** Replaces a leaf by two leaves (or 0), through a node if there is one; returns whether the table should double. */
    private boolean link(long slotAddress, long slot, long node, long lowSlot, long highSlot) {
        int span = Slot.span(slot);
        if (span > 0) {
            long first = table.first(slotAddress, span);
            long half = 1L << (span - 1);
            SlotTable.fill(first, half, lowSlot);
            SlotTable.fill(first + half * Long.BYTES, half, highSlot);
            return false;
        }
        RawMemory.putLong(node, lowSlot);
        RawMemory.putLong(node + Long.BYTES, highSlot);
        RawMemory.putLong(slotAddress, Slot.node(node));
        return table.contains(slotAddress) && table.addTopNode();
    }
}
