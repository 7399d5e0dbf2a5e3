package io.compscan.core.index;

/** Fingerprint to references, length and stored sizes, for the non-zero chunks of one chunking. */
public interface ChunkIndex extends AutoCloseable {

    /**
     * A writer for the calling thread.
     *
     * @param capacity the most chunks it is given at once
     */
    IndexWriter writer(int capacity);

    /** Hands every distinct chunk to the visitor, in no particular order; no thread may write meanwhile. */
    void forEach(DistinctChunkVisitor visitor);

    /** Whether the index has outgrown its memory and cannot go on on disk: nothing is lost, but the caller should soon stop adding. */
    boolean isFull();

    /** Distinct chunks so far; at most too high once the index has gone on on disk. */
    long distinctChunkCount();

    /** Memory held, in bytes. */
    long memoryBytes();

    @Override
    void close();

    /** Sees one distinct chunk. */
    @FunctionalInterface
    interface DistinctChunkVisitor {
        /**
         * Takes note of the chunk.
         *
         * @param fingerprint of the chunk, valid during the call
         * @param references how often the chunk occurs
         * @param lengthBytes its length
         * @param storedBytes its stored size for each compressor of the index, 0 where none was noted, valid during the call
         */
        void visit(byte[] fingerprint, long references, int lengthBytes, int[] storedBytes);
    }
}
