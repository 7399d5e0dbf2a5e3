package io.compscan.core.index;

import io.compscan.core.chunk.ChunkList;

/**
 * One thread's way into a {@link ChunkIndex}: add a slab's chunks, ask which of them were new, say what those take when stored.
 *
 * <p>Exactly one writer is told that a chunk is new, and it must deliver the chunk's stored sizes, if any, before it adds again.
 */
public interface IndexWriter {

    /**
     * Adds one reference to each of the chunks {@code [from, to)}.
     *
     * @param fingerprints holds the fingerprint of chunk {@code i} at {@code i} times the length of one
     */
    void addAll(byte[] fingerprints, ChunkList chunks, int from, int to);

    /** Whether chunk {@code i} of the last {@link #addAll} had never been seen before; {@code i} counts as it did there. */
    boolean isNew(int i);

    /** Notes what the new chunk {@code i} takes with compressor number {@code compressor}, 1 to its length; what is not noted stays 0. */
    void setStoredBytes(int i, int compressor, int storedBytes);

    /** Delivers the noted sizes to the index. */
    void flushStoredBytes();
}
