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
 * @param compressionRatio {@code uniqueBytes / physicalBytes}; null if nothing remains
 * @param reductionRatio {@code scannedBytes / physicalBytes}; null if nothing remains
 * @param savings {@code 1 - physicalBytes / scannedBytes}; null if nothing was scanned
 * @param compressibility the distribution of stored sizes, in ascending order of the percentage; of distinct chunks, or of
 *     superblocks if {@code method} says so; empty where it was not kept
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

    /** Copies the list; refuses numbers that contradict each other. */
    public Compression {
        compressibility = List.copyOf(compressibility);
        if (physicalBytes < 0 || compressedAwayBytes < 0 || (method == Method.SUPERBLOCK) != (superblockBytes > 0)) {
            throw new IllegalStateException("the numbers of " + compressor + " make no sense: physicalBytes "
                    + physicalBytes + ", compressedAwayBytes " + compressedAwayBytes + ", method " + method
                    + ", superblockBytes " + superblockBytes);
        }
        Ratio.check(
                "compressionRatio of " + compressor,
                compressionRatio,
                Ratio.of(compressedAwayBytes + physicalBytes, physicalBytes));
    }

    /**
     * From the stored sizes of the distinct chunks, exact to the byte.
     *
     * @param physicalBytes their sum
     */
    public static Compression ofChunks(
            String compressor,
            long scannedBytes,
            long uniqueBytes,
            long physicalBytes,
            List<Compressibility> compressibility) {
        return of(compressor, Method.CHUNK, 0, scannedBytes, uniqueBytes, physicalBytes, compressibility);
    }

    /**
     * From the stored sizes of the superblocks that are not all zero: {@code physicalBytes = uniqueBytes *
     * superblockStoredBytes / superblockRawBytes}, exact and rounded half up to a byte.
     *
     * @param superblockBytes the full size of a superblock; a unit's last one may be shorter
     * @param superblockRawBytes the bytes of all superblocks that are not all zero
     * @param superblockStoredBytes what they are stored in
     */
    public static Compression ofSuperblocks(
            String compressor,
            int superblockBytes,
            long scannedBytes,
            long uniqueBytes,
            long superblockRawBytes,
            long superblockStoredBytes,
            List<Compressibility> compressibility) {
        if (superblockStoredBytes < 0
                || superblockStoredBytes > superblockRawBytes
                || (superblockRawBytes == 0 && uniqueBytes > 0)) {
            throw new IllegalStateException(
                    "the superblocks of " + compressor + " do not add up: superblockRawBytes " + superblockRawBytes
                            + ", superblockStoredBytes " + superblockStoredBytes + ", uniqueBytes " + uniqueBytes);
        }
        return of(
                compressor,
                Method.SUPERBLOCK,
                superblockBytes,
                scannedBytes,
                uniqueBytes,
                Ratio.scaled(uniqueBytes, superblockStoredBytes, superblockRawBytes),
                compressibility);
    }

    private static Compression of(
            String compressor,
            Method method,
            int superblockBytes,
            long scannedBytes,
            long uniqueBytes,
            long physicalBytes,
            List<Compressibility> compressibility) {
        return new Compression(
                compressor,
                method,
                superblockBytes,
                uniqueBytes - physicalBytes,
                physicalBytes,
                Ratio.of(uniqueBytes, physicalBytes),
                Ratio.of(scannedBytes, physicalBytes),
                Ratio.savings(scannedBytes, physicalBytes),
                compressibility);
    }
}
