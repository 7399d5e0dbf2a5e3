package io.compscan.core.chunk.rolling;

import java.util.Arrays;

/**
 * Positions in a buffer, ascending, each with a hash, and a cursor over them; grows as needed and belongs to one thread.
 *
 * <p>Neighbours of one hash are kept as a run. Otherwise zeros, where some hashes allow a cut everywhere, would take twelve times their
 * length.
 */
public final class Candidates {

    private static final int INITIAL_CAPACITY = 1024;

    /** For each run its first position, its last one, and the hash of all. */
    private int[] firsts = new int[INITIAL_CAPACITY];

    private int[] lasts = new int[INITIAL_CAPACITY];
    private long[] hashes = new long[INITIAL_CAPACITY];
    private int size;
    private int next;

    public void clear() {
        size = 0;
        next = 0;
    }

    public void add(int position, long hash) {
        if (size > 0 && lasts[size - 1] == position - 1 && hashes[size - 1] == hash) {
            lasts[size - 1] = position;
            return;
        }
        reserve(1);
        firsts[size] = position;
        lasts[size] = position;
        hashes[size] = hash;
        size++;
    }

    /** Appends positions that all lie behind those already here, each {@code shift} further. */
    public void addAll(Candidates later, int shift) {
        reserve(later.size);
        for (int i = 0; i < later.size; i++) {
            firsts[size + i] = later.firsts[i] + shift;
            lasts[size + i] = later.lasts[i] + shift;
        }
        System.arraycopy(later.hashes, 0, hashes, size, later.size);
        size += later.size;
    }

    /** Appends those of the others whose hash has this value under the mask; they lie behind those already here. */
    public void addMatching(Candidates all, long mask, long value) {
        reserve(all.size);
        for (int i = 0; i < all.size; i++) {
            if ((all.hashes[i] & mask) == value) {
                firsts[size] = all.firsts[i];
                lasts[size] = all.lasts[i];
                hashes[size] = 0;
                size++;
            }
        }
    }

    /** Puts positions in front that all lie before those already here. */
    public void prepend(Candidates earlier) {
        reserve(earlier.size);
        prepend(earlier.firsts, firsts, earlier.size);
        prepend(earlier.lasts, lasts, earlier.size);
        System.arraycopy(hashes, 0, hashes, earlier.size, size);
        System.arraycopy(earlier.hashes, 0, hashes, 0, earlier.size);
        size += earlier.size;
    }

    private void prepend(int[] earlier, int[] positions, int count) {
        System.arraycopy(positions, 0, positions, count, size);
        System.arraycopy(earlier, 0, positions, 0, count);
    }

    /** Puts the cursor back in front of the first position. */
    public void rewind() {
        next = 0;
    }

    /**
     * The first position in {@code [from, to)} whose hash has the mask's bits clear, {@link Integer#MAX_VALUE} if there is none. Between
     * rewinds {@code from} must not decrease.
     */
    public int first(int from, int to, long mask) {
        while (next < size && lasts[next] < from) {
            next++;
        }
        for (int i = next; i < size && firsts[i] < to; i++) {
            if ((hashes[i] & mask) == 0) {
                int position = Math.max(from, firsts[i]);
                return position < to ? position : Integer.MAX_VALUE;
            }
        }
        return Integer.MAX_VALUE;
    }

    private void reserve(int more) {
        if (size + more > firsts.length) {
            int capacity = Math.max(2 * firsts.length, size + more);
            firsts = Arrays.copyOf(firsts, capacity);
            lasts = Arrays.copyOf(lasts, capacity);
            hashes = Arrays.copyOf(hashes, capacity);
        }
    }
}
