package io.compscan.core.read;

/**
 * Tells which small files lie together where a file system packs them: those that follow each other in the walk, whatever lies between
 * them. One thread.
 *
 * <p>A group holds a few blocks, so that it can be read and compressed in one go, and what it comes to depends neither on the threads nor
 * on how far an interrupted scan was.
 */
public final class FileGroups {

    /** The number of what is in no group. */
    public static final long NONE = -1;

    private static final int MAX_GROUP_BYTES = 1 << 20;

    private final int smallBelowBytes;
    private long number;
    private long bytes;
    private int fileCount;

    /** @param smallBelowBytes files shorter than this are small; 0 if none is */
    public FileGroups(int smallBelowBytes) {
        this.smallBelowBytes = Math.min(smallBelowBytes, MAX_GROUP_BYTES);
    }

    /** The number of the group of the next file; to be asked once for each, in the order of the walk. */
    public long next(long sizeBytes) {
        if (sizeBytes <= 0 || sizeBytes >= smallBelowBytes) {
            return NONE;
        }
        if (bytes + sizeBytes > MAX_GROUP_BYTES || fileCount == ReadTask.Pack.MAX_UNITS) {
            number++;
            bytes = 0;
            fileCount = 0;
        }
        bytes += sizeBytes;
        fileCount++;
        return number;
    }
}
