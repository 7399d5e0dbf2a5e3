package io.compscan.core.index;

import io.compscan.core.chunk.ChunkList;
import org.jspecify.annotations.Nullable;

/**
 * One thread's way into a {@link ChunkIndex}: a batch of chunks goes in, the answer names the new ones, their stored sizes follow.
 *
 * <pre>
 *   add(chunks)  ->  NewChunks  ->  the caller sizes the new chunks  ->  deliver(sizes)
 * </pre>
 *
 * <p>The caller delivers the sizes of a batch before it adds the next one. An index in memory calls a chunk new once. An index with
 * entries on disk may call a chunk new again where that costs less than a lookup. The sizes are then the same, and the index ignores
 * them.
 */
public interface IndexWriter {

    /**
     * Adds one reference to each of the chunks {@code [from, to)}.
     *
     * @param fingerprints holds the fingerprint of chunk {@code i} at {@code i} times the length of one
     * @return which of the chunks are new; valid until the next call
     */
    default NewChunks add(byte[] fingerprints, ChunkList chunks, int from, int to) {
        return add(fingerprints, chunks, null, from, to);
    }

    /**
     * Adds references to the chunks {@code [from, to)}.
     *
     * @param fingerprints as for the other {@code add}
     * @param references how many references chunk {@code i} gets; null for one each
     * @return which of the chunks are new; valid until the next call
     */
    NewChunks add(byte[] fingerprints, ChunkList chunks, long @Nullable [] references, int from, int to);

    /**
     * Takes the stored sizes of chunks of the last batch.
     *
     * @param sizes may also hold chunks that are not new; the index keeps the larger size
     * @param nanos how long the caller took to find them, from which the index learns what a needless answer costs
     */
    void deliver(StoredSizes sizes, long nanos);
}
