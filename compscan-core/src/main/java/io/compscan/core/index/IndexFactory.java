package io.compscan.core.index;

/** Opens the indexes of a scan, one for each scheme and each file that is reported on its own. */
@FunctionalInterface
public interface IndexFactory {

    /** Indexes that keep every distinct chunk. */
    IndexFactory EXACT = ExactIndex::new;

    /** An empty index. */
    ChunkIndex open(IndexSettings settings);
}
