package io.compscan.core.fold;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.scan.ScanOptions;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Which of a scan's compressors leave a stored size with each chunk of one chunking.
 *
 * <p>None of them does where a superblock is larger than the chunk, for then compression is measured over superblocks; and
 * {@code none} never does, for its stored size is the length. A compressor that is given a sample leaves the others unknown.
 *
 * @param bySuperblock whether compression is measured over superblocks
 * @param sized the numbers of the compressors whose stored sizes the index keeps, in the order of its fields
 * @param rules for each of them, which chunks it is given
 */
public record CompressionPlan(boolean bySuperblock, List<Integer> sized, List<SampleRule> rules)
        implements Serializable {

    private static final String STORE_RAW = "none";

    public static CompressionPlan of(ScanOptions options, Chunker chunker) {
        return of(LayoutSpec.of(options, chunker));
    }

    public static CompressionPlan of(LayoutSpec layout) {
        List<Integer> sized = new ArrayList<>();
        List<SampleRule> rules = new ArrayList<>();
        for (int i = 0; i < layout.compressors().size() && !layout.bySuperblock(); i++) {
            if (!layout.compressors().get(i).equals(STORE_RAW)) {
                sized.add(i);
                rules.add(layout.samples().get(i).rule());
            }
        }
        return new CompressionPlan(layout.bySuperblock(), List.copyOf(sized), List.copyOf(rules));
    }

    public int sizedCount() {
        return sized.size();
    }

    /** For each sized compressor what chooses its chunks while one set of data is scanned. */
    public List<SampleControl> controls(Chunker chunker) {
        return rules.stream()
                .map(rule -> new SampleControl(rule, chunker.maxChunkBytes()))
                .toList();
    }

    /** The index field of a compressor, -1 if it has none. */
    int sizedIndexOf(int compressor) {
        return sized.indexOf(compressor);
    }
}
