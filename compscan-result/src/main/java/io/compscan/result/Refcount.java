package io.compscan.result;

import org.jspecify.annotations.Nullable;

/**
 * One row of the reference count histogram.
 *
 * @param references how often a chunk occurs
 * @param chunks how many distinct chunks occur so often
 * @param bytes one copy of each of them
 * @param chunksLow the lower end of the 95 % interval of {@code chunks}; null if nothing is estimated
 * @param chunksHigh the upper end, likewise
 * @param bytesLow the lower end of the interval of {@code bytes}, likewise
 * @param bytesHigh the upper end, likewise
 */
public record Refcount(
        long references,
        long chunks,
        long bytes,
        @LeftOut @Nullable Long chunksLow,
        @LeftOut @Nullable Long chunksHigh,
        @LeftOut @Nullable Long bytesLow,
        @LeftOut @Nullable Long bytesHigh) {

    /** A row that is known. */
    public Refcount(long references, long chunks, long bytes) {
        this(references, chunks, bytes, null, null, null, null);
    }
}
