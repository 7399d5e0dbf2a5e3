package io.compscan.result.set;

import io.compscan.result.Compressibility;
import io.compscan.result.Compression;
import java.util.List;

/**
 * The effect of one compressor on all superblocks that are not all zero.
 *
 * @param rawBytes their bytes
 * @param storedBytes what they are stored in
 * @param compressibility the distribution of stored sizes, in ascending order of the percentage
 */
public record SuperblockTotals(long rawBytes, long storedBytes, List<Compressibility> compressibility) {

    /** Copies the list; refuses numbers that contradict each other. */
    public SuperblockTotals {
        compressibility = List.copyOf(compressibility);
        long bytes = compressibility.stream().mapToLong(Compressibility::bytes).sum();
        boolean inRange =
                compressibility.stream().allMatch(row -> row.storedPercent() >= 1 && row.storedPercent() <= 100);
        if (bytes != rawBytes || storedBytes < 0 || storedBytes > rawBytes || !inRange) {
            throw new IllegalStateException("the superblocks do not add up: rawBytes " + rawBytes + ", storedBytes "
                    + storedBytes + ", compressibility of " + bytes + " bytes");
        }
    }

    /** The outcome of the compressor for a scheme that deduplicates to {@code uniqueBytes}. */
    public Compression compression(String compressor, int superblockBytes, long scannedBytes, long uniqueBytes) {
        return Compression.ofSuperblocks(
                compressor, superblockBytes, scannedBytes, uniqueBytes, rawBytes, storedBytes, compressibility);
    }
}
