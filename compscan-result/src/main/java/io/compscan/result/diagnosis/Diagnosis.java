package io.compscan.result.diagnosis;

import io.compscan.result.ReadError;
import java.util.List;

/**
 * The findings of {@code compscan doctor}; its document with {@code --json}.
 *
 * @param format always {@value #FORMAT}
 * @param version the version of the format, {@value #VERSION}
 * @param toolVersion the version of compscan
 * @param paths the examined paths, as given
 * @param chunkBytes the sizes of chunks that were asked for
 * @param findings in the order of the walk; the findings in a container follow it
 * @param costs one for each size of chunks, in their order; empty if nothing could be read
 * @param errors the paths that could not be looked into or read
 */
public record Diagnosis(
        String format,
        int version,
        String toolVersion,
        List<String> paths,
        List<Integer> chunkBytes,
        List<Finding> findings,
        List<Cost> costs,
        List<ReadError> errors) {

    /** The name of the format. */
    public static final String FORMAT = "compscan-diagnosis";
    /** The version of the format. */
    public static final int VERSION = 1;

    /** Copies the lists. */
    public Diagnosis {
        paths = List.copyOf(paths);
        chunkBytes = List.copyOf(chunkBytes);
        findings = List.copyOf(findings);
        costs = List.copyOf(costs);
        errors = List.copyOf(errors);
    }

    /** The kind of a finding. */
    public enum Kind {
        /** The bytes of a disk in the file of an image. */
        PAYLOAD,
        /** A partition or a logical volume on a disk. */
        PARTITION,
        /** A file system on a disk or in a partition. */
        FILE_SYSTEM,
        /** A file or device in which nothing is recognised. */
        NOTHING
    }

    /**
     * A thing with a start: a payload, a partition or a file system; or a path in which nothing is recognised.
     *
     * @param path the file, device or part that contains it
     * @param kind its kind
     * @param name the format of the image, the name of the partition, or the sort of the file system; empty for nothing
     * @param startBytes the first byte of the payload in its file, or of a partition or a file system on its disk
     * @param alignmentBytes the largest power of two that divides all shifts of bytes against the file or the disk; 1 GiB at most
     * @param blockBytes for a payload the largest power of two that divides the starts and ends of all pieces, 1 GiB at most. For a file
     *     system its block size; else 0
     * @param misalignedChunkBytes the sizes of chunks for which no chunk begins at its start
     * @param advice one sentence
     */
    public record Finding(
            String path,
            Kind kind,
            String name,
            long startBytes,
            long alignmentBytes,
            long blockBytes,
            List<Integer> misalignedChunkBytes,
            String advice) {

        /** Copies the list. */
        public Finding {
            misalignedChunkBytes = List.copyOf(misalignedChunkBytes);
        }
    }

    /**
     * The measurements with one size of chunks, over all examined paths.
     *
     * @param chunkBytes the size
     * @param fileUniqueBytes one copy of each distinct chunk of the files, with chunks from their first byte on
     * @param diskUniqueBytes the same of the disks in them
     * @param alignedUniqueBytes the same with chunks that begin anew with each partition
     * @param misalignmentBytes {@code fileUniqueBytes - alignedUniqueBytes}; below zero if images are compressed
     */
    public record Cost(
            int chunkBytes,
            long fileUniqueBytes,
            long diskUniqueBytes,
            long alignedUniqueBytes,
            long misalignmentBytes) {

        /** Refuses numbers that do not add up. */
        public Cost {
            if (misalignmentBytes != fileUniqueBytes - alignedUniqueBytes) {
                throw new IllegalStateException("the cost of misalignment is not the difference of unique bytes");
            }
        }
    }
}
