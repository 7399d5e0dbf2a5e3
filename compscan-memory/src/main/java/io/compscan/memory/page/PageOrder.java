package io.compscan.memory.page;

import java.util.ArrayList;
import java.util.List;

/**
 * The order in which the pages of a slice are read: whole superpages first, so that chunks of their size are superpages.
 *
 * <pre>
 *   | whole 2 MiB ... | whole 64 KiB outside of these ... | all other pages |     each part in ascending order of address
 * </pre>
 *
 * So a chunk of 4, 64 or 2048 KiB is a range that is aligned to its size in the address space, if all its pages are present. For shorter
 * chunks, longer superpages do not matter.
 */
public final class PageOrder {

    /** Pages of the largest superpage. */
    public static final int LARGEST_BLOCK = 512;

    private static final int[] BLOCKS = {LARGEST_BLOCK, 16, 1};

    /**
     * Consecutive pages with consecutive addresses.
     *
     * @param page the number of the first
     * @param address of the first
     * @param count how many; a multiple of the block
     * @param block pages of the superpages that they are made of, 1 for none
     */
    public record Stretch(int page, long address, int count, int block) {}

    private PageOrder() {}

    /**
     * The pages in {@code [from, to)} that stand for their frames.
     *
     * @param longestChunkBytes the longest chunk of the scan
     */
    public static List<Stretch> of(MappedPages pages, int from, int to, int longestChunkBytes) {
        List<Stretch> open = new ArrayList<>();
        for (int page = pages.nextOwned(from); page >= 0 && page < to; ) {
            int end = Math.min(Math.min(pages.nextNotOwned(page), pages.runEnd(page)), to);
            open.add(new Stretch(page, pages.address(page), end - page, 1));
            page = pages.nextOwned(end);
        }
        List<Stretch> ordered = new ArrayList<>();
        for (int i = firstBlock(longestChunkBytes); i < BLOCKS.length; i++) {
            List<Stretch> rest = new ArrayList<>();
            for (Stretch stretch : open) {
                divide(stretch, BLOCKS[i], ordered, rest);
            }
            open = rest;
        }
        return ordered;
    }

    /** The shortest superpage that is no shorter than the chunk. */
    private static int firstBlock(int chunkBytes) {
        int first = BLOCKS.length - 1;
        while (first > 0 && BLOCKS[first] * PageHash.PAGE_BYTES < chunkBytes) {
            first--;
        }
        return first;
    }

    /** Adds the whole blocks of a stretch to the ordered ones, and the pages around them to the rest. */
    private static void divide(Stretch stretch, int block, List<Stretch> ordered, List<Stretch> rest) {
        long number = stretch.address / PageHash.PAGE_BYTES;
        int head = (int) Math.min(stretch.count, Math.floorMod(-number, (long) block));
        int body = (stretch.count - head) / block * block;
        add(rest, stretch, 0, head, 1);
        add(ordered, stretch, head, body, block);
        add(rest, stretch, head + body, stretch.count - head - body, 1);
    }

    private static void add(List<Stretch> list, Stretch whole, int from, int count, int block) {
        if (count > 0) {
            long address = whole.address + (long) from * PageHash.PAGE_BYTES;
            list.add(new Stretch(whole.page + from, address, count, block));
        }
    }
}
