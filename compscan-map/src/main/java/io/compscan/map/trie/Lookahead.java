package io.compscan.map.trie;

import io.compscan.map.memory.RawMemory;

/**
 * What a thread finds out about a group of entries before it adds them; reused from group to group.
 *
 * <p>It goes level by level: all slots of the group, then all leaves, then a search in each. Reads of one level do not wait for
 * one another, so a group costs about as long as two cache misses in a row. A level is a loop of its own with as few
 * instructions as can be: a processor goes on past a read that misses only as far as its window of some hundred instructions
 * reaches, so the shorter the loop, the more reads are under way at once.
 *
 * <p>The key of entry {@code i} of the group leads to {@link #slot}, which stood at {@link #slotAddress}: a leaf {@link #depth}
 * bits below the root, in which it was {@link #found}, or nothing. An earlier entry of the group may change that; see {@link
 * #holds}.
 */
final class Lookahead {

    /** How many entries are looked up before the first of them is added. */
    static final int GROUP = 32;

    private static final int CACHE_LINE_BYTES = 64;
    private static final int LINES_TOUCHED_AT_ONCE = 8;

    private final long[] slotAddresses = new long[GROUP];
    private final long[] slots = new long[GROUP];
    private final int[] depths = new int[GROUP];
    private final int[] found = new int[GROUP];
    /** The first and the last byte that will be needed of each leaf. */
    private final long[] firstBytes = new long[GROUP];

    private final long[] lastBytes = new long[GROUP];
    private int directoryVersion;
    /** Where touched bytes go, so that reading them cannot be left out. */
    private int touched;

    /**
     * Reads what the entries at these places of a plan are going to need.
     *
     * @param mostlyNew whether most keys are expected to be absent: an insertion reads more of a leaf than a search
     */
    void read(Trie trie, BatchPlan plan, byte[] keys, int start, int end, boolean mostlyNew) {
        directoryVersion = trie.directory().version();
        int count = end - start;
        readSlots(trie.directory(), plan.words(), start, count);
        followNodes(trie, plan, keys, start, count);
        chooseBytes(trie, plan.words(), start, count, mostlyNew);
        touched += mostlyNew ? touchAll(count) : touchFew(count);
        search(trie, plan, keys, start, count);
    }

    private void readSlots(Directory directory, long[] words, int start, int count) {
        for (int i = 0; i < count; i++) {
            long slotAddress = directory.slotFor(words[start + i]);
            slotAddresses[i] = slotAddress;
            slots[i] = RawMemory.getLong(slotAddress);
        }
    }

    private void followNodes(Trie trie, BatchPlan plan, byte[] keys, int start, int count) {
        int directoryDepth = trie.directory().depth();
        for (int i = 0; i < count; i++) {
            long slot = slots[i];
            int depth = directoryDepth - Slot.span(slot);
            if (Slot.isNode(slot)) {
                int keyAt = plan.entry(start + i) * trie.layout().keyBytes();
                depth = followNode(i, depth, plan.word(start + i), keys, keyAt);
            }
            depths[i] = depth;
        }
    }

    /** Goes down to a leaf, or nothing, and says at what depth it is. */
    private int followNode(int i, int nodeDepth, long firstWord, byte[] keys, int keyAt) {
        long slot = slots[i];
        int depth = nodeDepth;
        long slotAddress;
        do {
            slotAddress = Slot.child(slot, LeafLayout.bit(firstWord, keys, keyAt, depth));
            slot = RawMemory.getLong(slotAddress);
            depth++;
        } while (Slot.isNode(slot));
        slotAddresses[i] = slotAddress;
        slots[i] = slot;
        return depth;
    }

    private void chooseBytes(Trie trie, long[] words, int start, int count, boolean mostlyNew) {
        LeafLayout layout = trie.layout();
        SizeClasses classes = trie.classes();
        for (int i = 0; i < count; i++) {
            long slot = slots[i];
            if (slot == 0) {
                firstBytes[i] = slotAddresses[i];
                lastBytes[i] = slotAddresses[i];
                continue;
            }
            int n = Slot.entries(slot);
            int size = layout.entryBytes(layout.impliedBytes(depths[i]));
            int used = LeafLayout.HEAD_BYTES + n * size;
            int guess = LeafLayout.guess(words[start + i], depths[i], n);
            int first = Math.max(0, guess - LeafLayout.WINDOW / 2) * size;
            int last = used - 1;
            if (!mostlyNew) {
                last = Math.min(last, first + LeafLayout.WINDOW * size);
            } else if (classes.classFor(used) == classes.classFor(used + size)) {
                // An insertion moves what lies above it up by an entry,
                last = used + size - 1;
            } else {
                // or copies the whole leaf if that fills its block.
                first = 0;
            }
            firstBytes[i] = Slot.address(slot) + first;
            lastBytes[i] = Slot.address(slot) + last;
        }
    }

    /** Touches all lines of each leaf that are needed; as many every time as most leaves have, for want of a better guess. */
    private int touchAll(int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            long first = firstBytes[i];
            long last = lastBytes[i];
            sum += RawMemory.getByte(first)
                    + RawMemory.getByte(Math.min(last, first + CACHE_LINE_BYTES))
                    + RawMemory.getByte(Math.min(last, first + 2 * CACHE_LINE_BYTES))
                    + RawMemory.getByte(Math.min(last, first + 3 * CACHE_LINE_BYTES))
                    + RawMemory.getByte(Math.min(last, first + 4 * CACHE_LINE_BYTES))
                    + RawMemory.getByte(Math.min(last, first + 5 * CACHE_LINE_BYTES))
                    + RawMemory.getByte(Math.min(last, first + 6 * CACHE_LINE_BYTES))
                    + RawMemory.getByte(Math.min(last, first + 7 * CACHE_LINE_BYTES))
                    + RawMemory.getByte(last);
            for (long at = first + LINES_TOUCHED_AT_ONCE * CACHE_LINE_BYTES; at < last; at += CACHE_LINE_BYTES) {
                sum += RawMemory.getByte(at);
            }
        }
        return sum;
    }

    /** Touches the lines that a search reads, three where entries are short; it may find one more missing. */
    private int touchFew(int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            long first = firstBytes[i];
            long last = lastBytes[i];
            sum += RawMemory.getByte(first)
                    + RawMemory.getByte(Math.min(last, first + CACHE_LINE_BYTES))
                    + RawMemory.getByte(last);
        }
        return sum;
    }

    private void search(Trie trie, BatchPlan plan, byte[] keys, int start, int count) {
        int keyBytes = trie.layout().keyBytes();
        for (int i = 0; i < count; i++) {
            if (slots[i] != 0) {
                int place = start + i;
                found[i] = trie.find(slots[i], depths[i], plan.word(place), keys, plan.entry(place) * keyBytes);
            }
        }
    }

    /** Whether entry {@code i} of the group leads to a leaf, and what was found out about it is still so. */
    boolean holds(Directory directory, int i) {
        // A slot that reads as it did leads to a leaf of the same keys: one more key changes its number of entries, a
        // split
        // its span, or makes it a node. A slot of a node that is gone must not be read.
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

    /** The number of its entry, or {@code ~p} if the key was absent and belonged before entry {@code p}. */
    int found(int i) {
        return found[i];
    }

    /** A number that depends on every read. */
    int touched() {
        return touched;
    }
}
