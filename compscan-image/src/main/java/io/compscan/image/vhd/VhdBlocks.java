package io.compscan.image.vhd;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.compscan.image.disk.BlockMap;
import io.compscan.image.disk.ImageFile;
import io.compscan.image.disk.Run;
import java.io.IOException;

/**
 * The table of blocks of a dynamic or differencing VHD.
 *
 * <pre>
 *   table entry   sector at which the block begins; ffffffff: not allocated
 *   block         | bitmap, whole sectors | data |     the highest bit of the first byte is the first sector's; 1: the data counts
 * </pre>
 *
 * A sector that does not count is the parent's, or zero.
 *
 * @param tableOffset where the table begins
 * @param blockBytes the data of a block
 */
record VhdBlocks(ImageFile file, long tableOffset, long blockBytes) implements BlockMap {

    private static final long UNALLOCATED = 0xffff_ffffL;
    private static final int SECTOR_BYTES = 512;
    /** Sectors for each byte of the bitmap. */
    private static final int BITS = 8;

    @Override
    public Run at(long position) throws IOException {
        long inBlock = position % blockBytes;
        long entry = file.u32(tableOffset + position / blockBytes * Integer.BYTES, BIG_ENDIAN);
        if (entry == UNALLOCATED) {
            return Run.parent(blockBytes - inBlock);
        }
        long bitmap = entry * SECTOR_BYTES;
        long sectors = blockBytes / SECTOR_BYTES;
        long bitmapBytes = ((sectors + BITS - 1) / BITS + SECTOR_BYTES - 1) / SECTOR_BYTES * SECTOR_BYTES;
        long first = inBlock / SECTOR_BYTES;
        boolean isHere = isHere(bitmap, first);
        int whole = isHere ? 0xff : 0;
        long end = first + 1;
        while (end < sectors) {
            if (end % BITS == 0 && sectors - end >= BITS && file.u8(bitmap + end / BITS) == whole) {
                end += BITS;
            } else if (isHere(bitmap, end) == isHere) {
                end++;
            } else {
                break;
            }
        }
        long length = end * SECTOR_BYTES - inBlock;
        return isHere ? Run.data(length, file, bitmap + bitmapBytes + inBlock) : Run.parent(length);
    }

    private boolean isHere(long bitmap, long sector) throws IOException {
        return (file.u8(bitmap + sector / BITS) & (0x80 >> (sector % BITS))) != 0;
    }
}
