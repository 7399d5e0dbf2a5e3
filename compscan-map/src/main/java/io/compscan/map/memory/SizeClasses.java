package io.compscan.map.memory;

import java.util.Arrays;

/**
 * The block sizes that a page is cut into: a page holds a whole number of blocks, so sizes are fractions of a page.
 *
 * <p>From the largest size down, each next size puts one more block into a page. So neighbouring sizes are about {@code size^2 / pageBytes}
 * bytes apart. Where that would be less than one entry, the step is one entry. Class 0 is the smallest.
 */
public final class SizeClasses {

    /** A page begins with the address of the previous page of its class. */
    public static final int PAGE_HEADER_BYTES = 8;

    private final int[] blockBytes;
    private final int[] blocksPerPage;
    private final byte[] classOfBytes;

    /**
     * Sizes for pages of {@code pageBytes}.
     *
     * @param minBlockBytes the smallest size that is needed
     * @param maxBlockBytes the largest size that is needed
     * @param stepBytes the least step between two sizes
     */
    public SizeClasses(int pageBytes, int minBlockBytes, int maxBlockBytes, int stepBytes) {
        int usable = pageBytes - PAGE_HEADER_BYTES;
        int[] sizes = new int[Byte.MAX_VALUE];
        int count = 0;
        int last = Integer.MAX_VALUE;
        for (int blocks = usable / maxBlockBytes; last > minBlockBytes && count < sizes.length; blocks++) {
            int size = usable / blocks;
            boolean nextTooSmall = usable / (blocks + 1) < minBlockBytes;
            if (last - size >= stepBytes || nextTooSmall) {
                sizes[count++] = size;
                last = size;
            }
            if (nextTooSmall) {
                break;
            }
        }
        blockBytes = new int[count];
        blocksPerPage = new int[count];
        for (int c = 0; c < count; c++) {
            blockBytes[c] = sizes[count - 1 - c];
            blocksPerPage[c] = usable / blockBytes[c];
        }
        classOfBytes = new byte[blockBytes[count - 1] + 1];
        int c = 0;
        for (int bytes = 0; bytes < classOfBytes.length; bytes++) {
            if (bytes > blockBytes[c]) {
                c++;
            }
            classOfBytes[bytes] = (byte) c;
        }
    }

    /** The number of classes. */
    public int count() {
        return blockBytes.length;
    }

    /** The smallest class whose blocks hold so many bytes, at most a full leaf. */
    public int classFor(int bytes) {
        return classOfBytes[bytes];
    }

    /** The size of the blocks of a class. */
    public int blockBytes(int sizeClass) {
        return blockBytes[sizeClass];
    }

    /** The number of blocks in a page of a class. */
    public int blocksPerPage(int sizeClass) {
        return blocksPerPage[sizeClass];
    }

    @Override
    public String toString() {
        return Arrays.toString(blockBytes);
    }
}
