package io.compscan.core.scan.measure;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.Chunker.ZeroRun;
import io.compscan.core.scan.read.Slab;
import java.util.List;

/** Keeps what one thread has measured in its slabs, so that a later scan need not read the same bytes. Belongs to the thread. */
@FunctionalInterface
public interface SlabRecorder {

    /** The chunks of zeros in the holes of a slab. */
    @FunctionalInterface
    interface HoleChunks {
        /** The chunks of a hole under a scheme. */
        ZeroRun of(int scheme, int hole);
    }

    /**
     * A slab has been measured.
     *
     * @param batches for each scheme its chunks, with the stored sizes of those that were new
     * @param fragments for each target system that packs in the order of the data the chunks that it has sampled: as an offset a chunk's
     *     number among those of its scheme that are not all zero, as a length the bytes of its fragment, 0 if it has none
     */
    void slab(Slab slab, List<ChunkBatch> batches, HoleChunks holes, List<ChunkList> fragments);
}
