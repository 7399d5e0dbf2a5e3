package io.compscan.core.scan.read;

import io.compscan.core.SplitMix;
import io.compscan.core.scan.read.task.UnitTicket;

/**
 * Groups the small files that a file system packs into shared blocks: small files that follow one another in the walk, whatever lies
 * between them. One thread.
 *
 * <p>A group fills a few blocks and fits into one slab. So its compressed size depends neither on the threads nor on where an earlier
 * session of the scan was interrupted.
 *
 * <p>A file's name and size decide whether a group ends with it, just as bytes decide the ends of content-defined chunks. So another state
 * of a tree has the same groups again soon behind a file that has come or gone. Files that have not changed have the same neighbours.
 */
public final class FileGroups {

    /** The number of a file that is in no group. */
    public static final long NONE = UnitTicket.NO_GROUP;

    /** The most files of a group. All are in one task, so more would keep its reader at the end of a scan while others wait. */
    public static final int MAX_FILES = 2048;

    private static final int MAX_GROUP_BYTES = 1 << 20;
    /** A group has two blocks, unless it has many files. */
    private static final int MIN_GROUP_BYTES = 1 << 18;

    private static final int MIN_FILES = MAX_FILES / 2;
    /** On average a group ends so many bytes behind the least. */
    private static final int MEAN_BYTES_TO_END = 3 << 17;
    /** It ends sooner where files are tiny: at one file of so many. */
    private static final int MEAN_FILES_TO_END = MAX_FILES / 2;

    private final int smallBelowBytes;
    private long number;
    private long bytes;
    private int fileCount;

    /** @param smallBelowBytes shorter files are small; 0 if no file is */
    public FileGroups(int smallBelowBytes) {
        this.smallBelowBytes = Math.min(smallBelowBytes, MAX_GROUP_BYTES);
    }

    /**
     * The number of the group of the next file; asked once for each file, in the order of the walk.
     *
     * @param name the name of the file; its directory does not count
     */
    public long next(String name, long sizeBytes) {
        if (sizeBytes <= 0 || sizeBytes >= smallBelowBytes) {
            return NONE;
        }
        if (bytes + sizeBytes > MAX_GROUP_BYTES || fileCount == MAX_FILES) {
            end();
        }
        bytes += sizeBytes;
        fileCount++;
        long group = number;
        if ((bytes >= MIN_GROUP_BYTES || fileCount >= MIN_FILES) && isLast(name, sizeBytes)) {
            end();
        }
        return group;
    }

    private void end() {
        number++;
        bytes = 0;
        fileCount = 0;
    }

    private static boolean isLast(String name, long sizeBytes) {
        long nameHash = name.substring(name.lastIndexOf('/') + 1).hashCode();
        double drawn = (SplitMix.mix(nameHash * SplitMix.GOLDEN + sizeBytes) >>> 1) * 0x1p-63;
        return drawn < (double) sizeBytes / MEAN_BYTES_TO_END + 1.0 / MEAN_FILES_TO_END;
    }
}
