package io.compscan.core.chunk;

import io.compscan.core.chunk.rolling.CandidateBits;

/**
 * Finds the cuts in the bytes of one thread, in two steps.
 *
 * <p>{@link #scan} takes time in proportion to the bytes and needs no knowledge of the bytes before them. So threads may scan the slabs of
 * one unit in any order and at once. Then {@link #cut} chooses among the places found, from the chunk on that the slab before left
 * unfinished. It touches few bytes. One pass over the whole region would give the same chunks.
 */
public interface Cutter {

    /** Takes a look at {@code data[from, to)}, consecutive bytes of one region. Forgets what was scanned before. */
    void scan(byte[] data, int from, int to);

    /**
     * Takes the candidates of {@code [from, to)} that somebody else has found, in place of a {@link #scan}.
     *
     * @throws UnsupportedOperationException if the chunker has no {@link Chunker#candidateRule}
     */
    default void take(CandidateBits bits, int from, int to) {
        throw new UnsupportedOperationException("no candidates that others could find");
    }

    /**
     * Appends the chunks that are known to end in the piece. The last scan covered its bytes from {@link CutRange#scannedFrom} on.
     *
     * @return where the unfinished chunk starts in the buffer; the end of the piece if there is none
     */
    int cut(byte[] data, CutRange piece, ChunkList chunks);

    /** Both steps for a region that lies in {@code data[from, to)} whole. */
    default void cutRegion(byte[] data, int from, int to, long unitOffset, ChunkList chunks) {
        scan(data, from, to);
        cut(data, new CutRange(from, from, to, unitOffset, true), chunks);
    }
}
