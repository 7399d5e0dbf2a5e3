package io.compscan.core.chunk;

import io.compscan.core.chunk.rolling.CandidateBits;
import io.compscan.core.chunk.rolling.CandidateRule;
import org.jspecify.annotations.Nullable;

/** Cuts units into chunks; immutable, shared by all threads. The boundaries depend on the unit's bytes only. */
public interface Chunker {

    /** The canonical name, such as {@code fixed:4096}. */
    String name();

    /** The length of the longest chunk in bytes; all chunks of fixed chunking but a region's first and last have it. */
    int maxChunkBytes();

    /** The mean length of a chunk in bytes where data is random and long. */
    double expectedChunkBytes();

    /** Whether chunks end at every multiple of {@code bodyBytes}, so that bodies of this length can be cut one by one. */
    boolean endsChunksAt(int bodyBytes);

    /** A cutter for one thread. */
    Cutter cutter();

    /** The rule by which other hardware can find this chunker's candidates; null if there is none. Its cutters take {@link CandidateBits}. */
    default @Nullable CandidateRule candidateRule() {
        return null;
    }

    /**
     * Whether a file shorter than the longest chunk has another identity than the end of a longer file with the same bytes.
     */
    default boolean filesApart() {
        return false;
    }

    /**
     * A sample of a file longer than this tells whether it {@link #isWhole}; {@link Long#MAX_VALUE} where bytes alone tell chunks apart.
     */
    default long sampledFileBytes() {
        return Long.MAX_VALUE;
    }

    /**
     * Whether the chunks of a file occur in copies of the whole file alone.
     *
     * @param isNoise whether a sample of the file is noise
     */
    default boolean isWhole(long fileBytes, boolean isNoise) {
        return false;
    }

    /** A {@link #sparseCutter} cuts files longer than this that have holes; {@link Long#MAX_VALUE} where holes decide about no cut. */
    default long sparseFileBytes() {
        return Long.MAX_VALUE;
    }

    /**
     * A cutter of files that have holes, for one thread. Its chunks do not end at bodies. In a hole it cuts like the other cutters.
     *
     * @param runBytes the length of a run of the data between two holes: chunks of one run end together; 0 to end each for itself
     */
    default Cutter sparseCutter(int runBytes) {
        return cutter();
    }

    /** The extents of chunks that are stored raw and occur in copies of the whole extent alone; null if each chunk is on its own. */
    default @Nullable RawExtents rawExtents() {
        return null;
    }

    /**
     * The chunks that are known to end in {@code [from, to)} of a unit. The range is all zero, and a chunk starts at {@code from}.
     *
     * @param endsRegion whether the region ends at {@code to}; then nothing is left unfinished
     */
    ZeroRun zeroRun(long from, long to, boolean endsRegion);

    /**
     * The chunks of a long run of zeros.
     *
     * @param chunkCount how many chunks
     * @param bytes their bytes; the rest of the run belongs to an unfinished chunk
     */
    record ZeroRun(long chunkCount, long bytes) {}
}
