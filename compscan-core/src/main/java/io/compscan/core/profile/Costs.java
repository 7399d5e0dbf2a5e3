package io.compscan.core.profile;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

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
 * @param bytesPerZeroByte for each byte of chunks that are all zero
 * @param zeroChunkBytes the longest chunk that is all zero, if the system keeps one of each length; 0 if every zero byte is charged
 * @param bytesPerNameByte for each byte of the name of a file or a symbolic link
 * @param bytesPerSymlink for each symbolic link
 * @param bytesPerTargetByte for each byte of what a symbolic link says
 * @param bytesPerHardLink for each further name of a file
 * @param table a hash table of chunks, which grows in steps; null if there is none
 * @param repeats what of the files and directories is stored once if several states of a tree have it
 * @param errorShare how far files, directories and links may be off what they are charged here, with a certainty of 95 %; a share of that
 */
public record Costs(
        BigDecimal fixedBytes,
        BigDecimal bytesPerFile,
        BigDecimal bytesPerDirectory,
        BigDecimal bytesPerChunk,
        BigDecimal bytesPerReference,
        BigDecimal bytesPerLogicalByte,
        BigDecimal bytesPerStoredByte,
        BigDecimal bytesPerZeroByte,
        int zeroChunkBytes,
        BigDecimal bytesPerNameByte,
        BigDecimal bytesPerSymlink,
        BigDecimal bytesPerTargetByte,
        BigDecimal bytesPerHardLink,
        @Nullable HashTable table,
        Repeats repeats,
        double errorShare) {

    /** What is stored once of files and directories that several states of a tree have alike. */
    public enum Repeats {
        /** Nothing: each state counts. */
        CHARGED,
        /** A directory that has not changed in any of the directories below it either. */
        ONCE_BY_DIRECTORY,
        /** A run of files, as long as no file in it has changed. */
        ONCE_BY_RUN
    }

    private static final BigDecimal NOTHING = BigDecimal.ZERO;
    /** What some profile may claim, and still be added to what the chunks take. */
    private static final BigDecimal MOST = BigDecimal.valueOf(1L << 60);

    /** Nothing. */
    public static final Costs NONE = new Costs(NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING);

    /** Costs without a table, where each state of a tree counts. */
    public Costs(
            BigDecimal fixedBytes,
            BigDecimal bytesPerFile,
            BigDecimal bytesPerDirectory,
            BigDecimal bytesPerChunk,
            BigDecimal bytesPerReference,
            BigDecimal bytesPerLogicalByte,
            BigDecimal bytesPerStoredByte) {
        this(
                fixedBytes,
                bytesPerFile,
                bytesPerDirectory,
                bytesPerChunk,
                bytesPerReference,
                bytesPerLogicalByte,
                bytesPerStoredByte,
                NOTHING,
                0,
                NOTHING,
                NOTHING,
                NOTHING,
                NOTHING,
                null,
                Repeats.CHARGED,
                0);
    }

    /**
     * How many things of each kind there are.
     *
     * @param files that were scanned
     * @param directories that were walked
     * @param chunks that are distinct and not all zero
     * @param references to them
     * @param logicalBytes that were scanned
     * @param zeros chunks that are all zero
     * @param nameBytes of the files, and of the symbolic links
     * @param links what takes room in directories without being a file of its own
     */
    public record Counts(
            long files,
            long directories,
            long chunks,
            long references,
            long logicalBytes,
            Zeros zeros,
            long nameBytes,
            Links links) {}

    /**
     * Chunks that are all zero.
     *
     * @param chunks how many
     * @param bytes their bytes
     */
    public record Zeros(long chunks, long bytes) {

        /** No chunk. */
        public static final Zeros NONE = new Zeros(0, 0);

        /**
         * The bytes that a system keeps of them, one chunk of each length.
         *
         * <p>The lengths are not known one by one. Nothing cuts in zeros before the longest chunk ends, so all chunks have that length
         * but those at the ends of files. Those are half as long in the mean, so what they have is what they lack. Where chunks are
         * shorter than that in the mean, they are small files, and are taken for alike.
         *
         * @param longest the longest there can be; 0 if all chunks are kept
         */
        long keptBytes(int longest) {
            if (longest == 0) {
                return bytes;
            }
            boolean areShort = (double) chunks * longest > 2.0 * bytes;
            return Math.min(bytes, areShort ? longest : longest + Math.max(0, chunks * longest - bytes));
        }
    }

    /**
     * What takes room in directories without being a file of its own.
     *
     * @param symlinks symbolic links
     * @param targetBytes of what they say
     * @param hardLinks further names of files
     */
    public record Links(long symlinks, long targetBytes, long hardLinks) {

        /** No link. */
        public static final Links NONE = new Links(0, 0, 0);
    }

    /** The sum of these costs, rounded up to a byte; at most 2^60. */
    public long bytes(Counts counts, long storedBytes) {
        return fixedBytes
                .add(treeBytes(counts))
                .add(bytesPerChunk.multiply(BigDecimal.valueOf(counts.chunks())))
                .add(bytesPerReference.multiply(BigDecimal.valueOf(counts.references())))
                .add(bytesPerLogicalByte.multiply(BigDecimal.valueOf(counts.logicalBytes())))
                .add(bytesPerStoredByte.multiply(BigDecimal.valueOf(storedBytes)))
                .add(bytesPerZeroByte.multiply(BigDecimal.valueOf(counts.zeros().keptBytes(zeroChunkBytes))))
                .add(BigDecimal.valueOf(table == null ? 0 : table.bytes(counts.chunks())))
                .setScale(0, RoundingMode.CEILING)
                .min(MOST)
                .longValueExact();
    }

    /** How far the metadata may be off, to either side, with a certainty of 95 %. */
    public long errorBytes(Counts counts) {
        return Math.round(errorShare * treeBytes(counts).min(MOST).doubleValue());
    }

    /** What files, directories and links are charged. Programs compress names and attributes now better, now worse. */
    private BigDecimal treeBytes(Counts counts) {
        Links links = counts.links();
        return bytesPerFile
                .multiply(BigDecimal.valueOf(counts.files()))
                .add(bytesPerDirectory.multiply(BigDecimal.valueOf(counts.directories())))
                .add(bytesPerNameByte.multiply(BigDecimal.valueOf(counts.nameBytes())))
                .add(bytesPerSymlink.multiply(BigDecimal.valueOf(links.symlinks())))
                .add(bytesPerTargetByte.multiply(BigDecimal.valueOf(links.targetBytes())))
                .add(bytesPerHardLink.multiply(BigDecimal.valueOf(links.hardLinks())));
    }
}
