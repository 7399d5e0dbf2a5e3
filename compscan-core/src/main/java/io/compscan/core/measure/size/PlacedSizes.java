package io.compscan.core.measure.size;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.read.Slab;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;

/**
 * Stored sizes of chunks that depend on where the chunks lie. The index keeps the largest size of a chunk, so it must hear of those at every
 * place; otherwise the outcome would depend on which place came first. Belongs to one thread and one compressor; begun anew for each slab.
 */
interface PlacedSizes {

    /**
     * Looks at the chunks of a slab.
     *
     * @param chunks of the slab, without those that are zero
     * @param firstOfPiece the first of them in each piece, and their count
     * @param fingerprints of the chunks, of so many bytes each
     * @param keys of the chunks, by which a sample chooses
     * @param isWanted whether an index may ask for a chunk's size; nothing is compressed for the sake of others
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

    /** The stored size of the chunk where it lies; 0 where that is its size alone. */
    int storedBytes(int chunk);

    /** A size of a chunk that has a {@link #storedBytes}, the same wherever it lies. */
    int aloneBytes(int chunk);
}
