package io.compscan.core.profile;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Bytes that a system takes beyond its chunks, as so many for each thing there is of a kind; exact decimals.
 *
 * @param fixedBytes however much is stored
 * @param bytesPerFile for each file
 * @param bytesPerDirectory for each directory
 * @param bytesPerChunk for each distinct chunk
 * @param bytesPerReference for each chunk that is not all zero, as often as it occurs
 * @param bytesPerLogicalByte for each byte scanned
 * @param bytesPerStoredByte for each byte that the chunks are laid out in
 */
public record Costs(
        BigDecimal fixedBytes,
        BigDecimal bytesPerFile,
        BigDecimal bytesPerDirectory,
        BigDecimal bytesPerChunk,
        BigDecimal bytesPerReference,
        BigDecimal bytesPerLogicalByte,
        BigDecimal bytesPerStoredByte) {

    private static final BigDecimal NOTHING = BigDecimal.ZERO;
    /** What some profile may claim, and still be added to what the chunks take. */
    private static final BigDecimal MOST = BigDecimal.valueOf(1L << 60);

    /** Nothing. */
    public static final Costs NONE = new Costs(NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING);

    /**
     * How many things of each kind there are.
     *
     * @param files that were scanned
     * @param directories that were walked
     * @param chunks that are distinct and not all zero
     * @param references to them
     * @param logicalBytes that were scanned
     */
    public record Counts(long files, long directories, long chunks, long references, long logicalBytes) {}

    /** The sum of these costs, rounded up to a byte; at most 2^60. */
    public long bytes(Counts counts, long storedBytes) {
        return fixedBytes
                .add(bytesPerFile.multiply(BigDecimal.valueOf(counts.files())))
                .add(bytesPerDirectory.multiply(BigDecimal.valueOf(counts.directories())))
                .add(bytesPerChunk.multiply(BigDecimal.valueOf(counts.chunks())))
                .add(bytesPerReference.multiply(BigDecimal.valueOf(counts.references())))
                .add(bytesPerLogicalByte.multiply(BigDecimal.valueOf(counts.logicalBytes())))
                .add(bytesPerStoredByte.multiply(BigDecimal.valueOf(storedBytes)))
                .setScale(0, RoundingMode.CEILING)
                .min(MOST)
                .longValueExact();
    }
}
