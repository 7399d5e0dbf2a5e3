package io.compscan.map.trie;

import java.util.Arrays;

/**
 * The block sizes a page is cut into: a page holds a whole number of blocks, so sizes are fractions of a page.
 *
 * <p>Sizes step down from the largest block by one block more a page, about {@code size^2 / pageBytes} bytes apart, until the
 * step is one entry; from there on by one entry. Class 0 is the smallest. Sizes are even: the lowest bit of an address is a
 * slot's to use.
 */
final class SizeClasses {

    /** A page begins with the address of the page that its class took before it. */
    static final int PAGE_HEADER_BYTES = 8;

    private final int[] blockBytes;
    private final int[] blocksPerPage;
    private final byte[] classOfHalfBytes;

    SizeClasses(int pageBytes, int minBlockBytes, int maxBlockBytes, int stepBytes) {
        int usable = pageBytes - PAGE_HEADER_BYTES;
        int[] sizes = new int[Byte.MAX_VALUE];
        int count = 0;
        int last = Integer.MAX_VALUE;
        // Blocks are of even length.
        for (int blocks = usable / ((maxBlockBytes + 1) & ~1);
                last > minBlockBytes + 1 && count < sizes.length;
                blocks++) {
            int size = (usable / blocks) & ~1;
            boolean nextTooSmall = ((usable / (blocks + 1)) & ~1) < minBlockBytes;
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
        classOfHalfBytes = new byte[blockBytes[count - 1] / 2 + 1];
        int c = 0;
        for (int half = 0; half < classOfHalfBytes.length; half++) {
            if (2 * half > blockBytes[c]) {
                c++;
            }
            classOfHalfBytes[half] = (byte) c;
        }
    }

    int count() {
        return blockBytes.length;
    }

    /** The smallest class whose blocks hold so many bytes. */
    int classFor(int bytes) {
        return classOfHalfBytes[(bytes + 1) >> 1];
    }

    int blockBytes(int sizeClass) {
        return blockBytes[sizeClass];
    }

    int blocksPerPage(int sizeClass) {
        return blocksPerPage[sizeClass];
    }

    @Override
    public String toString() {
        return Arrays.toString(blockBytes);
    }
}
