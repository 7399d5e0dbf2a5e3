package io.compscan.image.archive;

import java.util.Arrays;

/**
 * A block of a 7z: files one behind another, packed as one stream. Two blocks are never equal.
 *
 * <pre>
 *   archive   ... | packed stream 0 | packed stream 1 | ...
 *   block     | file 0 | file 1 | file 2 |
 * </pre>
 */
final class SevenZipBlock {

    /** Where a packed stream lies in the archive. */
    record Range(long from, long to) {}

    private final SevenZipCoders coders;
    /** What each coder makes. */
    private final long[] coderBytes;

    private final Range[] packed;
    /** Where each file begins; and where the last one ends. */
    private final long[] starts;
    /** The checksum of each file; negative where there is none. */
    private final long[] sums;

    /**
     * A block.
     *
     * @param sizes the size of each file, which together are not larger than the block
     */
    SevenZipBlock(SevenZipCoders coders, long[] coderBytes, Range[] packed, long[] sizes, long[] sums) {
        this.coders = coders;
        this.coderBytes = coderBytes;
        this.packed = packed;
        this.sums = sums;
        starts = new long[sizes.length + 1];
        for (int i = 0; i < sizes.length; i++) {
            starts[i + 1] = Math.addExact(starts[i], sizes[i]);
        }
    }

    SevenZipCoders coders() {
        return coders;
    }

    long[] coderBytes() {
        return coderBytes;
    }

    Range packed(int stream) {
        return packed[stream];
    }

    int fileCount() {
        return sums.length;
    }

    long start(int file) {
        return starts[file];
    }

    long sizeBytes(int file) {
        return starts[file + 1] - starts[file];
    }

    long sum(int file) {
        return sums[file];
    }

    /** The end of all files. */
    long sizeBytes() {
        return starts[sums.length];
    }

    /** The length of its packed streams. */
    private long packedBytes() {
        return Arrays.stream(packed).mapToLong(range -> range.to - range.from).sum();
    }

    /** The packed bytes that a part of the block takes, as if all bytes shrank alike. */
    long packedBytes(long partBytes) {
        return (long) (packedBytes() * ((double) partBytes / sizeBytes()));
    }

    /** Whether all of it lies in an archive of this size. */
    boolean fits(long archiveBytes) {
        return Arrays.stream(packed).allMatch(range -> range.to <= archiveBytes);
    }
}
