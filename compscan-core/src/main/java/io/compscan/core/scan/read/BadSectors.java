package io.compscan.core.scan.read;

/**
 * Where to read on after an error.
 *
 * <pre>
 *   known bad  |x|x| ... |x|        256 blocks, one try each
 *   probes                 |x|.|x|...|x|.......|ok|      at twice the distance each
 *   halving                             |..x.ok..|      between the last two probes
 * </pre>
 *
 * <p>So a bad range without gaps costs exactly its blocks, however long it is, and few tries. What lies between two failed probes is not
 * read. The way depends on the blocks alone, and on no other thread.
 */
final class BadSectors {

    /** An error costs at least this much; the page cache reads no less at a time. */
    static final int SECTOR_BYTES = 4096;

    /** This many bad blocks in a row are tried one at a time. */
    static final int SINGLE_SECTORS = 256;

    /** Tries to read one block. */
    @FunctionalInterface
    interface Probe {
        /** Whether the block at this position can be read. */
        boolean canRead(long position) throws InterruptedException;
    }

    private BadSectors() {}

    /** The end of the block that holds {@code position}. */
    static long blockEnd(long position) {
        return (position / SECTOR_BYTES + 1) * SECTOR_BYTES;
    }

    /**
     * The position to read on at, after a block that cannot be read: the end of its block, or of the bad range that it lies in.
     *
     * @param position a position in the block that has failed
     * @param end the end of what is to be read; the result is not beyond it
     * @param inARow the number of errors in a row, this one included
     * @param isHopeless whether the first probe is for the last block, because most of the unit is bad
     */
    static long end(long position, long end, int inARow, boolean isHopeless, Probe probe) throws InterruptedException {
        long bad = position / SECTOR_BYTES;
        long last = (end - 1) / SECTOR_BYTES;
        if (inARow < SINGLE_SECTORS || bad == last) {
            return Math.min(end, blockEnd(position));
        }
        long step = isHopeless ? last - bad : 1;
        long good = Math.min(last, bad + step);
        while (!probe.canRead(good * SECTOR_BYTES)) {
            if (good == last) {
                return end;
            }
            bad = good;
            step *= 2;
            good = Math.min(last, bad + step);
        }
        while (good - bad > 1) {
            long middle = (good + bad) >>> 1;
            if (probe.canRead(middle * SECTOR_BYTES)) {
                good = middle;
            } else {
                bad = middle;
            }
        }
        return good * SECTOR_BYTES;
    }
}
