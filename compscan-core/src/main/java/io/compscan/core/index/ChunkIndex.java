package io.compscan.core.index;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fingerprint to references, length and stored sizes, for the non-zero chunks of one chunking. */
public interface ChunkIndex extends AutoCloseable {

    /**
     * A writer for the calling thread.
     *
     * @param capacity the most chunks it is given at once
     */
    IndexWriter writer(int capacity);

    /**
     * Shows every distinct chunk to the visitor: first those of full length, then the others. Each group is in ascending order of the
     * fingerprints, as unsigned numbers. No thread may write meanwhile.
     */
    default void forEach(DistinctChunkVisitor visitor) {
        visitor.begin(sample());
        parts().forEach(part -> part.forEach(visitor));
    }

    /** The parts of {@link #forEach}, which different threads may visit at the same time; no thread may write meanwhile. */
    List<Part> parts();

    /**
     * The probability, the same for every chunk, with which the index holds a distinct chunk: 1 unless it keeps a sample.
     *
     * <p>An index that keeps a sample counts the chunks that it keeps exactly.
     */
    default double inclusionProbability() {
        KeptSample sample = sample();
        return sample == null ? 1 : sample.rate();
    }

    /**
     * The chunks and the stored sizes that the index keeps, if it may leave out some; null if it keeps all of them. No thread may write
     * meanwhile.
     */
    default @Nullable KeptSample sample() {
        return null;
    }

    /**
     * The level of {@link SampleLevels#ALL} whose chunks it keeps, all of them; 0 unless it keeps a sample. It may rise while threads write,
     * and never falls.
     */
    default int level() {
        return 0;
    }

    /** Whether the index has no memory left and no disk: it has lost nothing, but the caller should soon stop adding. */
    boolean isFull();

    /** Distinct chunks so far; an upper bound once the index has spilled. */
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
         * Tells which chunks come, before the first of them; {@link Part} leaves this to its caller.
         *
         * @param sample null if all chunks come
         */
        default void begin(@Nullable KeptSample sample) {}

        /**
         * Takes note of the chunk.
         *
         * @param fingerprint of the chunk, valid during the call
         * @param references how often the chunk occurs
         * @param lengthBytes its length
         * @param storedBytes its stored size for each compressor of the index, 0 where none was noted, valid during the call
         */
        void visit(byte[] fingerprint, long references, int lengthBytes, int[] storedBytes);

        /** This visitor, and behind it another. */
        default DistinctChunkVisitor andThen(DistinctChunkVisitor other) {
            DistinctChunkVisitor first = this;
            return new DistinctChunkVisitor() {
                @Override
                public void begin(@Nullable KeptSample sample) {
                    first.begin(sample);
                    other.begin(sample);
                }

                @Override
                public void visit(byte[] fingerprint, long references, int lengthBytes, int[] storedBytes) {
                    first.visit(fingerprint, references, lengthBytes, storedBytes);
                    other.visit(fingerprint, references, lengthBytes, storedBytes);
                }
            };
        }
    }
}
