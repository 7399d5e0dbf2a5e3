package io.compscan.core.read;

/** The place to read on after an error: behind the sector, and in ever larger steps on a dead disk, which would take forever otherwise. */
final class BadSectors {

    /** An error costs at least this much; the page cache reads no less at a time. */
    static final int SECTOR_BYTES = 4096;

    /** This many bad sectors in a row are skipped one at a time. */
    static final int SINGLE_SECTORS = 256;

    private BadSectors() {}

    /**
     * The position behind an error at {@code position}, always a multiple of the sector size.
     *
     * @param inARow the number of errors in a row, this one included
     */
    static long end(long position, int inARow) {
        long step = SECTOR_BYTES * Math.max(1L, inARow - SINGLE_SECTORS);
        return (position + step) / SECTOR_BYTES * SECTOR_BYTES;
    }
}
