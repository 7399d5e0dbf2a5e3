package io.compscan.core.index;

import java.io.IOException;
import java.nio.file.Path;

/** An index that a checkpoint can save and a later process can restore. No thread may write to it meanwhile. */
public interface DurableIndex extends ChunkIndex {

    /**
     * Brings all that the index holds to files that outlive it, and writes only what is new since the last time.
     *
     * @param directory of all files that were saved before, and only of such
     * @param prefix starts the names of the files; no other index uses it
     */
    IndexRuns save(Path directory, String prefix) throws IOException;

    /** Takes over what another index of the same settings saved; this index must be empty. */
    void restore(Path directory, IndexRuns saved) throws IOException;
}
