package io.compscan.map.trie;

import io.compscan.map.memory.RawMemory;

/** The way of a key from a shard's slot table down to the slot of its leaf, or to an empty slot. */
final class Descent {

    private long slotAddress;
    private long slot;
    private int depth;

    /** Descends from the table. */
    void to(SlotTable table, long firstWord, byte[] keys, int keyAt) {
        long address = table.slotFor(firstWord);
        from(address, RawMemory.getLong(address), table.depth(), firstWord, keys, keyAt);
    }

    /**
     * Descends from a slot of the table that was read already.
     *
     * @param tableDepth the number of key bits that lead to a slot of the table
     */
    void from(long tableSlotAddress, long tableSlot, int tableDepth, long firstWord, byte[] keys, int keyAt) {
        slotAddress = tableSlotAddress;
        slot = tableSlot;
        depth = tableDepth - Slot.span(tableSlot);
        while (Slot.isNode(slot)) {
            slotAddress = Slot.child(slot, bit(firstWord, keys, keyAt, depth));
            slot = RawMemory.getLong(slotAddress);
            depth++;
        }
    }

    /** Bit {@code bit} of the key at {@code keyAt} that begins with {@code firstWord}; 0 is the topmost bit. */
    private static int bit(long firstWord, byte[] keys, int keyAt, int bit) {
        return bit < Long.SIZE
                ? (int) (firstWord >>> (Long.SIZE - 1 - bit)) & 1
                : (keys[keyAt + (bit >>> 3)] >>> (7 - (bit & 7))) & 1;
    }

    /** Where the slot is. */
    long slotAddress() {
        return slotAddress;
    }

    /** A leaf, or 0. */
    long slot() {
        return slot;
    }

    /** How many key bits lead to the slot. */
    int depth() {
        return depth;
    }
}
