package io.compscan.core.index;

import java.util.Arrays;

/**
 * The stored sizes of some chunks of one batch, with each compressor of the index.
 *
 * <pre>
 *   sizes   | chunk first: c0 c1 .. | chunk first+1: c0 c1 .. | ...      0 = not known
 * </pre>
 *
 * The table is filled again for each batch and belongs to one thread.
 */
public final class StoredSizes {

    private final int compressorCount;
    private int[] sizes = {};
    private int first;
    private int chunkCount;

    /** An empty table. */
    public StoredSizes(int compressorCount) {
        this.compressorCount = compressorCount;
    }

    /** Forgets all sizes and makes room for the chunks {@code [from, to)}. */
    public void clear(int from, int to) {
        first = from;
        chunkCount = to - from;
        int length = chunkCount * compressorCount;
        if (sizes.length < length) {
            sizes = new int[length];
        } else {
            Arrays.fill(sizes, 0, length, 0);
        }
    }

    /** Notes that chunk {@code i} takes so many bytes, from 1 to its length, with a compressor. */
    public void set(int i, int compressor, int storedBytes) {
        sizes[(i - first) * compressorCount + compressor] = storedBytes;
    }

    /** The size of chunk {@code i} with a compressor; 0 if it is not known. */
    public int get(int i, int compressor) {
        return sizes[(i - first) * compressorCount + compressor];
    }

    /** Whether any size of chunk {@code i} is known. */
    public boolean has(int i) {
        int row = (i - first) * compressorCount;
        for (int c = 0; c < compressorCount; c++) {
            if (sizes[row + c] != 0) {
                return true;
            }
        }
        return false;
    }

    /** The first chunk that there is room for. */
    public int first() {
        return first;
    }

    /** The chunk behind the last one that there is room for. */
    public int end() {
        return first + chunkCount;
    }
}
