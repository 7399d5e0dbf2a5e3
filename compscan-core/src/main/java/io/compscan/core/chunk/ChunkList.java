package io.compscan.core.chunk;

import java.util.Arrays;

/** Chunks in a buffer, as offsets and lengths; a reusable list that grows as needed and belongs to one thread. */
public final class ChunkList {

    private static final int INITIAL_CAPACITY = 256;

    private int[] offsets = new int[INITIAL_CAPACITY];
    private int[] lengths = new int[INITIAL_CAPACITY];
    private int size;

    /** Appends the chunk of {@code length} bytes at {@code offset}. */
    public void add(int offset, int length) {
        if (size == offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * size);
            lengths = Arrays.copyOf(lengths, 2 * size);
        }
        offsets[size] = offset;
        lengths[size] = length;
        size++;
    }

    /** Where chunk {@code i} starts in the buffer. */
    public int offset(int i) {
        return offsets[i];
    }

    /** The length of chunk {@code i} in bytes. */
    public int length(int i) {
        return lengths[i];
    }

    /** How many chunks there are. */
    public int size() {
        return size;
    }

    /** Forgets all chunks. */
    public void clear() {
        size = 0;
    }
}
