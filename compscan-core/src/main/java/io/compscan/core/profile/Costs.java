package io.compscan.core.profile;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that a system takes beyond its chunks: a number for each thing of a kind, as exact decimals.
 *
 * @param fixedBytes the bytes for any amount of data
 * @param bytesPerFile for each file
 * @param bytesPerDirectory for each directory
 * @param bytesPerChunk for each distinct chunk
 * @param bytesPerReference for each occurrence of a chunk that is not all zero
 * @param bytesPerLogicalByte for each byte scanned
 * @param bytesPerNonZeroByte for each byte of chunks that are not all zero
 * @param bytesPerStoredByte for each allocated byte of the chunks
 * @param bytesPerZeroByte for each byte of chunks that are all zero
 * @param zeroChunkBytes the longest chunk that is all zero, if the system keeps one of each length; 0 if every zero byte is charged
 * @param bytesPerNameByte for each byte of the name of a file or a symbolic link
 * @param bytesPerPackedNameByte for each byte that the names of directories take, compressed
 * @param bytesPerSymlink for each symbolic link
 * @param bytesPerTargetByte for each byte of a symbolic link's target
 * @param bytesPerHardLink for each further name of a file
 * @param attributes for extended attributes
 * @param table a hash table of chunks, which grows in steps; null if there is none
 * @param repeats which files and directories are stored once if several states of a tree have them alike
 * @param errorShare how far files, directories and links may deviate from their charge, with a certainty of 95 %; a share of the charge
 */
public record Costs(
        BigDecimal fixedBytes,
        BigDecimal bytesPerFile,
        BigDecimal bytesPerDirectory,
        BigDecimal bytesPerChunk,
        BigDecimal bytesPerReference,
        BigDecimal bytesPerLogicalByte,
        BigDecimal bytesPerNonZeroByte,
        BigDecimal bytesPerStoredByte,
        BigDecimal bytesPerZeroByte,
        int zeroChunkBytes,
        BigDecimal bytesPerNameByte,
        BigDecimal bytesPerPackedNameByte,
        BigDecimal bytesPerSymlink,
        BigDecimal bytesPerTargetByte,
        BigDecimal bytesPerHardLink,
        AttributeCosts attributes,
        @Nullable HashTable table,
        Repeats repeats,
        double errorShare) {

    /** The rule for files and directories that several states of a tree have alike: which of them are stored once. */
    public enum Repeats {
        /** No file and no directory: each state counts. */
        CHARGED,
        /** A directory without a change in it or in any directory below it. */
        ONCE_BY_DIRECTORY,
        /** A run of files, as long as no file in it has changed. */
        ONCE_BY_RUN
    }

    private static final BigDecimal NOTHING = BigDecimal.ZERO;
    /** The most that the costs of a profile can come to; the sum with the bytes of the chunks still fits a {@code long}. */
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
                NOTHING,
                bytesPerStoredByte,
                NOTHING,
                0,
                NOTHING,
                NOTHING,
                NOTHING,
                NOTHING,
                NOTHING,
                AttributeCosts.NONE,
                null,
                Repeats.CHARGED,
                0);
    }

    /**
     * The number of things of each kind.
     *
     * @param files the files that were scanned
     * @param directories the directories that were walked
     * @param chunks the distinct chunks that are not all zero
     * @param references the references to these chunks
     * @param logicalBytes the logical bytes that were scanned
     * @param zeros chunks that are all zero
     * @param names the names and extended attributes
     * @param links the names in directories that are not files of their own
     */
    public record Counts(
            long files,
            long directories,
            long chunks,
            long references,
            long logicalBytes,
            Zeros zeros,
            Names names,
            Links links) {

        /** Things without attributes, with names of which no walk tells how they compress. */
        public Counts(
                long files,
                long directories,
                long chunks,
                long references,
                long logicalBytes,
                Zeros zeros,
                long nameBytes,
                Links links) {
            this(files, directories, chunks, references, logicalBytes, zeros, Names.untold(nameBytes), links);
        }

        /** The same with what the names take. */
        public Counts withPackedNames(long bytes) {
            Names packed = new Names(names.bytes(), bytes, names.attributes());
            return new Counts(files, directories, chunks, references, logicalBytes, zeros, packed, links);
        }

        /** The same with attributes. */
        public Counts withAttributes(AttributeCosts.Counts some) {
            Names with = new Names(names.bytes(), names.packedBytes(), some);
            return new Counts(files, directories, chunks, references, logicalBytes, zeros, with, links);
        }
    }

    /**
     * Names and extended attributes.
     *
     * @param bytes the lengths of the names of the files and the symbolic links
     * @param packedBytes what the names of directories take, compressed
     * @param attributes extended attributes
     */
    public record Names(long bytes, long packedBytes, AttributeCosts.Counts attributes) {

        /** Names from a source without a walk. They are taken to compress to half of their bytes, as most do. */
        static Names untold(long bytes) {
            return new Names(bytes, bytes / 2, AttributeCosts.Counts.NONE);
        }
    }

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
         * except those at the ends of files. The mean length of these is half of the longest, so their bytes equal the bytes that they
         * lack. If the mean length of all chunks is below that, they are small files, and count as alike.
         *
         * @param longest the longest possible length; 0 if all chunks are kept
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
     * The names in directories that are not files of their own.
     *
     * @param symlinks symbolic links
     * @param targetBytes the bytes of their targets
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
                .add(bytesPerNonZeroByte.multiply(BigDecimal.valueOf(
                        Math.max(0, counts.logicalBytes() - counts.zeros().bytes()))))
                .add(bytesPerStoredByte.multiply(BigDecimal.valueOf(storedBytes)))
                .add(bytesPerZeroByte.multiply(BigDecimal.valueOf(counts.zeros().keptBytes(zeroChunkBytes))))
                .add(BigDecimal.valueOf(table == null ? 0 : table.bytes(counts.chunks())))
                .setScale(0, RoundingMode.CEILING)
                .min(MOST)
                .longValueExact();
    }

    /** The error of the metadata to either side, with a certainty of 95 %. */
    public long errorBytes(Counts counts) {
        return Math.round(errorShare * treeBytes(counts).min(MOST).doubleValue());
    }

    /** The charge for files, directories, links and attributes. It has an error, since programs compress names and attributes now better, now worse. */
    private BigDecimal treeBytes(Counts counts) {
        Links links = counts.links();
        return bytesPerFile
                .multiply(BigDecimal.valueOf(counts.files()))
                .add(bytesPerDirectory.multiply(BigDecimal.valueOf(counts.directories())))
                .add(bytesPerNameByte.multiply(BigDecimal.valueOf(counts.names().bytes())))
                .add(bytesPerPackedNameByte.multiply(
                        BigDecimal.valueOf(counts.names().packedBytes())))
                .add(bytesPerSymlink.multiply(BigDecimal.valueOf(links.symlinks())))
                .add(bytesPerTargetByte.multiply(BigDecimal.valueOf(links.targetBytes())))
                .add(bytesPerHardLink.multiply(BigDecimal.valueOf(links.hardLinks())))
                .add(attributes.bytes(counts.names().attributes()));
    }
}
