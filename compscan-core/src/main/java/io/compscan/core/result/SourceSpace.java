package io.compscan.core.result;

import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the data takes where it lies now, as its file systems tell. No figure of the scan depends on it.
 *
 * @param fileSystems those of the files, in ascending order of their devices
 * @param unaskedFileCount files that could not be opened or asked for
 * @param unaskedBytes their size
 * @param otherUnitCount devices, pipes, and files of a system that cannot be asked
 * @param otherBytes its size, as far as it is known
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
     * @param device what it is mounted from
     * @param type such as {@code xfs}
     * @param fileCount files, each once however many names it has
     * @param logicalBytes their sizes
     * @param allocatedBytes their blocks, as {@code du} tells; what several files share counts for each
     * @param extents null if the file system does not tell them
     */
    public record FileSystem(
            String device,
            String type,
            long fileCount,
            long logicalBytes,
            long allocatedBytes,
            @Nullable Extents extents) {}

    /**
     * The extents of the files of a file system.
     *
     * <pre>
     *   mappedBytes - encodedBytes - sharedWithinBytes = occupiedBytes
     * </pre>
     *
     * @param extentCount all extents, one for each file that has it
     * @param mappedBytes the bytes of files that lie on blocks; what several files share counts for each
     * @param unwrittenBytes of those, what is reserved and was never written
     * @param encodedBytes of those, what is compressed or encrypted, by the length of its data
     * @param inlineBytes what lies in the metadata
     * @param delayedBytes what has no blocks yet
     * @param sharedBytes of the mapped bytes, what the file system calls shared
     * @param encodedSharedBytes of the shared bytes, what is encoded as well
     * @param sharedWithinBytes what reflinks between the files save, without encoded extents
     * @param sharedOutsideBytes of the occupied bytes, what is shared, but with nothing else in the scan: with snapshots or other files
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

    /** The sum of a figure over the file systems that tell extents. */
    public long sumOfExtents(ToLongFunction<Extents> figure) {
        return sum(one -> one.extents() == null ? 0 : figure.applyAsLong(one.extents()));
    }
}
