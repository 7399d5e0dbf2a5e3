package io.compscan.core.scan;

import io.compscan.core.chunk.Chunker;
import java.util.ArrayList;
import java.util.List;

/**
 * Which of a scan's compressors leave a stored size with each chunk of one chunking.
 *
 * <p>None of them does where a superblock is larger than the chunk, for then compression is measured over superblocks; and
 * {@code none} never does, for its stored size is the length.
 *
 * @param bySuperblock whether compression is measured over superblocks
 * @param sized the numbers of the compressors whose stored sizes the index keeps, in the order of its fields
 */
record CompressionPlan(boolean bySuperblock, List<Integer> sized) {

    private static final String STORE_RAW = "none";

    static CompressionPlan of(ScanOptions options, Chunker chunker) {
        boolean bySuperblock = options.superblockBytes() > chunker.maxChunkBytes();
        List<Integer> sized = new ArrayList<>();
        for (int i = 0; i < options.compressors().size() && !bySuperblock; i++) {
            if (!options.compressors().get(i).name().equals(STORE_RAW)) {
                sized.add(i);
            }
        }
        return new CompressionPlan(bySuperblock, List.copyOf(sized));
    }

    int sizedCount() {
        return sized.size();
    }

    /** The index field of a compressor, -1 if it has none. */
    int sizedIndexOf(int compressor) {
        return sized.indexOf(compressor);
    }
}
