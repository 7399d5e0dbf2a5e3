package io.compscan.image.vmdk;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.compscan.image.disk.BlockMap;
import io.compscan.image.disk.ImageFile;
import io.compscan.image.disk.Run;
import java.io.IOException;

/**
 * A sparse extent of the kind that ESX calls space-efficient, all numbers of 64 bits, little-endian, places in sectors of 512 bytes.
 *
 * <pre>
 *   0 magic      8 version    16 capacity       24 grain size   32 table size   40 flags    80 second header   128 directory   136 its size   144 tables
 *   192 grains
 *   second header    0 magic     24 whether a journal must be replayed
 *   directory entry  0: nothing allocated    else: bits 60 to 63: 1, bits 0 to 31: number of the table
 *   table entry      bits 60 to 63   0: not allocated   1: unmapped by the guest, zeros   2: zeros   3: grain, whose number has bits 48 to 59 as its lowest 12
 * </pre>
 *
 * VMware has not published the format. This class refuses the same extents as QEMU.
 *
 * @param file where everything lies
 * @param sizeBytes the size of the part of the disk
 * @param directoryOffset where the directory begins
 * @param tablesOffset where the tables begin, one behind another
 * @param grainsOffset where the grains begin
 */
record SpaceEfficientExtent(ImageFile file, long sizeBytes, long directoryOffset, long tablesOffset, long grainsOffset)
        implements BlockMap {

    /** The first bytes, as a view looks for them. */
    static final String MAGIC = "\u00be\u00ba\u00fe\u00ca\0\0\0\0";

    private static final long FIRST_MAGIC = 0xcafebabeL;
    private static final long SECOND_MAGIC = 0xcafecafeL;
    private static final long VERSION = 0x2_0000_0001L;
    private static final int SECTOR_BYTES = 512;
    private static final int HEADER_BYTES = 512;
    private static final long GRAIN_SECTORS = 8;
    private static final long GRAIN_BYTES = GRAIN_SECTORS * SECTOR_BYTES;
    private static final long TABLE_SECTORS = 64;
    private static final long TABLE_ENTRIES = TABLE_SECTORS * SECTOR_BYTES / Long.BYTES;
    private static final long TABLE_BYTES = GRAIN_BYTES * TABLE_ENTRIES;
    private static final long TABLE_NUMBER = 0xffff_ffffL;
    private static final long LOW_BITS = 0x0fff_0000_0000_0000L;
    private static final long HIGH_BITS = 0x0000_ffff_ffff_ffffL;

    /** This extent, cut to a shorter size: the disk has only its beginning. */
    SpaceEfficientExtent withSize(long newSizeBytes) {
        return new SpaceEfficientExtent(file, newSizeBytes, directoryOffset, tablesOffset, grainsOffset);
    }

    /** Whether the file is such an extent. */
    static boolean isAt(ImageFile file) throws IOException {
        return file.sizeBytes() >= HEADER_BYTES && file.u64(0, LITTLE_ENDIAN) == FIRST_MAGIC;
    }

    /** Opens an extent; refuses what cannot be read right. */
    static SpaceEfficientExtent open(ImageFile file) throws IOException {
        long version = file.u64(8, LITTLE_ENDIAN);
        if (version != VERSION) {
            throw new IOException("seSparse version 0x" + Long.toHexString(version) + " is not known");
        }
        long grain = file.u64(24, LITTLE_ENDIAN);
        long table = file.u64(32, LITTLE_ENDIAN);
        long flags = file.u64(40, LITTLE_ENDIAN);
        if (grain != GRAIN_SECTORS || table != TABLE_SECTORS || flags != 0) {
            throw new IOException("seSparse with grains of " + Long.toUnsignedString(grain) + " sectors, tables of "
                    + Long.toUnsignedString(table) + " and flags 0x" + Long.toHexString(flags) + " is not known");
        }
        long second = place(file, 80, "second header", HEADER_BYTES);
        if (file.u64(second, LITTLE_ENDIAN) != SECOND_MAGIC) {
            throw new IOException("damaged: its second header is not where the first says");
        }
        if (file.u64(second + 24, LITTLE_ENDIAN) != 0) {
            throw new IOException("its journal must be replayed: open and close it on its host first");
        }
        long capacity = file.u64(16, LITTLE_ENDIAN);
        if (capacity < 0 || capacity > Long.MAX_VALUE / SECTOR_BYTES) {
            throw new IOException("damaged: a disk of " + Long.toUnsignedString(capacity) + " sectors");
        }
        long sizeBytes = capacity * SECTOR_BYTES;
        long tables = sizeBytes / TABLE_BYTES + (sizeBytes % TABLE_BYTES == 0 ? 0 : 1);
        long entries = file.u64(136, LITTLE_ENDIAN) * SECTOR_BYTES / Long.BYTES;
        if (entries < tables) {
            throw new IOException("damaged: a directory of " + Long.toUnsignedString(entries)
                    + " tables for a disk that needs " + tables);
        }
        return new SpaceEfficientExtent(
                file,
                sizeBytes,
                place(file, 128, "directory of grains", tables * Long.BYTES),
                place(file, 144, "tables of grains", 0),
                place(file, 192, "grains", 0));
    }

    /** The position that the header holds at this offset. */
    private static long place(ImageFile file, long at, String what, long bytes) throws IOException {
        long sector = file.u64(at, LITTLE_ENDIAN);
        if (sector < 0
                || sector > file.sizeBytes() / SECTOR_BYTES
                || sector * SECTOR_BYTES > file.sizeBytes() - bytes) {
            throw new IOException("truncated or damaged: it has its " + what + " at sector "
                    + Long.toUnsignedString(sector) + ", but the file has " + file.sizeBytes() + " bytes");
        }
        return sector * SECTOR_BYTES;
    }

    @Override
    public Run at(long position) throws IOException {
        long inTable = position % TABLE_BYTES;
        long table = file.u64(directoryOffset + position / TABLE_BYTES * Long.BYTES, LITTLE_ENDIAN);
        if (table == 0) {
            return Run.parent(TABLE_BYTES - inTable);
        }
        if ((table & ~TABLE_NUMBER) != 1L << 60) {
            throw new IOException("damaged: an entry 0x" + Long.toHexString(table) + " in the directory of grains");
        }
        long entries = tablesOffset + (table & TABLE_NUMBER) * TABLE_SECTORS * SECTOR_BYTES;
        long index = inTable / GRAIN_BYTES;
        long left = GRAIN_BYTES - position % GRAIN_BYTES;
        long entry = file.u64(entries + index * Long.BYTES, LITTLE_ENDIAN);
        int state = (int) (entry >>> 60);
        if (state == 3) {
            return data(entry, position, left);
        }
        if (state > 3 || (state == 0 && entry != 0)) {
            throw new IOException("damaged: an entry 0x" + Long.toHexString(entry) + " in a table of grains");
        }
        long end = index + 1;
        while (end < TABLE_ENTRIES && file.u64(entries + end * Long.BYTES, LITTLE_ENDIAN) == entry) {
            end++;
        }
        long length = left + (end - index - 1) * GRAIN_BYTES;
        return state == 0 ? Run.parent(length) : Run.hole(length);
    }

    private Run data(long entry, long position, long left) throws IOException {
        long grain = (entry & LOW_BITS) >>> 48 | (entry & HIGH_BITS) << 12;
        if (grain > file.sizeBytes() / GRAIN_BYTES) {
            throw new IOException("truncated or damaged: it refers to grain " + grain + ", but the file has "
                    + file.sizeBytes() + " bytes");
        }
        return Run.data(left, file, grainsOffset + grain * GRAIN_BYTES + position % GRAIN_BYTES);
    }
}
