package io.compscan.core.estimate;

import java.util.Arrays;

/**
 * The chunks that an {@link IncidenceTable} keeps, each at a place: 0, 1, 2, ... One thread at a time.
 *
 * <pre>
 *   slots      place of a chunk + 1, by the key; 0 is free
 *   chunks     key | length | stored sizes | extents         one array each
 * </pre>
 */
final class KeptChunks {

    private static final int FIRST = 1 << 12;

    private final int compressorCount;
    private int[] slots = new int[4 * FIRST];
    private long[] keys = new long[FIRST];
    private int[] lengths = new int[FIRST];
    private int[] extentCounts = new int[FIRST];
    private int[] stored;
    private int count;

    KeptChunks(int compressorCount) {
        this.compressorCount = compressorCount;
        stored = new int[FIRST * compressorCount];
    }

    int count() {
        return count;
    }

    int compressorCount() {
        return compressorCount;
    }

    long key(int place) {
        return keys[place];
    }

    /** How many of the extents contain the chunk. */
    int extents(int place) {
        return extentCounts[place];
    }

    /** The most extents that contain a chunk. */
    int mostExtents() {
        return Arrays.stream(extentCounts, 0, count).max().orElse(0);
    }

    void addExtent(int place) {
        extentCounts[place]++;
    }

    int length(int place) {
        return lengths[place];
    }

    /** Their lengths, by place. */
    int[] lengths() {
        return Arrays.copyOf(lengths, count);
    }

    /** The sum of their lengths. */
    long lengthBytes() {
        long sum = 0;
        for (int place = 0; place < count; place++) {
            sum += lengths[place];
        }
        return sum;
    }

    /** 0 if nobody has sized the chunk. */
    int stored(int place, int compressor) {
        return stored[place * compressorCount + compressor];
    }

    boolean isSized(int place) {
        return stored[place * compressorCount] != 0;
    }

    void size(int place, int[] sizes) {
        System.arraycopy(sizes, 0, stored, place * compressorCount, compressorCount);
    }

    /** -1 if the chunk is not kept. */
    int find(long key) {
        return slots[slot(key)] - 1;
    }

    /** Keeps a chunk that is not kept yet, and returns its place. */
    int add(long key, int length) {
        if (count == keys.length) {
            grow();
        }
        keys[count] = key;
        lengths[count] = length;
        slots[slot(key)] = count + 1;
        return count++;
    }

    /** How many keys are at most this, unsigned. */
    int countTo(long maxKey) {
        int sum = 0;
        for (int place = 0; place < count; place++) {
            sum += Long.compareUnsigned(keys[place], maxKey) <= 0 ? 1 : 0;
        }
        return sum;
    }

    /**
     * Moves each chunk to another place.
     *
     * @param moved the new places; negative for chunks that are dropped
     * @param kept how many are not
     */
    void move(int[] moved, int kept) {
        long[] movedKeys = new long[keys.length];
        int[] movedLengths = new int[keys.length];
        int[] movedCounts = new int[keys.length];
        int[] movedStored = new int[stored.length];
        for (int place = 0; place < count; place++) {
            int to = moved[place];
            if (to >= 0) {
                movedKeys[to] = keys[place];
                movedLengths[to] = lengths[place];
                movedCounts[to] = extentCounts[place];
                System.arraycopy(stored, place * compressorCount, movedStored, to * compressorCount, compressorCount);
            }
        }
        keys = movedKeys;
        lengths = movedLengths;
        extentCounts = movedCounts;
        stored = movedStored;
        count = kept;
        rehash(slots.length);
    }

    private int slot(long key) {
        int mask = slots.length - 1;
        int slot = (int) ((key * 0x9e3779b97f4a7c15L) >>> 33) & mask;
        while (slots[slot] != 0 && keys[slots[slot] - 1] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        int size = 2 * keys.length;
        keys = Arrays.copyOf(keys, size);
        lengths = Arrays.copyOf(lengths, size);
        extentCounts = Arrays.copyOf(extentCounts, size);
        stored = Arrays.copyOf(stored, size * compressorCount);
        rehash(4 * size);
    }

    private void rehash(int slotCount) {
        slots = new int[slotCount];
        for (int place = 0; place < count; place++) {
            slots[slot(keys[place])] = place + 1;
        }
    }
}
