package io.compscan.core.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one compressor makes of the distinct chunks of one chunking.
 *
 * @param compressor canonical name, such as {@code lz4} or {@code zstd:9}
 * @param method how the number came about
 * @param superblockBytes the compression unit if {@code method} is {@link Method#SUPERBLOCK}, else 0
 * @param compressedAwayBytes {@code uniqueBytes - physicalBytes}
 * @param physicalBytes what remains; a chunk that does not shrink is stored raw
 * @param compressionRatio {@code uniqueBytes / physicalBytes}; null if there is nothing but zeros
 * @param reductionRatio {@code scannedBytes / physicalBytes}; null if nothing remains
 * @param savings {@code 1 - physicalBytes / scannedBytes}; null if nothing was scanned
 * @param compressibility the distribution of stored sizes, in ascending order of the percentage; of distinct chunks, or of
 *     superblocks if {@code method} says so
 */
public record Compression(
        String compressor,
        Method method,
        int superblockBytes,
        long compressedAwayBytes,
        long physicalBytes,
        @Nullable Double compressionRatio,
        @Nullable Double reductionRatio,
        @Nullable Double savings,
        List<Compressibility> compressibility) {

    /** How a compression figure came about. */
    public enum Method {
        /** Every distinct chunk was compressed; exact to the byte. */
        CHUNK,
        /** The ratio over all superblocks that are not all zero, applied to uniqueBytes; deduplication plays no part in it. */
        SUPERBLOCK
    }

    /** Copies the list. */
    public Compression {
        compressibility = List.copyOf(compressibility);
    }
}
