package io.compscan.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The numbers that do not depend on the chunking; they add up: {@code scannedBytes = logicalBytes - hardLinkBytes - unreadBytes}.
 *
 * @param logicalBytes the sizes of the files of all names
 * @param hardLinkBytes bytes of names whose inode was already reached by another name; read once
 * @param unreadBytes bytes that could not be read; every such path is in the errors
 * @param scannedBytes bytes that were read (holes of sparse files included)
 * @param fileCount names of regular files, devices and streams that the scan had to read, hard links included
 * @param directoryCount directories walked
 * @param hardLinkCount further names of an inode already reached
 * @param symlinkCount symbolic links met while walking and not followed
 * @param specialFileCount FIFOs, sockets and devices met while walking and not opened
 * @param excludedCount files and directories left out by globs, and mount points not crossed
 * @param unreadPathCount paths that could not be read, or not whole
 * @param changedPathCount paths that were read whole but changed meanwhile
 * @param consumedCount files that were read only as parts of an image: extents and parents
 * @param repeatedDirectoryCount directories that an earlier path of the scan has in the same place, with all files below them. All empty
 *     directories except one count, too, and directories that hold the same names of the same files as one before, and nothing else
 * @param repeatedFileCount files in such directories
 * @param repeatedRunFileCount files in runs of some hundred files that an earlier path has in the same places
 * @param repeatedLinkCount further names of files in directories that hold the same names of the same files as one before
 * @param nameBytes the lengths of the names of all files and symbolic links together, without their directories
 * @param packedNameBytes what the names of the entries of each directory take together, compressed by DEFLATE; 0 where no walk tells
 * @param targetBytes the lengths of the targets of symbolic links that are not followed
 * @param unreadDirectoryCount of {@code unreadPathCount}, directories that could not be listed and paths whose size is unknown; everything
 *     below them is missing from all numbers
 * @param attributes the extended attributes; null where no profile charges them, no walk tells of them, or no file has any
 * @param shapes the sizes of files and directories; null where no profile charges them, or no walk tells of them
 */
public record Totals(
        long logicalBytes,
        long hardLinkBytes,
        long unreadBytes,
        long scannedBytes,
        long fileCount,
        long directoryCount,
        long hardLinkCount,
        long symlinkCount,
        long specialFileCount,
        long excludedCount,
        long unreadPathCount,
        long changedPathCount,
        @Later long consumedCount,
        @Later long repeatedDirectoryCount,
        @Later long repeatedFileCount,
        @Later long repeatedRunFileCount,
        @Later long repeatedLinkCount,
        @Later long nameBytes,
        @Later long packedNameBytes,
        @Later long targetBytes,
        @Later long unreadDirectoryCount,
        @LeftOut @Nullable Attributes attributes,
        @LeftOut @Nullable Shapes shapes) {

    /** A run of files ends behind one file in so many, a power of two: as many items as Borg puts in a chunk of metadata. */
    public static final int FILES_PER_RUN = 512;

    /**
     * Extended attributes of files, directories and symbolic links. A file with several names counts once.
     *
     * @param fileCount files, directories and links that have any
     * @param count attributes
     * @param bytes their names and values
     * @param packedCount those that differ, in name or value, from all others in their directory; links are left out
     * @param packedBytes the names and values of these, compressed by DEFLATE
     * @param distinctBytes the names and values of those that differ from all others
     * @param setCount distinct sets of a file's attributes, access lists left out
     * @param packedSetBytes these sets, written as squashfs writes them, compressed by DEFLATE in blocks of 8 KiB
     */
    public record Attributes(
            long fileCount,
            long count,
            long bytes,
            long packedCount,
            long packedBytes,
            long distinctBytes,
            long setCount,
            long packedSetBytes) {

        private static @Nullable Attributes sum(@Nullable Attributes one, @Nullable Attributes other) {
            if (one == null || other == null) {
                return one == null ? other : one;
            }
            return new Attributes(
                    Math.addExact(one.fileCount, other.fileCount),
                    Math.addExact(one.count, other.count),
                    Math.addExact(one.bytes, other.bytes),
                    Math.addExact(one.packedCount, other.packedCount),
                    Math.addExact(one.packedBytes, other.packedBytes),
                    Math.addExact(one.distinctBytes, other.distinctBytes),
                    Math.addExact(one.setCount, other.setCount),
                    Math.addExact(one.packedSetBytes, other.packedSetBytes));
        }
    }

    /**
     * How many files and directories there are of each size. Hard links and links do not count as files, but as entries of directories.
     * Streams, whose size only reading shows, count as files of one size.
     *
     * @param files files by their bytes
     * @param directories directories by their names and {@value #ENTRY_BYTES} bytes an entry, where no name has more than
     *     {@value #LONG_NAME_BYTES} bytes
     * @param longNamed the other directories, likewise
     * @param longAttributed files, directories and links whose attributes take more than {@value #ATTRIBUTE_LIST_BYTES} bytes as a packed
     *     list (RFC 4506), by these bytes
     */
    public record Shapes(
            List<Sizes> files,
            List<Sizes> directories,
            List<Sizes> longNamed,
            @Later List<Sizes> longAttributed) {

        /** What an entry of a directory counts for beside its name. */
        public static final int ENTRY_BYTES = 8;

        /** The longest name that is not long: the one that a micro ZAP of ZFS holds. */
        public static final int LONG_NAME_BYTES = 49;

        /** The longest packed list of attributes that is not long: the one that lies in a dnode of ZFS. */
        public static final int ATTRIBUTE_LIST_BYTES = 136;

        /** Copies the lists. */
        public Shapes {
            longAttributed = List.copyOf(longAttributed);
            files = List.copyOf(files);
            directories = List.copyOf(directories);
            longNamed = List.copyOf(longNamed);
        }

        private static @Nullable Shapes sum(@Nullable Shapes one, @Nullable Shapes other) {
            // The sizes of a part are not those of the whole.
            if (one == null || other == null) {
                return null;
            }
            return new Shapes(
                    Sizes.sum(one.files, other.files),
                    Sizes.sum(one.directories, other.directories),
                    Sizes.sum(one.longNamed, other.longNamed),
                    Sizes.sum(one.longAttributed, other.longAttributed));
        }
    }

    /**
     * Things of like size: a row of a list that ascends by {@code upTo}, from which rows without things are left out.
     *
     * @param upTo the largest size, a power of two, or 0; the row before holds half of it and less
     * @param count how many things
     * @param sum their sizes
     */
    public record Sizes(long upTo, long count, long sum) {

        private static List<Sizes> sum(List<Sizes> one, List<Sizes> other) {
            Map<Long, Sizes> rows = new TreeMap<>();
            one.forEach(row -> rows.put(row.upTo, row));
            for (Sizes row : other) {
                rows.merge(
                        row.upTo,
                        row,
                        (a, b) -> new Sizes(a.upTo, Math.addExact(a.count, b.count), Math.addExact(a.sum, b.sum)));
            }
            return new ArrayList<>(rows.values());
        }
    }

    /** The totals of a scan without containers, and of one state of each tree. */
    public Totals(
            long logicalBytes,
            long hardLinkBytes,
            long unreadBytes,
            long scannedBytes,
            long fileCount,
            long directoryCount,
            long hardLinkCount,
            long symlinkCount,
            long specialFileCount,
            long excludedCount,
            long unreadPathCount,
            long changedPathCount) {
        this(
                logicalBytes,
                hardLinkBytes,
                unreadBytes,
                scannedBytes,
                fileCount,
                directoryCount,
                hardLinkCount,
                symlinkCount,
                specialFileCount,
                excludedCount,
                unreadPathCount,
                changedPathCount,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                null,
                null);
    }

    /** Refuses totals that do not add up to the byte. */
    public Totals {
        if (scannedBytes < 0
                || hardLinkBytes < 0
                || unreadBytes < 0
                || scannedBytes != logicalBytes - hardLinkBytes - unreadBytes) {
            throw new IllegalStateException("scannedBytes " + scannedBytes + " is not logicalBytes " + logicalBytes
                    + " - hardLinkBytes " + hardLinkBytes + " - unreadBytes " + unreadBytes);
        }
    }

    /**
     * The totals of both.
     *
     * @throws ArithmeticException if a sum does not fit in 64 bits
     */
    public Totals plus(Totals other) {
        return new Totals(
                Math.addExact(logicalBytes, other.logicalBytes),
                Math.addExact(hardLinkBytes, other.hardLinkBytes),
                Math.addExact(unreadBytes, other.unreadBytes),
                Math.addExact(scannedBytes, other.scannedBytes),
                Math.addExact(fileCount, other.fileCount),
                Math.addExact(directoryCount, other.directoryCount),
                Math.addExact(hardLinkCount, other.hardLinkCount),
                Math.addExact(symlinkCount, other.symlinkCount),
                Math.addExact(specialFileCount, other.specialFileCount),
                Math.addExact(excludedCount, other.excludedCount),
                Math.addExact(unreadPathCount, other.unreadPathCount),
                Math.addExact(changedPathCount, other.changedPathCount),
                Math.addExact(consumedCount, other.consumedCount),
                Math.addExact(repeatedDirectoryCount, other.repeatedDirectoryCount),
                Math.addExact(repeatedFileCount, other.repeatedFileCount),
                Math.addExact(repeatedRunFileCount, other.repeatedRunFileCount),
                Math.addExact(repeatedLinkCount, other.repeatedLinkCount),
                Math.addExact(nameBytes, other.nameBytes),
                Math.addExact(packedNameBytes, other.packedNameBytes),
                Math.addExact(targetBytes, other.targetBytes),
                Math.addExact(unreadDirectoryCount, other.unreadDirectoryCount),
                Attributes.sum(attributes, other.attributes),
                Shapes.sum(shapes, other.shapes));
    }
}
