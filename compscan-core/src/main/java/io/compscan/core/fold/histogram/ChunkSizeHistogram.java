package io.compscan.core.fold.histogram;

import io.compscan.result.ChunkSize;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Counts chunks and their bytes by length, in eight classes to each power of two. */
public final class ChunkSizeHistogram implements Serializable {

    private static final int CLASS_BITS = 3;
    private static final int CLASSES_PER_DOUBLING = 1 << CLASS_BITS;
    private static final int CLASSES = (Integer.SIZE - CLASS_BITS) * CLASSES_PER_DOUBLING;

    private final long[] uniqueChunks = new long[CLASSES];
    private final long[] uniqueBytes = new long[CLASSES];
    private final long[] chunks = new long[CLASSES];
    private final long[] bytes = new long[CLASSES];

    /** Counts a distinct chunk. */
    public void add(long references, int lengthBytes) {
        int i = classOf(lengthBytes);
        uniqueChunks[i]++;
        uniqueBytes[i] += lengthBytes;
        chunks[i] += references;
        bytes[i] += references * lengthBytes;
    }

    /** Adds the counts of another. */
    public void merge(ChunkSizeHistogram other) {
        for (int i = 0; i < CLASSES; i++) {
            uniqueChunks[i] += other.uniqueChunks[i];
            uniqueBytes[i] += other.uniqueBytes[i];
            chunks[i] += other.chunks[i];
            bytes[i] += other.bytes[i];
        }
    }

    /** In ascending order of the length. */
    public List<ChunkSize> rows() {
        List<ChunkSize> rows = new ArrayList<>();
        for (int i = 0; i < CLASSES; i++) {
            if (uniqueChunks[i] > 0) {
                rows.add(new ChunkSize(start(i), start(i + 1), uniqueChunks[i], uniqueBytes[i], chunks[i], bytes[i]));
            }
        }
        return rows;
    }

    /** Each length below 16 has a class of its own; the highest four bits of a longer one tell its class. */
    private static int classOf(int lengthBytes) {
        int shift = Math.max(0, Integer.SIZE - 1 - CLASS_BITS - Integer.numberOfLeadingZeros(lengthBytes));
        return shift * CLASSES_PER_DOUBLING + (lengthBytes >>> shift);
    }

    private static int start(int i) {
        int shift = Math.max(0, i / CLASSES_PER_DOUBLING - 1);
        return (i - shift * CLASSES_PER_DOUBLING) << shift;
    }
}
