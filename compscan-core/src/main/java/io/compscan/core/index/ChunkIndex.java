package io.compscan.core.index;

import java.util.List;

/** Fingerprint to references, length and stored sizes, for the non-zero chunks of one chunking. */
public interface ChunkIndex extends AutoCloseable {

    /**
     * A writer for the calling thread.
     *
     * @param capacity the most chunks it is given at once
     */
    IndexWriter writer(int capacity);

    /**
     * Hands every distinct chunk to the visitor: those of full length first, then the others, each in ascending order of their
     * fingerprints taken as unsigned numbers. No thread may write meanwhile.
     */
    default void forEach(DistinctChunkVisitor visitor) {
        parts().forEach(part -> part.forEach(visitor));
    }

    /** What {@link #forEach} goes through, part by part, each of which another thread may take on; no thread may write meanwhile. */
    List<Part> parts();

    /**
     * The probability, the same for every chunk, with which the index holds a distinct chunk: 1 unless it keeps a sample.
     *
     * <p>An index that keeps a sample counts the chunks that it keeps exactly.
     */
    default double inclusionProbability() {
        return 1;
    }

    /** Whether the index has outgrown its memory and cannot go on on disk: nothing is lost, but the caller should soon stop adding. */
    boolean isFull();

    /** Distinct chunks so far; at most too high once the index has gone on on disk. */
    long distinctChunkCount();

    /** Memory held, in bytes. */
    long memoryBytes();

    @Override
    void close();

    /** Some of the distinct chunks. */
    @FunctionalInterface
    interface Part {
        /** Hands each of them to the visitor, in ascending order. */
        void forEach(DistinctChunkVisitor visitor);
    }

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
