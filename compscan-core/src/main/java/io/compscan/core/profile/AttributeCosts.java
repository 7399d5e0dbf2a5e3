package io.compscan.core.profile;

import java.math.BigDecimal;
import java.util.stream.Stream;

/**
 * The bytes that a system takes for extended attributes.
 *
 * @param bytesPerFile for each file, directory or symbolic link that has any
 * @param bytesPerAttribute for each attribute
 * @param bytesPerByte for each byte of their names and values
 * @param bytesPerPackedAttribute for each attribute that differs from all others in its directory
 * @param bytesPerPackedByte for each byte that these take, compressed
 * @param bytesPerDistinctByte for each byte of the names and values of those that differ
 * @param bytesPerSet for each distinct set of a file's attributes
 * @param bytesPerPackedSetByte for each byte that these sets take, compressed
 */
public record AttributeCosts(
        BigDecimal bytesPerFile,
        BigDecimal bytesPerAttribute,
        BigDecimal bytesPerByte,
        BigDecimal bytesPerPackedAttribute,
        BigDecimal bytesPerPackedByte,
        BigDecimal bytesPerDistinctByte,
        BigDecimal bytesPerSet,
        BigDecimal bytesPerPackedSetByte) {

    private static final BigDecimal NOTHING = BigDecimal.ZERO;

    /** Nothing. */
    public static final AttributeCosts NONE =
            new AttributeCosts(NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING);

    /**
     * The number of things of each kind.
     *
     * @param files files, directories and symbolic links that have attributes
     * @param attributes attributes
     * @param bytes their names and values
     * @param packed those that differ from all others in their directory
     * @param packedBytes what these take, compressed
     * @param distinctBytes the names and values of those that differ from all others
     * @param sets distinct sets of a file's attributes
     * @param packedSetBytes what these sets take, compressed
     */
    public record Counts(
            long files,
            long attributes,
            long bytes,
            long packed,
            long packedBytes,
            long distinctBytes,
            long sets,
            long packedSetBytes) {

        /** No attribute. */
        public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0, 0, 0);
    }

    /** The costs in a file of a profile. */
    static AttributeCosts of(TomlTable table) {
        table.allow(
                "bytesPerFile",
                "bytesPerAttribute",
                "bytesPerByte",
                "bytesPerPackedAttribute",
                "bytesPerPackedByte",
                "bytesPerDistinctByte",
                "bytesPerSet",
                "bytesPerPackedSetByte");
        return new AttributeCosts(
                table.decimal("bytesPerFile"),
                table.decimal("bytesPerAttribute"),
                table.decimal("bytesPerByte"),
                table.decimal("bytesPerPackedAttribute"),
                table.decimal("bytesPerPackedByte"),
                table.decimal("bytesPerDistinctByte"),
                table.decimal("bytesPerSet"),
                table.decimal("bytesPerPackedSetByte"));
    }

    /** Whether attributes are charged at all. */
    boolean isCharged() {
        return Stream.of(
                        bytesPerFile,
                        bytesPerAttribute,
                        bytesPerByte,
                        bytesPerPackedAttribute,
                        bytesPerPackedByte,
                        bytesPerDistinctByte,
                        bytesPerSet,
                        bytesPerPackedSetByte)
                .anyMatch(bytes -> bytes.signum() > 0);
    }

    /** The sum of these costs. */
    BigDecimal bytes(Counts counts) {
        return bytesPerFile
                .multiply(BigDecimal.valueOf(counts.files()))
                .add(bytesPerAttribute.multiply(BigDecimal.valueOf(counts.attributes())))
                .add(bytesPerByte.multiply(BigDecimal.valueOf(counts.bytes())))
                .add(bytesPerPackedAttribute.multiply(BigDecimal.valueOf(counts.packed())))
                .add(bytesPerPackedByte.multiply(BigDecimal.valueOf(counts.packedBytes())))
                .add(bytesPerDistinctByte.multiply(BigDecimal.valueOf(counts.distinctBytes())))
                .add(bytesPerSet.multiply(BigDecimal.valueOf(counts.sets())))
                .add(bytesPerPackedSetByte.multiply(BigDecimal.valueOf(counts.packedSetBytes())));
    }
}
