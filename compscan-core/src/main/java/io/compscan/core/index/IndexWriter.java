package io.compscan.core.index;

import io.compscan.core.chunk.ChunkList;

/**
 * One thread's way into a {@link ChunkIndex}: add a slab's chunks, ask which of them were new, say what those take when stored.
 *
 * <p>A writer that is told that a chunk is new must deliver the chunk's stored sizes, if any, before it adds again. Exactly one writer is
 * told so, as long as the index is held in memory. Of a chunk that lies on disk another one may be told, too, where that is cheaper than to
 * look; it delivers the same sizes, and nothing comes of it.
 */
public interface IndexWriter {

    /**
     * Adds one reference to each of the chunks {@code [from, to)}.
     *
     * @param fingerprints holds the fingerprint of chunk {@code i} at {@code i} times the length of one
     */
    void addAll(byte[] fingerprints, ChunkList chunks, int from, int to);

    /** Whether chunk {@code i} of the last {@link #addAll} is to be taken for one never seen before; {@code i} counts as it did there. */
    boolean isNew(int i);

    /**
     * Whether none of the chunks that the last {@link #addAll} has called new was called so before; who counts new chunks has to leave
     * them out where this is not known.
     */
    boolean isNewForCertain();

    /** Notes what the new chunk {@code i} takes with compressor number {@code compressor}, 1 to its length; what is not noted stays 0. */
    void setStoredBytes(int i, int compressor, int storedBytes);

    /** Says how long it took to find the stored sizes of so many new chunks, so that the index knows what a needless one costs. */
    void noteCost(int newChunkCount, long nanos);

    /** Delivers the noted sizes to the index. */
    void flushStoredBytes();
}
