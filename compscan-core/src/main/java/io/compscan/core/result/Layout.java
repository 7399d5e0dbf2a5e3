package io.compscan.core.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of one chunking; they close: {@code scannedBytes = zeroBytes + duplicateBytes + uniqueBytes}.
 *
 * @param chunking canonical name, such as {@code fixed:4096}
 * @param fingerprint the name of the digest
 * @param chunkCount all chunks, zero chunks included
 * @param zeroChunkCount chunks whose bytes are all zero
 * @param zeroBytes their bytes
 * @param nonZeroBytes {@code scannedBytes - zeroBytes}
 * @param uniqueChunkCount distinct non-zero chunks
 * @param uniqueBytes one copy of each
 * @param duplicateChunkCount further references to a chunk already seen
 * @param duplicateBytes their bytes
 * @param thinRatio {@code scannedBytes / nonZeroBytes}; null if there is nothing but zeros
 * @param dedupRatio {@code nonZeroBytes / uniqueBytes}; null if there is nothing but zeros
 * @param refcounts how many distinct chunks are referenced how often, in ascending order of the references
 * @param compression one for each compressor, in the order asked for
 */
public record Layout(
        String chunking,
        String fingerprint,
        long chunkCount,
        long zeroChunkCount,
        long zeroBytes,
        long nonZeroBytes,
        long uniqueChunkCount,
        long uniqueBytes,
        long duplicateChunkCount,
        long duplicateBytes,
        @Nullable Double thinRatio,
        @Nullable Double dedupRatio,
        List<Refcount> refcounts,
        List<Compression> compression) {

    /** Copies the lists; refuses numbers that do not close to the byte. */
    public Layout {
        refcounts = List.copyOf(refcounts);
        compression = List.copyOf(compression);
        if (nonZeroBytes != uniqueBytes + duplicateBytes
                || chunkCount != zeroChunkCount + uniqueChunkCount + duplicateChunkCount) {
            throw new IllegalStateException(
                    "the numbers of " + chunking + " do not add up: nonZeroBytes " + nonZeroBytes
                            + ", uniqueBytes " + uniqueBytes + ", duplicateBytes " + duplicateBytes + ", chunkCount "
                            + chunkCount
                            + ", zeroChunkCount " + zeroChunkCount + ", uniqueChunkCount " + uniqueChunkCount
                            + ", duplicateChunkCount " + duplicateChunkCount);
        }
    }
}
