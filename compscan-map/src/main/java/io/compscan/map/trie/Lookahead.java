package io.compscan.map.trie;

import io.compscan.map.memory.RawMemory;
import io.compscan.map.memory.SizeClasses;

/**
 * The places of a group of keys in a trie, found before the first key is added; one thread reuses the object.
 *
 * <p>It works level by level: all slots of the group, then all leaves, then a search in each leaf. Reads of one level do not wait for
 * one another, so a group costs about two cache misses in a row. Each level is a loop of its own with few instructions. A processor runs
 * ahead of a missing read by some hundred instructions, so a short loop has more reads under way.
 *
 * <p>The key of entry {@code i} leads to {@link #slot}, read at {@link #slotAddress}. The slot is empty or points to a leaf, {@link #depth}
 * bits below the root; in the leaf, {@link #found} is the place of the key. An earlier entry of the group may change that; see {@link
 * #holds}.
 */
final class Lookahead {

    /** The number of entries that are looked up before the first of them is added. */
    static final int GROUP = 32;

    private static final int CACHE_LINE_BYTES = 64;
    private static final int LINES_TOUCHED_AT_ONCE = 8;

    private final LeafLayout layout;
    private final LeafSearch search;
    private final SizeClasses classes;
    private final int listSize;
    private final Descent descent = new Descent();
    private final long[] slotAddresses;
    private final long[] slots;
    private final int[] depths;
    private final int[] found;
    /** The first and the last byte that each entry needs of its leaf. */
    private final long[] firstBytes;

    private final long[] lastBytes;
    private int tableVersion;
    /** Depends on every byte touched, so that no read can be optimised away. */
    private int touched;

    /** @param capacity the largest group */
    Lookahead(TrieShape shape, int capacity) {
        layout = shape.layout();
        search = new LeafSearch(layout);
        classes = shape.classes();
        listSize = shape.listSize();
        slotAddresses = new long[capacity];
        slots = new long[capacity];
        depths = new int[capacity];
        found = new int[capacity];
        firstBytes = new long[capacity];
        lastBytes = new long[capacity];
    }

    /**
     * Reads what the entries at these places of a plan will need.
     *
     * @param mostlyNew whether most keys are likely to be absent: an insertion reads more of a leaf than a search
     */
    void read(SlotTable table, BatchPlan plan, byte[] keys, int start, int end, boolean mostlyNew) {
        tableVersion = table.version();
        int count = end - start;
        readSlots(table, plan.words(), start, count);
        descend(table.depth(), plan, keys, start, count);
        chooseBytes(plan.words(), start, count, mostlyNew);
        touched += mostlyNew ? touchAll(count) : touchFew(count);
        search(plan, keys, start, count);
    }

    /** Looks up one entry of the group, now that {@link #holds} is false or a leaf has split. */
    void lookUp(SlotTable table, int i, long firstWord, byte[] keys, int keyAt) {
        descent.to(table, firstWord, keys, keyAt);
        take(i);
        if (slots[i] != 0) {
            found[i] = search.find(slots[i], depths[i], firstWord, keys, keyAt);
        }
    }

    private void take(int i) {
        slotAddresses[i] = descent.slotAddress();
        slots[i] = descent.slot();
        depths[i] = descent.depth();
    }

    private void readSlots(SlotTable table, long[] words, int start, int count) {
        for (int i = 0; i < count; i++) {
            long slotAddress = table.slotFor(words[start + i]);
            slotAddresses[i] = slotAddress;
            slots[i] = RawMemory.getLong(slotAddress);
        }
    }

    private void descend(int tableDepth, BatchPlan plan, byte[] keys, int start, int count) {
        int keyBytes = layout.keyBytes();
        for (int i = 0; i < count; i++) {
            long slot = slots[i];
            if (Slot.isNode(slot)) {
                int place = start + i;
                descent.from(slotAddresses[i], slot, tableDepth, plan.word(place), keys, plan.entry(place) * keyBytes);
                take(i);
            } else {
                depths[i] = tableDepth - Slot.span(slot);
            }
        }
    }

    private void chooseBytes(long[] words, int start, int count, boolean mostlyNew) {
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
            int guess = LeafSearch.guess(words[start + i], depths[i], n);
            int first = Math.max(0, guess - LeafSearch.WINDOW / 2) * size;
            int last = used - 1;
            if (!mostlyNew) {
                last = Math.min(last, first + LeafSearch.WINDOW * size);
            } else if (n < listSize && classes.classFor(used) == classes.classFor(used + size)) {
                // An insertion moves the entries above it up,
                last = used + size - 1;
            } else {
                // or copies the whole leaf if its block or the leaf itself is full.
                first = 0;
            }
            firstBytes[i] = Slot.address(slot) + first;
            lastBytes[i] = Slot.address(slot) + last;
        }
    }

    /** Touches the lines that each insertion needs: always as many as most leaves have, the others in a loop. */
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

    /** Touches the lines that a search reads: three where entries are short, sometimes one too few. */
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

    private void search(BatchPlan plan, byte[] keys, int start, int count) {
        int keyBytes = layout.keyBytes();
        for (int i = 0; i < count; i++) {
            if (slots[i] != 0) {
                int place = start + i;
                found[i] = search.find(slots[i], depths[i], plan.word(place), keys, plan.entry(place) * keyBytes);
            }
        }
    }

    /**
     * Whether the knowledge about entry {@code i} of the group is still valid.
     *
     * <p>The knowledge is valid while the slot has its old value. A further key changes the number of entries in it; a split changes the
     * span or makes a node. After the table has grown, a slot in a node must not be read, because the node may be gone.
     */
    boolean holds(SlotTable table, int i) {
        return tableVersion == table.version() && RawMemory.getLong(slotAddresses[i]) == slots[i];
    }

    /** Whether the key is present. */
    boolean isPresent(int i) {
        return slots[i] != 0 && found[i] >= 0;
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

    /** The number of its entry, or {@code ~p} if the key is absent and belongs before entry {@code p}; undefined without a leaf. */
    int found(int i) {
        return found[i];
    }

    /** A number that depends on every byte read. */
    int touched() {
        return touched;
    }
}
