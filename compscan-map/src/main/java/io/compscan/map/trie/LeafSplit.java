package io.compscan.map.trie;

import io.compscan.map.memory.Bytes;
import io.compscan.map.memory.RawMemory;

/**
 * Splits leaves of a trie: two ways, into the slots that shared the leaf or through a node, and lets the directory double where
 * nodes have become frequent.
 */
final class LeafSplit {

    private final LeafLayout layout;
    private final SizeClasses classes;
    private final Directory directory;
    private final BlockSpace blocks;
    private final NodeSpace nodes;

    LeafSplit(TrieShape shape, Directory directory, BlockSpace blocks, NodeSpace nodes) {
        layout = shape.layout();
        classes = shape.classes();
        this.directory = directory;
        this.blocks = blocks;
        this.nodes = nodes;
    }

    /**
     * Splits a leaf by the bit below its path. All slots and addresses known before are stale afterwards.
     *
     * @return by how many leaves there are more, 0 or 1, or -1 if there was no memory
     */
    int split(long slotAddress, long slot, int depth) {
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
                return -1;
            }
        }
        if ((low == 0 || low == n) && childImplied == implied) {
            long child = Slot.withSpan(slot, Math.max(0, Slot.span(slot) - 1));
            growIf(link(slotAddress, slot, node, low == 0 ? 0 : child, low == 0 ? child : 0));
            return 0;
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
            return -1;
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
        boolean directoryFull = link(slotAddress, slot, node, lowSlot, highSlot);
        blocks.release(classFor(n, implied, allLarge), block);
        growIf(directoryFull);
        return low > 0 && low < n ? 1 : 0;
    }

    private void growIf(boolean directoryFull) {
        if (directoryFull) {
            directory.grow(nodes);
        }
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
}
