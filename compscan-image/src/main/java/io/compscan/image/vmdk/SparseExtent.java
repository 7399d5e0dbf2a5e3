package io.compscan.image.vmdk;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.compscan.image.disk.BlockMap;
import io.compscan.image.disk.ImageFile;
import io.compscan.image.disk.Inflation;
import io.compscan.image.disk.Run;
import java.io.IOException;

/**
 * A sparse extent: a directory of tables of grains, all numbers little-endian and in sectors of 512 bytes.
 *
 * <pre>
 *   "KDMV"   4 version   8 flags   12 capacity   20 grain size   28 descriptor   36 its length   44 entries of a table
 *   56 directory; -1: in the footer, the next to last sector   77 compression      hosted products
 *   "COWD"   4 version   8 flags   12 capacity   16 grain size   20 directory                  ESX
 *   entry    0: not allocated   1: zeros, if flag 2 is set   else: the sector of the table or of the grain
 *   grain    compressed: 0 first sector   8 length   12 zlib data      with markers (flag 16), else the data alone
 * </pre>
 *
 * @param file where everything lies
 * @param sizeBytes the size of the part of the disk
 * @param directoryOffset where the directory begins
 * @param grainBytes the size of a grain
 * @param tableEntries how many grains a table has
 * @param format how grains are stored
 */
record SparseExtent(
        ImageFile file, long sizeBytes, long directoryOffset, long grainBytes, long tableEntries, Grains format)
        implements BlockMap {

    static final String MAGIC = "KDMV";
    static final String ESX_MAGIC = "COWD";

    private static final int SECTOR_BYTES = 512;
    private static final int FOOTER_FROM_END = 2 * SECTOR_BYTES;
    private static final long IN_FOOTER = -1;
    private static final long ZEROED = 1 << 2;
    private static final long COMPRESSED = 1 << 16;
    private static final long MARKERS = 1 << 17;
    private static final int MARKER_BYTES = 12;
    private static final int ESX_TABLE_ENTRIES = 4096;
    private static final long MAX_GRAIN_SECTORS = 1 << 21;
    private static final int MAX_COMPRESSED_GRAIN_BYTES = 2 << 20;
    private static final long MAX_TABLE_ENTRIES = 1 << 16;

    /**
     * How grains are stored.
     *
     * @param hasZeroed whether an entry of 1 means zeros
     * @param isCompressed whether grains are compressed
     * @param hasMarkers whether each begins with a marker
     */
    record Grains(boolean hasZeroed, boolean isCompressed, boolean hasMarkers) {}

    /** Where the descriptor lies in a sparse extent that has one. */
    record Embedded(long offset, long length) {}

    /** This extent, cut to a shorter size: the disk has only its beginning. */
    SparseExtent withSize(long newSizeBytes) {
        return new SparseExtent(file, newSizeBytes, directoryOffset, grainBytes, tableEntries, format);
    }

    /** Whether the file is a sparse extent of any kind. */
    static boolean isAt(ImageFile file) throws IOException {
        long magic = file.sizeBytes() < SECTOR_BYTES ? 0 : file.u32(0, LITTLE_ENDIAN);
        return magic == 0x564d444bL || magic == 0x44574f43L;
    }

    /** Opens a sparse extent; refuses what cannot be read right. */
    static SparseExtent open(ImageFile file) throws IOException {
        if (file.u32(0, LITTLE_ENDIAN) == 0x44574f43L) {
            return openEsx(file);
        }
        long version = file.u32(4, LITTLE_ENDIAN);
        if (version < 1 || version > 3) {
            throw new IOException("version " + version + " is not known");
        }
        long header = 0;
        if (file.u64(56, LITTLE_ENDIAN) == IN_FOOTER) {
            header = file.sizeBytes() - FOOTER_FROM_END;
            if (file.u32(header, LITTLE_ENDIAN) != 0x564d444bL) {
                throw new IOException("truncated: it does not end with a footer");
            }
        }
        long flags = file.u32(header + 8, LITTLE_ENDIAN);
        int compression = file.u16(header + 77, LITTLE_ENDIAN);
        boolean isCompressed = (flags & COMPRESSED) != 0;
        if (isCompressed && compression != 1) {
            throw new IOException("compression " + compression + " is not known");
        }
        return checked(
                file,
                file.u64(header + 12, LITTLE_ENDIAN),
                file.u64(header + 56, LITTLE_ENDIAN),
                file.u64(header + 20, LITTLE_ENDIAN),
                file.u32(header + 44, LITTLE_ENDIAN),
                new Grains((flags & ZEROED) != 0, isCompressed, (flags & MARKERS) != 0));
    }

    private static SparseExtent openEsx(ImageFile file) throws IOException {
        return checked(
                file,
                file.u32(12, LITTLE_ENDIAN),
                file.u32(20, LITTLE_ENDIAN),
                file.u32(16, LITTLE_ENDIAN),
                ESX_TABLE_ENTRIES,
                new Grains(false, false, false));
    }

    private static SparseExtent checked(
            ImageFile file, long capacity, long directory, long grainSectors, long tableEntries, Grains format)
            throws IOException {
        if (grainSectors < 1 || grainSectors > MAX_GRAIN_SECTORS || Long.bitCount(grainSectors) != 1) {
            throw new IOException("damaged: grains of " + Long.toUnsignedString(grainSectors) + " sectors");
        }
        if (format.isCompressed() && grainSectors * SECTOR_BYTES > MAX_COMPRESSED_GRAIN_BYTES) {
            throw new IOException("damaged: compressed grains of " + grainSectors + " sectors");
        }
        if (tableEntries < 1 || tableEntries > MAX_TABLE_ENTRIES) {
            throw new IOException("damaged: tables of " + tableEntries + " grains");
        }
        if (capacity < 0 || capacity > Long.MAX_VALUE / SECTOR_BYTES) {
            throw new IOException("damaged: a disk of " + Long.toUnsignedString(capacity) + " sectors");
        }
        long perTable = grainSectors * tableEntries;
        long tables = capacity / perTable + (capacity % perTable == 0 ? 0 : 1);
        long offset = directory * SECTOR_BYTES;
        if (directory < 0 || directory > file.sizeBytes() || offset > file.sizeBytes() - tables * Integer.BYTES) {
            throw new IOException("truncated or damaged: the directory of grains lies at byte "
                    + Long.toUnsignedString(offset) + ", but the file has " + file.sizeBytes());
        }
        return new SparseExtent(
                file, capacity * SECTOR_BYTES, offset, grainSectors * SECTOR_BYTES, tableEntries, format);
    }

    /** Where the descriptor in this extent lies; of length 0 if there is none. */
    static Embedded descriptor(ImageFile file) throws IOException {
        if (file.u32(0, LITTLE_ENDIAN) == 0x44574f43L) {
            return new Embedded(0, 0);
        }
        long offset = file.u64(28, LITTLE_ENDIAN);
        long length = file.u64(36, LITTLE_ENDIAN);
        if (offset < 0 || offset > file.sizeBytes() / SECTOR_BYTES || length < 0 || length > 1L << 20) {
            throw new IOException("damaged: a descriptor of " + Long.toUnsignedString(length) + " sectors");
        }
        return offset == 0 ? new Embedded(0, 0) : new Embedded(offset * SECTOR_BYTES, length * SECTOR_BYTES);
    }

    @Override
    public Run at(long position) throws IOException {
        long tableBytes = grainBytes * tableEntries;
        long table = file.u32(directoryOffset + position / tableBytes * Integer.BYTES, LITTLE_ENDIAN);
        if (table == 0) {
            return Run.parent(tableBytes - position % tableBytes);
        }
        long inGrain = position % grainBytes;
        long left = grainBytes - inGrain;
        long index = position % tableBytes / grainBytes;
        long grain = file.u32(table * SECTOR_BYTES + index * Integer.BYTES, LITTLE_ENDIAN);
        if (grain == 0) {
            // An empty disk has all its tables, so runs end with a table and not with a grain.
            long end = index + 1;
            while (end < tableEntries && file.u32(table * SECTOR_BYTES + end * Integer.BYTES, LITTLE_ENDIAN) == 0) {
                end++;
            }
            return Run.parent(left + (end - index - 1) * grainBytes);
        }
        if (grain == 1 && format.hasZeroed()) {
            return Run.hole(left);
        }
        long offset = grain * SECTOR_BYTES;
        if (!format.isCompressed()) {
            return Run.data(left, file, offset + inGrain);
        }
        long stored = grainBytes;
        if (format.hasMarkers()) {
            stored = file.u32(offset + Long.BYTES, LITTLE_ENDIAN);
            offset += MARKER_BYTES;
            if (stored < 1 || stored > 2 * grainBytes || offset > file.sizeBytes() - stored) {
                throw new IOException("truncated or damaged: a compressed grain of " + stored + " bytes at byte "
                        + offset + ", but the file has " + file.sizeBytes());
            }
        }
        // The last grain may end with the disk.
        long length = Math.min(left, sizeBytes - position);
        return Run.packed(length, file, offset, (int) Math.min(stored, file.sizeBytes() - offset), (int) inGrain);
    }

    @Override
    public byte[] unpack(Run run) throws IOException {
        byte[] packed = file.bytes(run.offset(), run.storedBytes());
        return Inflation.of(packed, 0, packed.length, false, run.skip() + (int) run.length());
    }
}
