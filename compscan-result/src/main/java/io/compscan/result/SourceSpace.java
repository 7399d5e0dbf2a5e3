package io.compscan.result;

import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The space that the data takes on its source now, as its file systems report it. No figure of the scan depends on it.
 *
 * @param fileSystems the file systems of the files, in ascending order of their devices
 * @param unaskedFileCount files that could not be opened, or that the file system gave no answer for
 * @param unaskedBytes their size
 * @param otherUnitCount devices, pipes, and files of a system that cannot be asked
 * @param otherBytes their size, as far as it is known
 */
public record SourceSpace(
        List<FileSystem> fileSystems, long unaskedFileCount, long unaskedBytes, long otherUnitCount, long otherBytes) {

    /** Copies the list. */
    public SourceSpace {
        fileSystems = List.copyOf(fileSystems);
    }

    /**
     * The files on one file system; the subvolumes of a btrfs are one file system.
     *
     * @param device the device that it is mounted from
     * @param type the type, such as {@code xfs}
     * @param fileCount files, each once for all its names
     * @param logicalBytes their sizes
     * @param allocatedBytes their blocks, as {@code du} counts them; blocks that several files share count for each
     * @param extents their extents; null if the file system does not report them
     */
    public record FileSystem(
            String device,
            String type,
            long fileCount,
            long logicalBytes,
            long allocatedBytes,
            @LeftOut @Nullable Extents extents) {}

    /**
     * The extents of the files of a file system.
     *
     * <pre>
     *   mappedBytes - encodedBytes - sharedWithinBytes = occupiedBytes
     * </pre>
     *
     * @param extentCount all extents, one for each file that has it
     * @param mappedBytes the bytes of files that lie on blocks; bytes that several files share count for each
     * @param unwrittenBytes the part of the mapped bytes that is reserved and was never written
     * @param encodedBytes the part of the mapped bytes that is compressed or encrypted, by the length of its data
     * @param inlineBytes the bytes in the metadata
     * @param delayedBytes the bytes that have no blocks yet
     * @param sharedBytes the part of the mapped bytes that the file system calls shared
     * @param encodedSharedBytes the part of the shared bytes that is also encoded
     * @param sharedWithinBytes the bytes that reflinks between the files save, without encoded extents
     * @param sharedOutsideBytes the part of the occupied bytes that is shared with nothing else in the scan, only with snapshots or other
     *     files
     * @param occupiedBytes the blocks of the files, each once, without encoded extents
     */
    public record Extents(
            long extentCount,
            long mappedBytes,
            long unwrittenBytes,
            long encodedBytes,
            long inlineBytes,
            long delayedBytes,
            long sharedBytes,
            long encodedSharedBytes,
            long sharedWithinBytes,
            long sharedOutsideBytes,
            long occupiedBytes) {

        /** Refuses numbers that do not add up. */
        public Extents {
            if (mappedBytes - encodedBytes - sharedWithinBytes != occupiedBytes
                    || sharedBytes > mappedBytes
                    || encodedSharedBytes > Math.min(encodedBytes, sharedBytes)
                    || sharedWithinBytes + sharedOutsideBytes > sharedBytes - encodedSharedBytes) {
                throw new IllegalStateException("extents do not add up: mappedBytes " + mappedBytes
                        + ", encodedBytes " + encodedBytes + ", sharedBytes " + sharedBytes + ", sharedWithinBytes "
                        + sharedWithinBytes + ", sharedOutsideBytes " + sharedOutsideBytes + ", occupiedBytes "
                        + occupiedBytes);
            }
        }
    }

    /** The sum of a figure over all file systems. */
    public long sum(ToLongFunction<FileSystem> figure) {
        return fileSystems.stream().mapToLong(figure).sum();
    }

    /** The sum of a figure over the file systems that report extents. */
    public long sumOfExtents(ToLongFunction<Extents> figure) {
        return sum(one -> one.extents() == null ? 0 : figure.applyAsLong(one.extents()));
    }
}
