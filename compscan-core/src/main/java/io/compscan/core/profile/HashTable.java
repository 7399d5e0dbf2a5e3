package io.compscan.core.profile;

import java.util.List;

/**
 * A hash table on disk with an entry for each distinct chunk, which grows in steps.
 *
 * @param headerBytes the bytes in front of the slots
 * @param entryBytes the size of a slot, taken or not
 * @param maxLoad the share of the slots that are taken when the table grows
 * @param slots the number of slots, step by step; beyond the last the table grows with the chunks
 */
public record HashTable(
        @Key(usual = "0") int headerBytes,
        int entryBytes,
        @Key(usual = "1") double maxLoad,
        List<Integer> slots) {

    /** Copies the list; refuses what contradicts itself, naming the key. */
    public HashTable {
        slots = List.copyOf(slots);
        check(headerBytes >= 0, "table.headerBytes must not be negative");
        check(entryBytes >= 1 && entryBytes <= 1 << 20, "table.entryBytes must be in 1 to " + (1 << 20));
        check(maxLoad > 0 && maxLoad <= 1, "table.maxLoad must be above 0 and at most 1");
        check(!slots.isEmpty() && slots.get(0) >= 1, "table.slots must not be empty");
        for (int i = 1; i < slots.size(); i++) {
            check(slots.get(i - 1) < slots.get(i), "table.slots must ascend");
        }
    }

    /** The size of the table with this many entries. */
    public long bytes(long entries) {
        for (int step : slots) {
            if (entries <= (long) (step * maxLoad)) {
                return headerBytes + (long) step * entryBytes;
            }
        }
        double least = entries / maxLoad * entryBytes;
        return headerBytes + (least < 1L << 60 ? (long) Math.ceil(least) : 1L << 60);
    }

    private static void check(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }
}
