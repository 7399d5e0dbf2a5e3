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

    /** What decides beside the bytes of a file. */
    default FileRules fileRules() {
        return FileRules.NONE;
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
