package io.compscan.core.chunk;

import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a file system looks at beside the bytes of a file, where it cuts and where it tells chunks apart. Most chunkings have none of it.
 *
 * @param areShortFilesApart whether a file shorter than the longest chunk has another identity than the end of a longer file with the same
 *     bytes
 * @param sampledFileBytes a sample of a file longer than this tells whether it {@link #isWhole}; {@link Long#MAX_VALUE} where bytes alone
 *     tell chunks apart
 * @param areLongFilesWhole whether each file longer than that is whole, be it noise or not
 * @param sparseFileBytes a cutter of {@code sparseCutters} cuts files longer than this that have holes; {@link Long#MAX_VALUE} where holes decide
 *     about no cut
 * @param sparseCutters makes a cutter of files that have holes, for one thread. Its chunks do not end at bodies. In a hole it cuts like the
 *     other cutters. The argument is the length of a run of the data between two holes: chunks of one run end together; 0 to end each for
 *     itself. Null where holes decide about no cut
 * @param rawExtents the extents of chunks that are stored raw and occur in copies of the whole extent alone; null if each chunk is on its own
 */
public record FileRules(
        boolean areShortFilesApart,
        long sampledFileBytes,
        boolean areLongFilesWhole,
        long sparseFileBytes,
        @Nullable IntFunction<Cutter> sparseCutters,
        @Nullable RawExtents rawExtents) {

    /** Bytes alone decide. */
    public static final FileRules NONE = new FileRules(false, Long.MAX_VALUE, false, Long.MAX_VALUE, null, null);

    /** Whether chunks with the same bytes may differ, so that marks tell them apart. */
    public boolean tellChunksApart() {
        return areShortFilesApart || sampledFileBytes < Long.MAX_VALUE || rawExtents != null;
    }

    /**
     * Whether the chunks of a file occur in copies of the whole file alone.
     *
     * @param isNoise whether a sample of the file is noise
     */
    public boolean isWhole(long fileBytes, boolean isNoise) {
        return fileBytes > sampledFileBytes && (areLongFilesWhole || isNoise);
    }
}
