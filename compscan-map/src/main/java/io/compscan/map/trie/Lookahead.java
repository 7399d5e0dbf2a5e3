package io.compscan.map.trie;

import io.compscan.map.memory.RawMemory;

/**
 * What a thread finds out about a group of entries before it adds them; reused from group to group.
 *
 * <p>It reads level by level: all slots of the group, then all leaves. Reads of one level do not wait for one another, so a group
 * costs about as long as two cache misses in a row.
 *
 * <p>The key of entry {@code i} of the group leads to {@link #slot}, which stood at {@link #slotAddress}: a leaf {@link #depth}
 * bits below the root, or nothing. An earlier entry of the group may change that; see {@link #holds}.
 */
final class Lookahead {

    /** How many entries are looked up before the first of them is added. */
    static final int GROUP = 32;

    private static final int CACHE_LINE_BYTES = 64;
    /** How far from where it should be a key is looked for, mostly. */
    private static final int REACH_BYTES = 48;

    private final long[] slotAddresses = new long[GROUP];
    private final long[] slots = new long[GROUP];
    private final int[] depths = new int[GROUP];
    private int directoryVersion;
    /** Where touched bytes go, so that reading them cannot be left out. */
    private int touched;

    /**
     * Reads what the entries at these places of a plan are going to need.
     *
     * @param mostlyNew whether most keys are expected to be absent: an insertion reads more of a leaf than a search
     */
    void read(Trie trie, BatchPlan plan, byte[] keys, int start, int end, boolean mostlyNew) {
        Directory directory = trie.directory();
        directoryVersion = directory.version();
        for (int place = start; place < end; place++) {
            long slotAddress = directory.slotFor(plan.word(place));
            slotAddresses[place - start] = slotAddress;
            slots[place - start] = RawMemory.getLong(slotAddress);
        }
        int directoryDepth = directory.depth();
        int sum = 0;
        for (int place = start; place < end; place++) {
            int i = place - start;
            long slot = slots[i];
            int depth = directoryDepth - Slot.span(slot);
            if (Slot.isNode(slot)) {
                int keyAt = plan.entry(place) * trie.layout().keyBytes();
                long slotAddress;
                do {
                    slotAddress = Slot.child(slot, LeafLayout.bit(plan.word(place), keys, keyAt, depth));
                    slot = RawMemory.getLong(slotAddress);
                    depth++;
                } while (Slot.isNode(slot));
                slotAddresses[i] = slotAddress;
                slots[i] = slot;
            }
            depths[i] = depth;
            if (slot != 0) {
                sum += touch(trie, slot, depth, plan.word(place), mostlyNew);
            }
        }
        touched += sum;
    }

    private static int touch(Trie trie, long slot, int depth, long firstWord, boolean mostlyNew) {
        LeafLayout layout = trie.layout();
        int n = Slot.entries(slot);
        int size = layout.entryBytes(layout.impliedBytes(depth));
        long block = Slot.address(slot);
        int last = n * size;
        int guess = LeafLayout.HEAD_BYTES + LeafLayout.guess(firstWord, depth, n) * size;
        int at = Math.max(0, guess - REACH_BYTES);
        if (!mostlyNew) {
            return RawMemory.getByte(block + at) + RawMemory.getByte(block + Math.min(last, guess + REACH_BYTES));
        }
        // An insertion moves what lies above it, or the whole leaf if it fills its block.
        int used = LeafLayout.HEAD_BYTES + last;
        if (trie.classes().classFor(used) != trie.classes().classFor(used + size)) {
            at = 0;
        }
        int sum = RawMemory.getByte(block + last);
        for (; at < last; at += CACHE_LINE_BYTES) {
            sum += RawMemory.getByte(block + at);
        }
        return sum;
    }

    /** Whether entry {@code i} of the group leads to a leaf, and what was found out about it is still so. */
    boolean holds(Directory directory, int i) {
        // A slot that reads as it did leads to a leaf of as many entries; a slot of a node that is gone must not be
        // read.
        return slots[i] != 0
                && directoryVersion == directory.version()
                && RawMemory.getLong(slotAddresses[i]) == slots[i];
    }

    long slotAddress(int i) {
        return slotAddresses[i];
    }

    long slot(int i) {
        return slots[i];
    }

    int depth(int i) {
        return depths[i];
    }

    /** A number that depends on every read. */
    int touched() {
        return touched;
    }
}
