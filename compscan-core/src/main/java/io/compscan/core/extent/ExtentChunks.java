package io.compscan.core.extent;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.ZeroBytes;
import java.util.Arrays;

/** The chunks of one extent under one scheme: zeros apart, each distinct chunk once, in the order of the keys. Reused; one thread. */
final class ExtentChunks {

    private static final int FREE = 0;

    private final ChunkKeys hash;
    private final ChunkList nonZero = new ChunkList();
    private long[] found = {};
    private long[] keys = {};
    /** The number of a chunk in {@link #nonZero}, for each distinct chunk in the order of the keys. */
    private int[] numbers = {};
    /** Number of a chunk in {@link #nonZero} + 1, by the key: a power of two of slots, of which half are free at least. */
    private int[] slots = {FREE};

    private int distinctCount;
    private long distinctBytes;
    private long zeroBytes;
    private long readBytes;

    ExtentChunks(ChunkKeys hash) {
        this.hash = hash;
    }

    /** Begins an extent. */
    void clear() {
        nonZero.clear();
        zeroBytes = 0;
        readBytes = 0;
    }

    /** Adds a chunk of the extent. */
    void add(byte[] data, int offset, int length) {
        readBytes += length;
        if (ZeroBytes.isZero(data, offset, length)) {
            zeroBytes += length;
        } else {
            nonZero.add(offset, length);
        }
    }

    /** Takes the keys of the chunks and drops those that occur again. */
    void end(byte[] data) {
        int count = nonZero.size();
        if (keys.length < count) {
            found = new long[count];
            keys = new long[count];
            numbers = new int[count];
            slots = new int[2 * Integer.highestOneBit(Math.max(1, 2 * count - 1))];
        }
        hash.keys(data, nonZero, found);
        Arrays.fill(slots, FREE);
        distinctCount = 0;
        distinctBytes = 0;
        for (int i = 0; i < count; i++) {
            addDistinct(i);
        }
        Arrays.sort(keys, 0, distinctCount);
        for (int i = 0; i < distinctCount; i++) {
            numbers[i] = slots[slot(keys[i])] - 1;
        }
    }

    private void addDistinct(int number) {
        int slot = slot(found[number]);
        if (slots[slot] == FREE) {
            slots[slot] = number + 1;
            keys[distinctCount++] = found[number];
            distinctBytes += nonZero.length(number);
        }
    }

    /** The slot of the key, or the one that is free for it. */
    private int slot(long key) {
        int slot = (int) key & (slots.length - 1);
        while (slots[slot] != FREE && found[slots[slot] - 1] != key) {
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    int distinctCount() {
        return distinctCount;
    }

    long key(int i) {
        return keys[i];
    }

    int offset(int i) {
        return nonZero.offset(numbers[i]);
    }

    int length(int i) {
        return nonZero.length(numbers[i]);
    }

    long distinctBytes() {
        return distinctBytes;
    }

    long zeroBytes() {
        return zeroBytes;
    }

    long readBytes() {
        return readBytes;
    }
}
