package io.compscan.map.trie;

import io.compscan.map.memory.Bytes;
import io.compscan.map.memory.RawMemory;

/**
 * The reference counts of a trie that outgrew their byte, and the leaves that have such: rare, and slower than the others.
 *
 * <p>Whatever fails for lack of memory fails before anything has changed.
 */
final class LargeCounts {

    private final LeafLayout layout;
    private final SizeClasses classes;
    private final Directory directory;
    private final BlockSpace blocks;
    private long count;

    LargeCounts(TrieShape shape, Directory directory, BlockSpace blocks) {
        layout = shape.layout();
        classes = shape.classes();
        this.directory = directory;
        this.blocks = blocks;
    }

    /** How many entries have a large count. */
    long count() {
        return count;
    }

    /** Forgets that there are any. */
    void clear() {
        count = 0;
    }

    /** Writes the first count of a leaf of one entry. */
    void putFirst(long block, int implied, long references) {
        RawMemory.putLong(block + LeafLayout.HEAD_BYTES + layout.entryBytes(implied), references);
        count++;
    }

    /**
     * Opens a gap for a new entry before entry {@code p} of a leaf, which has room for one by its number, and links the leaf with
     * one entry more; a large count is written.
     *
     * @return the address of the leaf's block, or 0 if there was no memory
     */
    long openEntry(long slotAddress, long slot, int implied, int p, long references) {
        boolean large = references > LeafLayout.MAX_SMALL_COUNT;
        int size = layout.entryBytes(implied);
        int before = LeafLayout.HEAD_BYTES + p * size;
        long countAt = countAt(slot, implied, p);
        int countBytes = large ? LeafLayout.LARGE_COUNT_BYTES : 0;
        long newSlot = Slot.withOneMore(large ? Slot.withLarge(slot) : slot);
        long block = openGaps(slotAddress, slot, newSlot, implied, before, size, countAt, countBytes, false);
        if (block != 0 && large) {
            RawMemory.putLong(block + countAt + size, references);
            count++;
        }
        return block;
    }

    /**
     * Adds to the count of entry {@code p} of a leaf, which is large or becomes so.
     *
     * @return the address of the leaf's block afterwards, or 0 if there was no memory
     */
    long add(long added, long slotAddress, long slot, int implied, int p) {
        long block = Slot.address(slot);
        long entryAt = LeafLayout.HEAD_BYTES + (long) p * layout.entryBytes(implied);
        long countAt = countAt(slot, implied, p);
        int smallCount = layout.smallCount(block + entryAt, implied);
        if (smallCount > LeafLayout.MAX_SMALL_COUNT) {
            RawMemory.putLong(block + countAt, sum(RawMemory.getLong(block + countAt), added));
            return block;
        }
        long total = sum(smallCount, added);
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
        if (wide != 0) {
            layout.markLarge(wide + entryAt, implied);
            RawMemory.putLong(wide + countAt, total);
            count++;
        }
        return wide;
    }

    private static long sum(long references, long added) {
        long sum = references + added;
        if (sum < 0) {
            throw new ArithmeticException("a reference count exceeds 2^63 - 1");
        }
        return sum;
    }

    /** Where in its block the large count of entry {@code p} stands, or would go. */
    private long countAt(long slot, int implied, int p) {
        long block = Slot.address(slot);
        return layout.largeCountAt(block + LeafLayout.HEAD_BYTES, Slot.entries(slot), p, implied) - block;
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
            Bytes.moveUp(block + firstAt, secondAt - firstAt, firstBytes);
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
}
