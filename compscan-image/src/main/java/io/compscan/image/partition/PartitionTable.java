package io.compscan.image.partition;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.compscan.core.source.view.Head;
import io.compscan.image.disk.ImageFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/**
 * The table of partitions at the start of a disk, all numbers little-endian.
 *
 * <pre>
 *   MBR   446 four entries: 4 type, 8 first sector, 12 sectors      510 55 aa
 *         an extended partition is a chain of such sectors, with a logical partition and the next of them
 *   GPT   512 or 4096 "EFI PART"   12 length   16 CRC-32   72 sector of the entries   80 entries   84 their length   88 their CRC-32
 *         entry: 0 type, 32 first sector, 40 last sector
 * </pre>
 */
final class PartitionTable {

    private static final String GPT = "EFI PART";
    private static final int SECTOR_BYTES = 512;
    private static final int[] GPT_SECTORS = {512, 4096};
    private static final int ENTRIES_AT = 446;
    private static final int ENTRY_BYTES = 16;
    private static final int ENTRIES = 4;
    private static final int MAX_LOGICAL = 256;
    private static final long MAX_GPT_ENTRIES = 4096;
    private static final long MAX_GPT_ENTRY_BYTES = 4096;

    private PartitionTable() {}

    static boolean isAt(Head head) {
        for (int sector : GPT_SECTORS) {
            if (head.has(sector, GPT)) {
                return true;
            }
        }
        return hasMbr(head);
    }

    /** A boot sector of a file system has the same two bytes at its end; its code looks like no table. */
    private static boolean hasMbr(Head head) {
        if (!head.has(510, "U\u00aa")) {
            return false;
        }
        int used = 0;
        long end = 0;
        for (int i = 0; i < ENTRIES; i++) {
            int at = ENTRIES_AT + i * ENTRY_BYTES;
            byte[] bytes = head.first();
            int status = bytes[at] & 0xff;
            long first = u32(bytes, at + 8);
            long sectors = u32(bytes, at + 12);
            if (status != 0 && status != 0x80) {
                return false;
            }
            if (bytes[at + 4] != 0) {
                if (first == 0 || sectors == 0 || (first + sectors) * SECTOR_BYTES > head.sizeBytes()) {
                    return false;
                }
                used++;
                end = Math.max(end, first + sectors);
            }
        }
        return used > 0;
    }

    private static long u32(byte[] bytes, int at) {
        return (bytes[at] & 0xffL)
                | (bytes[at + 1] & 0xffL) << 8
                | (bytes[at + 2] & 0xffL) << 16
                | (bytes[at + 3] & 0xffL) << 24;
    }

    /** The partitions, as the table lists them; none if there is no table. */
    static List<DiskPart> read(ImageFile disk) throws IOException {
        for (int sector : GPT_SECTORS) {
            if (disk.sizeBytes() >= 2L * sector && isGpt(disk, sector)) {
                return readGpt(disk, sector, sector);
            }
        }
        return readMbr(disk);
    }

    private static boolean isGpt(ImageFile disk, long at) throws IOException {
        return disk.u64(at, LITTLE_ENDIAN) == 0x5452415020494645L;
    }

    /** From the first table, or from its copy in the last sector if the first is damaged. */
    private static List<DiskPart> readGpt(ImageFile disk, long at, int sector) throws IOException {
        try {
            return gptEntries(disk, at, sector);
        } catch (IOException e) {
            long copy = disk.sizeBytes() / sector * sector - sector;
            if (at == copy || !isGpt(disk, copy)) {
                throw e;
            }
            return gptEntries(disk, copy, sector);
        }
    }

    private static List<DiskPart> gptEntries(ImageFile disk, long at, int sector) throws IOException {
        long headerBytes = disk.u32(at + 12, LITTLE_ENDIAN);
        if (headerBytes < 92 || headerBytes > sector) {
            throw new IOException("damaged: a header of " + headerBytes + " bytes");
        }
        byte[] header = disk.bytes(at, headerBytes);
        long sum = disk.u32(at + 16, LITTLE_ENDIAN);
        for (int i = 16; i < 20; i++) {
            header[i] = 0;
        }
        long count = disk.u32(at + 80, LITTLE_ENDIAN);
        long entryBytes = disk.u32(at + 84, LITTLE_ENDIAN);
        long first = disk.u64(at + 72, LITTLE_ENDIAN);
        boolean isSound = sum == crc(header)
                && count <= MAX_GPT_ENTRIES
                && entryBytes >= 128
                && entryBytes <= MAX_GPT_ENTRY_BYTES
                && first > 0
                && first < disk.sizeBytes() / sector;
        if (!isSound) {
            throw new IOException("damaged: the header of the table of partitions does not make sense");
        }
        byte[] entries = disk.bytes(first * sector, count * entryBytes);
        if (crc(entries) != disk.u32(at + 88, LITTLE_ENDIAN)) {
            throw new IOException("damaged: the checksum of the table of partitions does not match");
        }
        List<DiskPart> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long entry = first * sector + i * entryBytes;
            boolean isUsed = disk.u64(entry, LITTLE_ENDIAN) != 0 || disk.u64(entry + 8, LITTLE_ENDIAN) != 0;
            if (isUsed) {
                long start = disk.u64(entry + 32, LITTLE_ENDIAN);
                long last = disk.u64(entry + 40, LITTLE_ENDIAN);
                if (start < 0 || last < start || last >= disk.sizeBytes() / sector) {
                    throw new IOException("truncated or damaged: partition " + (i + 1) + " ends behind the disk");
                }
                parts.add(new DiskPart("p" + (i + 1), start * sector, (last - start + 1) * sector));
            }
        }
        return parts;
    }

    private static long crc(byte[] data) {
        CRC32 crc = new CRC32();
        crc.update(data);
        return crc.getValue();
    }

    private static List<DiskPart> readMbr(ImageFile disk) throws IOException {
        List<DiskPart> parts = new ArrayList<>();
        if (disk.sizeBytes() < SECTOR_BYTES || disk.u16(510, LITTLE_ENDIAN) != 0xaa55) {
            return parts;
        }
        for (int i = 0; i < ENTRIES; i++) {
            int entry = ENTRIES_AT + i * ENTRY_BYTES;
            int type = disk.u8(entry + 4);
            long start = disk.u32(entry + 8, LITTLE_ENDIAN);
            long sectors = disk.u32(entry + 12, LITTLE_ENDIAN);
            if (isExtended(type)) {
                addLogical(disk, start, sectors, parts);
            } else if (type != 0) {
                parts.add(part(disk, i + 1, start, sectors));
            }
        }
        return parts;
    }

    private static boolean isExtended(int type) {
        return type == 0x05 || type == 0x0f || type == 0x85;
    }

    private static DiskPart part(ImageFile disk, int number, long start, long sectors) throws IOException {
        if (start == 0 || start + sectors > disk.sizeBytes() / SECTOR_BYTES) {
            throw new IOException("truncated or damaged: partition " + number + " ends behind the disk");
        }
        return new DiskPart("p" + number, start * SECTOR_BYTES, sectors * SECTOR_BYTES);
    }

    private static void addLogical(ImageFile disk, long extended, long sectors, List<DiskPart> parts)
            throws IOException {
        long at = extended;
        for (int number = ENTRIES + 1; number <= MAX_LOGICAL; number++) {
            long entry = at * SECTOR_BYTES + ENTRIES_AT;
            if (disk.u16(at * SECTOR_BYTES + 510, LITTLE_ENDIAN) != 0xaa55) {
                throw new IOException("damaged: the chain of logical partitions breaks off");
            }
            if (disk.u8(entry + 4) != 0) {
                long start = at + disk.u32(entry + 8, LITTLE_ENDIAN);
                parts.add(part(disk, number, start, disk.u32(entry + 12, LITTLE_ENDIAN)));
            }
            long next = disk.u32(entry + ENTRY_BYTES + 8, LITTLE_ENDIAN);
            if (next == 0) {
                return;
            }
            if (extended + next <= at || next >= sectors) {
                throw new IOException("damaged: the chain of logical partitions leads back");
            }
            at = extended + next;
        }
        throw new IOException("damaged: more than " + MAX_LOGICAL + " partitions");
    }
}
