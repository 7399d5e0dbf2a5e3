package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** VHDX with a log to replay, and those that hold what differs from a parent. */
final class HandmadeVhdxTest extends HandmadeImages {

    private static void crc(byte[] data, int from, int length) {
        Arrays.fill(data, from + 4, from + 8, (byte) 0);
        CRC32C crc = new CRC32C();
        crc.update(data, from, length);
        little(data).putInt(from + 4, (int) crc.getValue());
    }

    private static ByteBuffer little(byte[] data) {
        return ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int region(byte[] image, int firstPart) {
        ByteBuffer all = little(image);
        for (int at = (192 << 10) + 16; ; at += 32) {
            if (all.getInt(at) == firstPart) {
                return (int) all.getLong(at + 16);
            }
        }
    }

    private static int tableOf(byte[] image) {
        return region(image, 0x2dc27766);
    }

    private byte[] vhdx(String name) throws Exception {
        Qemu.img(directory, "convert", "-O", "vhdx", "-o", "block_size=1M", "raw.img", name);
        return Files.readAllBytes(directory.resolve(name));
    }

    /** Moves the first sector of the table of blocks from its place into the log. */
    private static void logTable(byte[] image, int entryAt, long sequence, int tail) {
        ByteBuffer all = little(image);
        int log = (int) all.getLong((64 << 10) + 72);
        int table = tableOf(image);
        byte[] sector = Arrays.copyOfRange(image, table, table + 4096);
        int entry = log + entryAt;
        byte[] id = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
        all.put(entry, "loge".getBytes(StandardCharsets.US_ASCII))
                .putInt(entry + 8, 8192)
                .putInt(entry + 12, tail);
        all.putLong(entry + 16, sequence).putInt(entry + 24, 1).put(entry + 32, id);
        all.putLong(entry + 48, image.length).putLong(entry + 56, image.length);
        int descriptor = entry + 64;
        all.put(descriptor, "desc".getBytes(StandardCharsets.US_ASCII)).put(descriptor + 4, sector, 4092, 4);
        all.put(descriptor + 8, sector, 0, 8).putLong(descriptor + 16, table).putLong(descriptor + 24, sequence);
        int data = entry + 4096;
        all.put(data, "data".getBytes(StandardCharsets.US_ASCII)).putInt(data + 4, (int) (sequence >>> 32));
        all.put(data + 8, sector, 8, 4084).putInt(data + 4092, (int) sequence);
        crc(image, entry, 8192);
        for (int header : new int[] {64 << 10, 128 << 10}) {
            all.put(header + 48, id);
            crc(image, header, 4096);
        }
    }

    @Test
    void aVhdxThatWasNotClosedIsReplayed() throws Exception {
        byte[] image = vhdx("disk.vhdx");
        logTable(image, 0, (1L << 33) + 5, 0);
        Arrays.fill(image, tableOf(image), tableOf(image) + 4096, (byte) 0);
        write("disk.vhdx", image);

        images().assertHasBytesOf(expected(raw));
        Qemu.img(directory, "check", "-r", "all", "-f", "vhdx", "disk.vhdx");
        images().assertHasBytesOf(expected(raw));
    }

    @Test
    void ofTwoEntriesTheLaterCounts() throws Exception {
        byte[] image = vhdx("disk.vhdx");
        byte[] right = image.clone();
        Arrays.fill(image, tableOf(image), tableOf(image) + 4096, (byte) 0);
        logTable(image, 8192, 7, 8192);
        System.arraycopy(right, tableOf(image), image, tableOf(image), 4096);
        logTable(image, 16384, 8, 8192);
        Arrays.fill(image, tableOf(image), tableOf(image) + 4096, (byte) 0);
        write("disk.vhdx", image);
        images().assertHasBytesOf(expected(raw));
    }

    @Test
    void aLogWithoutAValidEntryIsRefused() throws Exception {
        byte[] image = vhdx("disk.vhdx");
        logTable(image, 0, 5, 0);
        image[(int) little(image).getLong((64 << 10) + 72) + 4096 + 100] ^= 1;
        write("disk.vhdx", image);
        assertThat(images().failure()).contains("the log that must be replayed has no valid entry");
    }

    /** Turns an image of its own into a child whose second block is partly the parent's, and whose others are the parent's. */
    private static void makeChild(byte[] image, byte[] parent, String parentName) {
        ByteBuffer all = little(image);
        int metadata = region(image, 0x8b7ca206);
        int count = all.getShort(metadata + 10);
        for (int i = 0; i < count; i++) {
            int entry = metadata + 32 + 32 * i;
            if (all.getInt(entry) == 0xcaa16737) {
                int parameters = metadata + all.getInt(entry + 16);
                all.putInt(parameters + 4, all.getInt(parameters + 4) | 2);
            }
        }
        all.putShort(metadata + 10, (short) (count + 1));
        int entry = metadata + 32 + 32 * count;
        guid(all, entry, 0xa8d35f2d, 0xb30b, 0x454d, 0xabf7d3d84834ab0cL);
        int locator = metadata + (512 << 10);
        all.putInt(entry + 16, 512 << 10).putInt(entry + 20, 4096).putInt(entry + 24, 4);
        guid(all, locator, 0xb04aefb7, 0xd19e, 0x4a81, 0xb78925b8e9445913L);
        all.putShort(locator + 18, (short) 2);
        ByteBuffer old = little(parent);
        String linkage = String.format(
                "{%08X-%04X-%04X-%016X}",
                old.getInt((64 << 10) + 32),
                old.getShort((64 << 10) + 36),
                old.getShort((64 << 10) + 38),
                Long.reverseBytes(old.getLong((64 << 10) + 40)));
        linkage = linkage.substring(0, 24) + "-" + linkage.substring(24);
        pair(all, locator, 0, 100, "parent_linkage", linkage);
        pair(all, locator, 1, 600, "relative_path", parentName);
    }

    private static void guid(ByteBuffer all, int at, int first, int second, int third, long rest) {
        all.putInt(at, first).putShort(at + 4, (short) second).putShort(at + 6, (short) third);
        all.putLong(at + 8, Long.reverseBytes(rest));
    }

    private static void pair(ByteBuffer all, int locator, int index, int at, String key, String value) {
        byte[] keyBytes = key.getBytes(StandardCharsets.UTF_16LE);
        byte[] valueBytes = value.getBytes(StandardCharsets.UTF_16LE);
        int pair = locator + 20 + 12 * index;
        all.putInt(pair, at).putInt(pair + 4, at + 200).putShort(pair + 8, (short) keyBytes.length);
        all.putShort(pair + 10, (short) valueBytes.length);
        all.put(locator + at, keyBytes).put(locator + at + 200, valueBytes);
    }

    @Test
    void aDifferencingVhdxShowsItsParentWhereItHasNothing() throws Exception {
        byte[] parent = vhdx("base.vhdx");
        byte[] child = new byte[parent.length + MIB];
        System.arraycopy(parent, 0, child, 0, parent.length);
        makeChild(child, parent, ".\\base.vhdx");
        byte[] disk = raw.clone();
        ByteBuffer all = little(child);
        int table = tableOf(child);
        // The entry of the bitmap comes behind those of 4096 blocks; the table of a small disk ends before it.
        int perBitmap = (int) ((1L << 23) * SECTOR / MIB);
        long regionBytes = 1 << 20;
        assertThat(perBitmap * 8L).isLessThan(regionBytes);
        for (int i = 0; i < SIZE / MIB; i++) {
            all.putLong(table + 8 * i, 0);
        }
        int payload = parent.length - MIB;
        byte[] own = new byte[MIB];
        new Random(8).nextBytes(own);
        System.arraycopy(own, 0, child, payload, MIB);
        all.putLong(table + 8, (((long) payload / MIB) << 20) | 7);
        all.putLong(table + 8 * perBitmap, (((long) parent.length / MIB) << 20) | 6);
        for (int sector = 0; sector < MIB / SECTOR; sector++) {
            if (sector % 5 != 0 && sector / 64 % 2 == 0) {
                int bit = MIB / SECTOR + sector;
                child[parent.length + bit / 8] |= (byte) (1 << bit % 8);
                System.arraycopy(own, sector * SECTOR, disk, MIB + sector * SECTOR, SECTOR);
            }
        }
        all.putLong(table + 16, 2);
        Arrays.fill(disk, 2 * MIB, 3 * MIB, (byte) 0);
        write("child.vhdx", child);

        Looked found = images();

        found.assertHasBytesOf(expected(disk));
        assertThat(found.containers.get(0).chainLength()).isEqualTo(2);
    }
}
