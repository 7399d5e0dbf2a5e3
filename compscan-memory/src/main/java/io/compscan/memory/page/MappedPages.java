package io.compscan.memory.page;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The present pages of an address space in ascending order of address: runs of consecutive pages, and the frame of each page.
 *
 * <pre>
 *   run number      0             1
 *   starts       0x7f0000      0x7f9000         address of the first page
 *   firsts       0             3                number of the first page
 *   page number  0   1   2     3   4   ...
 *   frames       f   f   f     f   f            slot in the FrameSet, later the frame's index
 *   properties   p   p   p     p   p            see Frames
 * </pre>
 *
 * Five bytes a page and a bit. One thread builds it.
 */
public final class MappedPages {

    private static final int LEAST = 16;
    /** If there is less than one page for so many frames, a sort is faster than a mark for each frame. */
    private static final int SPARSE = 64;

    private long[] starts = new long[LEAST];
    private int[] firsts = new int[LEAST];
    private int runCount;
    private int[] frames = new int[LEAST];
    private byte[] properties = new byte[LEAST];
    private int pageCount;
    private final BitSet owned = new BitSet();
    private long nextAddress = Long.MIN_VALUE;

    /**
     * Adds a page.
     *
     * @param address behind those of all pages before
     * @param slot of its frame
     * @param properties of the frame, as far as this page tells; see {@link Frames}
     * @param isOwned whether this page stands for the frame: the scan reads the frame through it
     */
    public void add(long address, int slot, int properties, boolean isOwned) {
        if (address != nextAddress) {
            if (runCount == starts.length) {
                starts = Arrays.copyOf(starts, grown(runCount));
                firsts = Arrays.copyOf(firsts, starts.length);
            }
            starts[runCount] = address;
            firsts[runCount++] = pageCount;
        }
        nextAddress = address + PageHash.PAGE_BYTES;
        if (pageCount == frames.length) {
            frames = Arrays.copyOf(frames, grown(pageCount));
            this.properties = Arrays.copyOf(this.properties, frames.length);
        }
        frames[pageCount] = slot;
        this.properties[pageCount] = (byte) properties;
        owned.set(pageCount++, isOwned);
    }

    private static int grown(int size) {
        return (int) Math.min(Integer.MAX_VALUE - 8, size + (size >> 1) + (long) LEAST);
    }

    /** Replaces slots by indexes and notes the properties, when all pages of all address spaces are known. */
    public void number(FrameSet set, Frames all) {
        for (int i = 0; i < pageCount; i++) {
            frames[i] = set.index(frames[i]);
            all.mark(frames[i], properties[i]);
        }
    }

    /** Whether a page tells all of these properties of its frame. */
    public boolean is(int page, int wanted) {
        return (properties[page] & wanted) == wanted;
    }

    /** How many pages are mapped. */
    public int count() {
        return pageCount;
    }

    /** The index of the frame of a page. */
    public int frame(int page) {
        return frames[page];
    }

    /** Whether this page stands for its frame when it is read. */
    public boolean isOwned(int page) {
        return owned.get(page);
    }

    /** The first page from this number on that stands for its frame; -1 if there is none. */
    public int nextOwned(int page) {
        return owned.nextSetBit(page);
    }

    /** The first page from this number on that does not stand for its frame. */
    public int nextNotOwned(int page) {
        return owned.nextClearBit(page);
    }

    /** The address of a page. */
    public long address(int page) {
        int run = run(page);
        return starts[run] + (long) (page - firsts[run]) * PageHash.PAGE_BYTES;
    }

    /** The number of the page behind the run of consecutive pages that a page is in. */
    public int runEnd(int page) {
        int run = run(page);
        return run + 1 < runCount ? firsts[run + 1] : pageCount;
    }

    private int run(int page) {
        int found = Arrays.binarySearch(firsts, 0, runCount, page);
        return found < 0 ? -found - 2 : found;
    }

    /**
     * The frames that are mapped, each once, in ascending order.
     *
     * @param frameCount of all address spaces
     */
    public int[] distinctFrames(int frameCount) {
        if (pageCount >= frameCount / SPARSE) {
            BitSet distinct = new BitSet(frameCount);
            for (int i = 0; i < pageCount; i++) {
                distinct.set(frames[i]);
            }
            return distinct.stream().toArray();
        }
        int[] sorted = Arrays.copyOf(frames, pageCount);
        Arrays.sort(sorted);
        int distinct = 0;
        for (int i = 0; i < pageCount; i++) {
            if (i == 0 || sorted[i] != sorted[i - 1]) {
                sorted[distinct++] = sorted[i];
            }
        }
        return Arrays.copyOf(sorted, distinct);
    }
}
