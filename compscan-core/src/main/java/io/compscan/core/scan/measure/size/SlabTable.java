package io.compscan.core.scan.measure.size;

import io.compscan.core.chunk.ChunkList;
import java.util.Arrays;

/**
 * Numbers ranges of a slab from 0 on, and finds the number of a range again.
 *
 * <p>A table of hashes of (offset, length) with linear probing; a slot holds a number plus one. Belongs to one thread.
 */
public final class SlabTable {

    private static final int INITIAL_SLOTS = 1024;

    private int[] slots = new int[INITIAL_SLOTS];
    private final ChunkList known = new ChunkList();

    /** Forgets all ranges. */
    public void clear() {
        Arrays.fill(slots, 0);
        known.clear();
    }

    /** The number of ranges. */
    public int size() {
        return known.size();
    }

    /** The number of the range; -1 if it has none. */
    public int find(int offset, int length) {
        return slots[slotOf(offset, length)] - 1;
    }

    /** Gives the range the next number; it must have none. */
    public void add(int offset, int length) {
        known.add(offset, length);
        if (2 * known.size() > slots.length) {
            grow();
        } else {
            slots[slotOf(offset, length)] = known.size();
        }
    }

    private void grow() {
        slots = new int[4 * slots.length];
        for (int i = 0; i < known.size(); i++) {
            slots[slotOf(known.offset(i), known.length(i))] = i + 1;
        }
    }

    /** The slot of the range, or the empty one where it belongs. */
    private int slotOf(int offset, int length) {
        int hash = (int) (((offset * 31L + length) * 0x9e3779b97f4a7c15L) >>> 32);
        int slot = hash & slots.length - 1;
        while (slots[slot] != 0 && !isAt(slots[slot] - 1, offset, length)) {
            slot = slot + 1 & slots.length - 1;
        }
        return slot;
    }

    private boolean isAt(int number, int offset, int length) {
        return known.offset(number) == offset && known.length(number) == length;
    }
}
