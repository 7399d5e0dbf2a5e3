package io.compscan.core.index.sketch;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * One locked part of a sketch: an open hash table of entries, off the Java heap.
 *
 * <pre>
 *   entry  | key 8 | references 8 | length 4 | stored 0: 4 | stored 1: 4 | ...      references 0: a free slot
 * </pre>
 *
 * <p>An entry with one compressor takes 24 bytes. The table is at most three quarters full, unless chance sends more chunks here than
 * elsewhere; then it grows. The caller holds the lock of the shard.
 */
final class SketchShard {

    private static final int KEY = 0;
    private static final int REFERENCES = 8;
    private static final int LENGTH = 16;
    private static final int STORED = 20;
    private static final int FIRST_SLOTS = 64;
    private static final double MOST_LOAD = 0.875;

    /** Sees one entry; the slot is valid during the call. */
    @FunctionalInterface
    interface EntryVisitor {
        void visit(int slot);
    }

    private final int entryBytes;
    private final int usualSlots;
    private ByteBuffer table;
    private int slots;
    private int size;

    /** @param usualSlots how far the table grows by doubling */
    SketchShard(int compressorCount, int usualSlots) {
        entryBytes = entryBytes(compressorCount);
        this.usualSlots = usualSlots;
        slots = Math.min(FIRST_SLOTS, usualSlots);
        table = allocate(slots);
    }

    static int entryBytes(int compressorCount) {
        return STORED + Integer.BYTES * Math.max(1, compressorCount);
    }

    private ByteBuffer allocate(int count) {
        return ByteBuffer.allocateDirect(Math.multiplyExact(count, entryBytes)).order(ByteOrder.nativeOrder());
    }

    /** The slot of the key, or -1 minus the free slot where it belongs. */
    int find(long key) {
        int slot = home(key);
        while (references(slot) != 0) {
            if (key(slot) == key) {
                return slot;
            }
            slot = slot + 1 == slots ? 0 : slot + 1;
        }
        return -1 - slot;
    }

    /** The keys of a sketch are all small; these bits are as good as random even so. */
    private int home(long key) {
        long mixed = (key * 0x9e3779b97f4a7c15L) >>> Integer.SIZE;
        return (int) ((mixed * slots) >>> Integer.SIZE);
    }

    /** Adds an entry that {@link #find} has not found. */
    void insert(long key, long references, int lengthBytes, int[] stored) {
        if (size + 1 > MOST_LOAD * slots) {
            resize(slots < usualSlots ? Math.min(2 * slots, usualSlots) : slots + slots / 2);
        }
        int slot = -1 - find(key);
        put(slot, key, references, lengthBytes);
        for (int c = 0; c < stored.length; c++) {
            setStored(slot, c, stored[c]);
        }
        size++;
    }

    private void put(int slot, long key, long references, int lengthBytes) {
        int at = slot * entryBytes;
        table.putLong(at + KEY, key);
        table.putLong(at + REFERENCES, references);
        table.putInt(at + LENGTH, lengthBytes);
    }

    long key(int slot) {
        return table.getLong(slot * entryBytes + KEY);
    }

    long references(int slot) {
        return table.getLong(slot * entryBytes + REFERENCES);
    }

    void addReferences(int slot, long more) {
        table.putLong(slot * entryBytes + REFERENCES, Math.addExact(references(slot), more));
    }

    int length(int slot) {
        return table.getInt(slot * entryBytes + LENGTH);
    }

    int stored(int slot, int compressor) {
        return table.getInt(slot * entryBytes + STORED + Integer.BYTES * compressor);
    }

    /** Keeps the larger of the two sizes. */
    void noteStored(int slot, int compressor, int storedBytes) {
        if (storedBytes > stored(slot, compressor)) {
            setStored(slot, compressor, storedBytes);
        }
    }

    private void setStored(int slot, int compressor, int storedBytes) {
        table.putInt(slot * entryBytes + STORED + Integer.BYTES * compressor, storedBytes);
    }

    void forEach(EntryVisitor visitor) {
        for (int slot = 0; slot < slots; slot++) {
            if (references(slot) != 0) {
                visitor.visit(slot);
            }
        }
    }

    /** Drops the entries whose keys are larger, unsigned. */
    void keepUpTo(long maxKey) {
        rebuild(slots, maxKey);
    }

    private void resize(int newSlots) {
        rebuild(newSlots, -1L);
    }

    private void rebuild(int newSlots, long maxKey) {
        ByteBuffer old = table;
        int oldSlots = slots;
        table = allocate(newSlots);
        slots = newSlots;
        size = 0;
        for (int i = 0; i < oldSlots; i++) {
            int at = i * entryBytes;
            long key = old.getLong(at + KEY);
            if (old.getLong(at + REFERENCES) != 0 && Long.compareUnsigned(key, maxKey) <= 0) {
                int slot = -1 - find(key);
                table.put(slot * entryBytes, old, at, entryBytes);
                size++;
            }
        }
    }

    long memoryBytes() {
        return (long) slots * entryBytes;
    }
}
