package io.compscan.result.duplicate;

import io.compscan.result.Layout.Method;
import io.compscan.result.LeftOut;
import io.compscan.result.ReadError;
import io.compscan.result.StoredList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The chunks, files and directories that exist several times; the document of {@code compscan duplicates --json}. Zeros count nowhere.
 *
 * @param format always {@value #FORMAT}
 * @param version the version of the format, {@value #VERSION}
 * @param toolVersion the version of compscan
 * @param origin the kind of input
 * @param paths the scanned paths, or the file that was read
 * @param chunking canonical name, such as {@code fixed:4096}
 * @param fingerprint the name of the digest
 * @param partial whether the reading was stopped before its end; all numbers then describe the part that was read
 * @param summary the sums
 * @param chunks the chunks that save most, descending; null if the origin does not know them
 * @param files groups of files that are copies of each other, those that save most first; null if the origin does not know them
 * @param directories pairs of directories; null if the origin does not know them
 * @param errors the paths that could not be read
 */
public record Duplicates(
        String format,
        int version,
        String toolVersion,
        Origin origin,
        List<String> paths,
        String chunking,
        String fingerprint,
        boolean partial,
        Summary summary,
        @Nullable List<Chunk> chunks,
        @Nullable List<Copies> files,
        @Nullable Sharing directories,
        List<ReadError> errors) {

    /** The name of the format. */
    public static final String FORMAT = "compscan-duplicates";
    /** The version of the format. */
    public static final int VERSION = 1;

    /** Copies the lists. */
    public Duplicates {
        paths = List.copyOf(paths);
        chunks = chunks == null ? null : List.copyOf(chunks);
        files = files == null ? null : List.copyOf(files);
        errors = errors instanceof StoredList ? errors : List.copyOf(errors);
    }

    /** The kind of input. */
    public enum Origin {
        /** The data itself, which tells everything. */
        DATA,
        /** A fingerprint set, which tells of chunks alone. */
        SET,
        /** A result, whose ledger tells of directories alone. */
        RESULT
    }

    /**
     * The sums.
     *
     * @param scannedBytes the bytes that were read
     * @param nonZeroBytes those without zeros
     * @param uniqueBytes one copy of each distinct chunk
     * @param duplicateBytes {@code nonZeroBytes - uniqueBytes}
     * @param uniqueChunkCount distinct chunks
     * @param repeatedChunkCount the distinct chunks with two references or more; null if the origin does not know them
     * @param copiedFileCount files that are a whole copy of another file, without the first of each group; null if the origin does not know
     *     them
     * @param copiedFileBytes their bytes that are not zero, a part of {@code duplicateBytes}; null if the origin does not know them
     * @param method the method of counting the distinct chunks; null if all were counted, so that every number is exact
     */
    public record Summary(
            long scannedBytes,
            long nonZeroBytes,
            long uniqueBytes,
            long duplicateBytes,
            long uniqueChunkCount,
            @Nullable Long repeatedChunkCount,
            @Nullable Long copiedFileCount,
            @Nullable Long copiedFileBytes,
            @LeftOut @Nullable Method method) {

        /** Sums over all chunks. */
        public Summary(
                long scannedBytes,
                long nonZeroBytes,
                long uniqueBytes,
                long duplicateBytes,
                long uniqueChunkCount,
                @Nullable Long repeatedChunkCount,
                @Nullable Long copiedFileCount,
                @Nullable Long copiedFileBytes) {
            this(
                    scannedBytes,
                    nonZeroBytes,
                    uniqueBytes,
                    duplicateBytes,
                    uniqueChunkCount,
                    repeatedChunkCount,
                    copiedFileCount,
                    copiedFileBytes,
                    null);
        }

        /** Refuses numbers that do not add up. */
        public Summary {
            boolean closes = nonZeroBytes == uniqueBytes + duplicateBytes
                    && (repeatedChunkCount == null || repeatedChunkCount <= uniqueChunkCount)
                    && (copiedFileBytes == null || copiedFileBytes <= duplicateBytes);
            if (!closes) {
                throw new IllegalStateException("the duplicates do not add up: nonZeroBytes " + nonZeroBytes
                        + ", uniqueBytes " + uniqueBytes + ", duplicateBytes " + duplicateBytes + ", uniqueChunkCount "
                        + uniqueChunkCount + ", repeatedChunkCount " + repeatedChunkCount + ", copiedFileBytes "
                        + copiedFileBytes);
            }
        }
    }

    /**
     * A chunk that exists several times.
     *
     * @param fingerprint its fingerprint in hexadecimal
     * @param references the number of its occurrences
     * @param bytes its length
     * @param savedBytes {@code (references - 1) * bytes}
     * @param path the path of a unit that holds it, possibly one of many; null without a search, or if the search did not find it
     * @param offset the offset of its first byte there
     */
    public record Chunk(
            String fingerprint,
            long references,
            long bytes,
            long savedBytes,
            @Nullable String path,
            @Nullable Long offset) {}

    /**
     * Files that are copies of each other, to the last byte.
     *
     * @param bytes the size of one of them
     * @param nonZeroBytes its bytes without zero chunks
     * @param copies how many files there are
     * @param savedBytes {@code (copies - 1) * nonZeroBytes}
     * @param paths their paths, the first in alphabetical order, {@value #MOST_PATHS} at most
     */
    public record Copies(long bytes, long nonZeroBytes, long copies, long savedBytes, List<String> paths) {

        /** The most paths of a group. */
        public static final int MOST_PATHS = 100;

        /** Copies the list. */
        public Copies {
            paths = List.copyOf(paths);
        }
    }

    /**
     * The chunks that directories have in common.
     *
     * @param compressor the compressor of the stored bytes; {@code none} if data or a set were read
     * @param sampleShift the numbers come from one distinct chunk in {@code 2^sampleShift}; 0: from all of them, and nothing is estimated
     * @param sampledChunkCount the number of distinct chunks in that sample
     * @param pairs those that share most, descending
     */
    public record Sharing(String compressor, int sampleShift, long sampledChunkCount, List<DirectoryPair> pairs) {

        /** Copies the list. */
        public Sharing {
            pairs = List.copyOf(pairs);
        }
    }

    /**
     * Two directories with chunks in common.
     *
     * @param first the one that comes first in the order of the scan
     * @param second the other
     * @param sharedBytes stored bytes of the distinct chunks that both have
     * @param sharedBytesLow the lower end of the 95 % interval of {@code sharedBytes}; null if nothing is estimated
     * @param sharedBytesHigh the upper end, likewise
     */
    public record DirectoryPair(
            Directory first,
            Directory second,
            long sharedBytes,
            @LeftOut @Nullable Long sharedBytesLow,
            @LeftOut @Nullable Long sharedBytesHigh) {}

    /**
     * One of a pair.
     *
     * @param path its path
     * @param ownFilesOnly whether only the files directly in it count, and not the directories in it
     * @param bytes stored bytes of its distinct chunks
     */
    public record Directory(String path, boolean ownFilesOnly, long bytes) {}
}
