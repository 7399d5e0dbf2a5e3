package io.compscan.image.vhdx;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.compscan.image.disk.ImageFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * Where the two regions of a VHDX file lie, and the items of the second.
 *
 * <pre>
 *   region table     0 "regi"   4 CRC-32C   8 entries   16 entry: 0 region, 16 offset, 24 length, 28 whether it must be known
 *   metadata table   0 "metadata"   10 entries   32 entry: 0 item, 16 offset, 20 length, 24 flags (4: must be known)
 * </pre>
 *
 * @param tableOffset where the table of blocks begins
 * @param tableBytes its length
 * @param blockBytes the size of a block
 * @param hasParent whether it is a differencing image
 * @param sizeBytes the size of the disk
 * @param sectorBytes the logical sector size
 * @param locatorOffset where the names of the parent lie, 0 if there are none
 */
record VhdxTables(
        long tableOffset,
        long tableBytes,
        long blockBytes,
        boolean hasParent,
        long sizeBytes,
        int sectorBytes,
        long locatorOffset) {

    private static final int[] PLACES = {192 << 10, 256 << 10};
    private static final int REGIONS_BYTES = 64 << 10;
    private static final UUID BLOCKS = UUID.fromString("2dc27766-f623-4200-9d64-115e9bfd4a08");
    private static final UUID METADATA = UUID.fromString("8b7ca206-4790-4b9a-b8fe-575f050f886e");
    private static final UUID PARAMETERS = UUID.fromString("caa16737-fa36-4d43-b3b6-33f0aa44e76b");
    private static final UUID DISK_SIZE = UUID.fromString("2fa54224-cd1b-4876-b211-5dbed83bf4b8");
    private static final UUID DISK_ID = UUID.fromString("beca12ab-b2e6-4523-93ef-c309e000c746");
    private static final UUID SECTOR_SIZE = UUID.fromString("8141bf1d-a96f-4709-ba47-f233a8faab5f");
    private static final UUID PHYSICAL_SECTOR_SIZE = UUID.fromString("cda348c7-445d-4471-9cc9-e9885251c556");
    private static final UUID PARENT = UUID.fromString("a8d35f2d-b30b-454d-abf7-d3d84834ab0c");
    private static final long MUST_BE_KNOWN = 4;
    private static final long MAX_ENTRIES = 2047;
    private static final long MIN_BLOCK_BYTES = 1 << 20;
    private static final long MAX_BLOCK_BYTES = 256 << 20;
    private static final long MAX_DISK_BYTES = 64L << 40;

    /** Reads them from a file whose log is replayed. */
    static VhdxTables read(ImageFile file) throws IOException {
        ByteBuffer regions = regions(file);
        long entries = regions.getInt(8) & 0xffff_ffffL;
        if (entries > MAX_ENTRIES) {
            throw new IOException("damaged: " + entries + " regions");
        }
        long tableOffset = 0;
        long tableBytes = 0;
        long metadata = 0;
        for (int i = 0; i < entries; i++) {
            int at = 16 + i * 32;
            UUID region = VhdxHeader.id(regions, at);
            long offset = regions.getLong(at + 16);
            if (region.equals(BLOCKS)) {
                tableOffset = offset;
                tableBytes = regions.getInt(at + 24) & 0xffff_ffffL;
            } else if (region.equals(METADATA)) {
                metadata = offset;
            } else if ((regions.getInt(at + 28) & 1) != 0) {
                throw new IOException("it needs a region that is not known here: " + region);
            }
        }
        if (tableOffset <= 0 || metadata <= 0) {
            throw new IOException("damaged: a region is missing");
        }
        return items(file, metadata, tableOffset, tableBytes);
    }

    private static ByteBuffer regions(ImageFile file) throws IOException {
        for (int place : PLACES) {
            byte[] data = file.bytes(place, REGIONS_BYTES);
            ByteBuffer table = ByteBuffer.wrap(data).order(LITTLE_ENDIAN);
            if (table.getInt(0) == 0x69676572 && Crc32c.isRight(data, 4)) {
                return table;
            }
        }
        throw new IOException("damaged: neither of its region tables is valid");
    }

    private static VhdxTables items(ImageFile file, long metadata, long tableOffset, long tableBytes)
            throws IOException {
        if (file.u64(metadata, LITTLE_ENDIAN) != 0x617461646174656dL) {
            throw new IOException("damaged: there is no metadata where the region table says");
        }
        long parameters = 0;
        long diskSize = 0;
        long sectorSize = 0;
        long parent = 0;
        int entries = file.u16(metadata + 10, LITTLE_ENDIAN);
        ByteBuffer table = ByteBuffer.wrap(file.bytes(metadata + 32, Math.min(entries, MAX_ENTRIES) * 32))
                .order(LITTLE_ENDIAN);
        for (int at = 0; at < table.capacity(); at += 32) {
            UUID item = VhdxHeader.id(table, at);
            long offset = metadata + (table.getInt(at + 16) & 0xffff_ffffL);
            if (item.equals(PARAMETERS)) {
                parameters = offset;
            } else if (item.equals(DISK_SIZE)) {
                diskSize = offset;
            } else if (item.equals(SECTOR_SIZE)) {
                sectorSize = offset;
            } else if (item.equals(PARENT)) {
                parent = offset;
            } else if (!item.equals(DISK_ID)
                    && !item.equals(PHYSICAL_SECTOR_SIZE)
                    && (table.getInt(at + 24) & MUST_BE_KNOWN) != 0) {
                throw new IOException("it needs an item that is not known here: " + item);
            }
        }
        if (parameters == 0 || diskSize == 0 || sectorSize == 0) {
            throw new IOException("damaged: an item of the metadata is missing");
        }
        VhdxTables tables = new VhdxTables(
                tableOffset,
                tableBytes,
                file.u32(parameters, LITTLE_ENDIAN),
                (file.u32(parameters + 4, LITTLE_ENDIAN) & 2) != 0,
                file.u64(diskSize, LITTLE_ENDIAN),
                (int) file.u32(sectorSize, LITTLE_ENDIAN),
                parent);
        tables.check(file);
        return tables;
    }

    private void check(ImageFile file) throws IOException {
        if (blockBytes < MIN_BLOCK_BYTES || blockBytes > MAX_BLOCK_BYTES || Long.bitCount(blockBytes) != 1) {
            throw new IOException("damaged: blocks of " + blockBytes + " bytes");
        }
        if (sectorBytes != 512 && sectorBytes != 4096) {
            throw new IOException("damaged: sectors of " + sectorBytes + " bytes");
        }
        if (sizeBytes < 0 || sizeBytes > MAX_DISK_BYTES) {
            throw new IOException("damaged: a disk of " + Long.toUnsignedString(sizeBytes) + " bytes");
        }
        long blocks = sizeBytes / blockBytes + (sizeBytes % blockBytes == 0 ? 0 : 1);
        long needed = blocks == 0 ? 0 : (blocks + (blocks - 1) / blocksPerBitmap()) * Long.BYTES;
        if (needed > tableBytes || tableOffset > file.sizeBytes() - needed) {
            throw new IOException("truncated or damaged: the table of blocks has " + tableBytes + " bytes from byte "
                    + tableOffset + " on, needs " + needed + ", and the file has " + file.sizeBytes());
        }
    }

    /** How many entries for blocks come before each entry for a bitmap. */
    long blocksPerBitmap() {
        return (1L << 23) * sectorBytes / blockBytes;
    }
}
