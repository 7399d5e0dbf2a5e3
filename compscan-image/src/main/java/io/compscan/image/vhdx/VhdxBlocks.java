package io.compscan.image.vhdx;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.compscan.image.disk.BlockMap;
import io.compscan.image.disk.ImageFile;
import io.compscan.image.disk.Run;
import java.io.IOException;

/**
 * The table of blocks of a VHDX file.
 *
 * <pre>
 *   entry    bits 0 to 2: state   bits 20 to 63: offset in MiB
 *   table    | blocks of 2^23 sectors | their bitmap | blocks of 2^23 sectors | their bitmap ...
 *   bitmap   the lowest bit of the first byte is the first sector's; 1: the sector is here, 0: it is the parent's
 * </pre>
 */
record VhdxBlocks(ImageFile file, VhdxTables tables) implements BlockMap {

    private static final int NOT_PRESENT = 0;
    private static final int FULLY_PRESENT = 6;
    private static final int PARTIALLY_PRESENT = 7;
    private static final long OFFSET = -1L << 20;
    private static final int BITS = 8;

    @Override
    public Run at(long position) throws IOException {
        long blockBytes = tables.blockBytes();
        long block = position / blockBytes;
        long inBlock = position % blockBytes;
        long perBitmap = tables.blocksPerBitmap();
        long entry = entry(block + block / perBitmap);
        long offset = entry & OFFSET;
        long left = blockBytes - inBlock;
        return switch ((int) (entry & 7)) {
            case NOT_PRESENT -> Run.parent(left);
            case 1, 2, 3 -> Run.hole(left);
            case FULLY_PRESENT -> Run.data(left, file, offset + inBlock);
            case PARTIALLY_PRESENT -> partial(block / perBitmap, block % perBitmap, inBlock, offset);
            default -> throw new IOException("damaged: a block in state " + (entry & 7));
        };
    }

    private long entry(long index) throws IOException {
        return file.u64(tables.tableOffset() + index * Long.BYTES, LITTLE_ENDIAN);
    }

    private Run partial(long bitmapNumber, long blockOfBitmap, long inBlock, long offset) throws IOException {
        long perBitmap = tables.blocksPerBitmap();
        long entry = entry((bitmapNumber + 1) * perBitmap + bitmapNumber);
        if (!tables.hasParent() || (entry & 7) != FULLY_PRESENT) {
            throw new IOException("damaged: a block that is partly the parent's, without its bitmap");
        }
        long sectorsPerBlock = tables.blockBytes() / tables.sectorBytes();
        long bitmap = (entry & OFFSET) + blockOfBitmap * sectorsPerBlock / BITS;
        long first = inBlock / tables.sectorBytes();
        boolean isHere = isHere(bitmap, first);
        int whole = isHere ? 0xff : 0;
        long end = first + 1;
        while (end < sectorsPerBlock) {
            if (end % BITS == 0 && file.u8(bitmap + end / BITS) == whole) {
                end += BITS;
            } else if (isHere(bitmap, end) == isHere) {
                end++;
            } else {
                break;
            }
        }
        long length = end * tables.sectorBytes() - inBlock;
        return isHere ? Run.data(length, file, offset + inBlock) : Run.parent(length);
    }

    private boolean isHere(long bitmap, long sector) throws IOException {
        return ((file.u8(bitmap + sector / BITS) >> (sector % BITS)) & 1) != 0;
    }
}
