package io.compscan.core.chunk;

import java.util.Arrays;

/** Positions in a buffer, ascending, each with a hash, and a cursor over them; grows as needed and belongs to one thread. */
final class Candidates {

    private static final int INITIAL_CAPACITY = 1024;

    private int[] positions = new int[INITIAL_CAPACITY];
    private long[] hashes = new long[INITIAL_CAPACITY];
    private int size;
    private int next;

    void clear() {
        size = 0;
        next = 0;
    }

    void add(int position, long hash) {
        if (size == positions.length) {
            reserve(1);
        }
        positions[size] = position;
        hashes[size] = hash;
        size++;
    }

    /** Appends positions that all lie behind those already here. */
    void addAll(Candidates later) {
        reserve(later.size);
        System.arraycopy(later.positions, 0, positions, size, later.size);
        System.arraycopy(later.hashes, 0, hashes, size, later.size);
        size += later.size;
    }

    /** Puts positions in front that all lie before those already here. */
    void prepend(Candidates earlier) {
        reserve(earlier.size);
        System.arraycopy(positions, 0, positions, earlier.size, size);
        System.arraycopy(hashes, 0, hashes, earlier.size, size);
        System.arraycopy(earlier.positions, 0, positions, 0, earlier.size);
        System.arraycopy(earlier.hashes, 0, hashes, 0, earlier.size);
        size += earlier.size;
    }

    /** Puts the cursor back in front of the first position. */
    void rewind() {
        next = 0;
    }

    /**
     * The first position in {@code [from, to)} whose hash has the mask's bits clear, {@link Integer#MAX_VALUE} if there is none. Between
     * rewinds {@code from} must not decrease.
     */
    int first(int from, int to, long mask) {
        while (next < size && positions[next] < from) {
            next++;
        }
        for (int i = next; i < size && positions[i] < to; i++) {
            if ((hashes[i] & mask) == 0) {
                return positions[i];
            }
        }
        return Integer.MAX_VALUE;
    }

    int size() {
        return size;
    }

    int position(int i) {
        return positions[i];
    }

    long hash(int i) {
        return hashes[i];
    }

    private void reserve(int more) {
        if (size + more > positions.length) {
            int capacity = Math.max(2 * positions.length, size + more);
            positions = Arrays.copyOf(positions, capacity);
            hashes = Arrays.copyOf(hashes, capacity);
        }
    }
}
