package io.compscan.core.read;

import io.compscan.core.read.task.UnitTicket;

/**
 * Groups the small files that a file system packs into shared blocks: small files that follow one another in the walk, whatever lies
 * between them. One thread.
 *
 * <p>A group fills a few blocks and fits into one slab. So its compressed size depends neither on the threads nor on where an earlier
 * session of the scan was interrupted.
 */
public final class FileGroups {

    /** The number of a file that is in no group. */
    public static final long NONE = UnitTicket.NO_GROUP;

    /** The most files of a group, and the most units of one task; the last of more units would wait too long. */
    public static final int MAX_FILES = 512;

    private static final int MAX_GROUP_BYTES = 1 << 20;

    private final int smallBelowBytes;
    private long number;
    private long bytes;
    private int fileCount;

    /** @param smallBelowBytes shorter files are small; 0 if no file is */
    public FileGroups(int smallBelowBytes) {
        this.smallBelowBytes = Math.min(smallBelowBytes, MAX_GROUP_BYTES);
    }

    /** The number of the group of the next file; asked once for each file, in the order of the walk. */
    public long next(long sizeBytes) {
        if (sizeBytes <= 0 || sizeBytes >= smallBelowBytes) {
            return NONE;
        }
        if (bytes + sizeBytes > MAX_GROUP_BYTES || fileCount == MAX_FILES) {
            number++;
            bytes = 0;
            fileCount = 0;
        }
        bytes += sizeBytes;
        fileCount++;
        return number;
    }
}
