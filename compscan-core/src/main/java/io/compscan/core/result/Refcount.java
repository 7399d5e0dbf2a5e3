package io.compscan.core.result;

import org.jspecify.annotations.Nullable;

/**
 * One row of the reference count histogram.
 *
 * @param references how often a chunk occurs
 * @param chunks how many distinct chunks occur so often
 * @param bytes one copy of each of them
 * @param chunksLow the lower end of the 95 % interval of {@code chunks}; null if nothing is estimated
 * @param chunksHigh the upper end, likewise
 */
public record Refcount(
        long references,
        long chunks,
        long bytes,
        @Nullable Long chunksLow,
        @Nullable Long chunksHigh) {

    /** A row that is known. */
    public Refcount(long references, long chunks, long bytes) {
        this(references, chunks, bytes, null, null);
    }
}
