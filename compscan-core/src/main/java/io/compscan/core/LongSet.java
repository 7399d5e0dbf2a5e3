package io.compscan.core;

/**
 * A set of numbers that only grows: open addressing with linear probing.
 *
 * <p>One {@code long} a slot; between half and three quarters of the slots are used, so an entry costs 11 to 16 bytes, and 27 while the
 * table grows.
 */
public final class LongSet {

    private static final int INITIAL_SLOTS = 64;
    /** The value of an empty slot; the set keeps that number itself apart. */
    private static final long EMPTY = 0;

    private long[] slots = new long[INITIAL_SLOTS];
    private int used;
    private boolean containsEmpty;

    /** Adds the number; false if it was there. */
    public boolean add(long number) {
        if (number == EMPTY) {
            boolean isNew = !containsEmpty;
            containsEmpty = true;
            return isNew;
        }
        int slot = slotOf(slots, number);
        if (slots[slot] == number) {
            return false;
        }
        slots[slot] = number;
        used++;
        if (used > slots.length / 4 * 3) {
            grow();
        }
        return true;
    }

    /** Whether the number was added. */
    public boolean contains(long number) {
        return number == EMPTY ? containsEmpty : slots[slotOf(slots, number)] == number;
    }

    /** How many numbers there are. */
    public long size() {
        return containsEmpty ? used + 1L : used;
    }

    /** The bytes of the table. */
    public long memoryBytes() {
        return (long) slots.length * Long.BYTES;
    }

    private void grow() {
        long[] larger = new long[Math.addExact(slots.length, slots.length / 2)];
        for (long number : slots) {
            if (number != EMPTY) {
                larger[slotOf(larger, number)] = number;
            }
        }
        slots = larger;
    }

    /** Where the number is, or else the empty slot where it belongs. */
    private static int slotOf(long[] table, long number) {
        // Inode numbers come in runs; the mix scatters them over all 64 bits.
        int slot = (int) Math.multiplyHigh(SplitMix.mix(number) >>> 1, (long) table.length << 1);
        while (table[slot] != number && table[slot] != EMPTY) {
            slot = slot + 1 == table.length ? 0 : slot + 1;
        }
        return slot;
    }
}
