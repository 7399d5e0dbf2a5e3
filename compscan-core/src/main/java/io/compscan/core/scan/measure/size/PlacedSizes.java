package io.compscan.core.scan.measure.size;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.scan.read.Slab;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;

/**
 * Stored sizes of chunks that depend on where the chunks lie. The index keeps the largest size of a chunk, so it must know the size at
 * every place. Otherwise the outcome would depend on which place came first. Belongs to one thread and one compressor; begun anew for each
 * slab.
 */
interface PlacedSizes {

    /**
     * Looks at the chunks of a slab.
     *
     * @param chunks the chunks of the slab without those that are all zero
     * @param firstOfPiece the number of the first chunk in each piece, and at the end the count of all chunks
     * @param fingerprints the fingerprints of the chunks, of {@code fingerprintBytes} each
     * @param keys the keys of the chunks, by which a sample chooses
     * @param isWanted whether an index may ask for a chunk's size; no other chunk is compressed for its own sake
     */
    void measure(
            Slab slab,
            ChunkList chunks,
            int[] firstOfPiece,
            byte[] fingerprints,
            int fingerprintBytes,
            IntToLongFunction keys,
            IntPredicate isWanted);

    /** Whether the index must hear the size of this chunk even when the chunk is not new. */
    boolean concerns(int chunk, int lengthBytes);

    /** The stored size of the chunk at its place; 0 if it equals the size of the chunk alone. */
    int storedBytes(int chunk);

    /** A size of a chunk that has a {@link #storedBytes}, the same wherever it lies. */
    int aloneBytes(int chunk);
}
