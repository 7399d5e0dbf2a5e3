package io.compscan.core.measure;

/**
 * Stored sizes of chunks that depend on where the chunks lie. The index keeps the largest size of a chunk, so it must hear of those at every
 * place; otherwise the outcome would depend on which place came first. Belongs to one thread and one compressor; begun anew for each slab.
 */
interface PlacedSizes {

    /** Whether the index must hear the size of this chunk even when the chunk is not new. */
    boolean concerns(int chunk, int lengthBytes);

    /** The stored size of the chunk where it lies; 0 where that is its size alone. */
    int storedBytes(int chunk);

    /** A size of a chunk that has a {@link #storedBytes}, the same wherever it lies. */
    int aloneBytes(int chunk);
}
