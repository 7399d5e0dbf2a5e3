package io.compscan.memory.page;

import java.io.Closeable;
import java.io.IOException;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Reads whole pages of an address space. One thread. */
public interface PageReader extends Closeable {

    /**
     * Reads as many of some consecutive pages as are there now.
     *
     * @param address of the first page
     * @param pages how many
     * @param data takes the pages from {@code offset} on, each at its place
     * @param got is cleared, and then holds the numbers of the pages that were read
     */
    void read(long address, int pages, byte[] data, int offset, BitSet got);

    /** The reason in one line why present pages could not be read, or that the whole space is gone; null if there was no failure. */
    @Nullable IOException failure();

    /** How many pages are there and could not be read so far. */
    long unreadPages();
}
