package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Images that QEMU cannot make: differencing VHD and VHDX, a VHDX with a log to replay, extents of ESX. */
@Timeout(120)
class HandmadeImagesTest {

    private static final int SECTOR = 512;
    private static final int SIZE = 8 << 20;
    private static final int MIB = 1 << 20;

    @TempDir
    private Path directory;

    /** Disks to compare with: what lies in the directory is looked at. */
    @TempDir
    private Path oracles;

    private byte[] raw;

    @BeforeEach
    void makeDisk() throws Exception {
        Qemu.assumeInstalled();
        raw = Files.readAllBytes(RawImage.write(directory.resolve("raw.img"), SIZE, 6));
    }

    private Looked images() throws Exception {
        Files.deleteIfExists(directory.resolve("raw.img"));
        return Looked.images(directory);
    }

    private Path expected(byte[] disk) throws IOException {
        return Files.write(Files.createTempFile(oracles, "expected", ".img"), disk);
    }

    private void write(String name, byte[] image) throws IOException {
        Files.write(directory.resolve(name), image);
    }

    // ------------------------------------------------------------------------------------------------------- VHD

    /** A child of one block of 2 MiB, of which every third sector is its own. */
    private byte[] vhdChild(byte[] parent, String name, byte[] disk) {
        byte[] parentFooter = Arrays.copyOfRange(parent, parent.length - SECTOR, parent.length);
        int blocks = SIZE / (2 * MIB);
        byte[] image = new byte[SECTOR + 1024 + SECTOR + 1024 + SECTOR + 2 * MIB + SECTOR];
        byte[] footer = parentFooter.clone();
        ByteBuffer.wrap(footer).putLong(16, SECTOR).putInt(60, 4);
        footer[68] ^= 1;
        sum(footer, 64);
        byte[] header = Arrays.copyOfRange(parent, SECTOR, SECTOR + 1024);
        ByteBuffer numbers = ByteBuffer.wrap(header);
        numbers.putLong(16, SECTOR + 1024).putInt(28, blocks).putInt(32, 2 * MIB);
        System.arraycopy(parentFooter, 68, header, 40, 16);
        byte[] locator = name.getBytes(StandardCharsets.UTF_16LE);
        numbers.put(576, "W2ru".getBytes(StandardCharsets.US_ASCII))
                .putInt(580, SECTOR)
                .putInt(584, locator.length);
        numbers.putLong(592, SECTOR + 1024 + SECTOR);
        sum(header, 36);
        ByteBuffer all = ByteBuffer.wrap(image);
        all.put(0, footer).put(SECTOR, header).put(image.length - SECTOR, footer);
        all.put(SECTOR + 1024 + SECTOR, locator);
        for (int i = 0; i < blocks; i++) {
            all.putInt(SECTOR + 1024 + 4 * i, -1);
        }
        int block = SECTOR + 1024 + SECTOR + 1024;
        all.putInt(SECTOR + 1024 + 4, block / SECTOR);
        Random random = new Random(3);
        for (int sector = 0; sector < 2 * MIB / SECTOR; sector += 3) {
            image[block + sector / 8] |= (byte) (0x80 >> sector % 8);
            byte[] data = new byte[SECTOR];
            random.nextBytes(data);
            all.put(block + SECTOR + sector * SECTOR, data);
            System.arraycopy(data, 0, disk, 2 * MIB + sector * SECTOR, SECTOR);
        }
        return image;
    }

    private static void sum(byte[] data, int at) {
        Arrays.fill(data, at, at + 4, (byte) 0);
        int sum = 0;
        for (byte b : data) {
            sum += b & 0xff;
        }
        ByteBuffer.wrap(data).putInt(at, ~sum);
    }

    @Test
    void aDifferencingVhdShowsItsParentWhereItHasNothing() throws Exception {
        Qemu.img(directory, "convert", "-O", "vpc", "-o", "force_size=on", "raw.img", "base.vhd");
        byte[] parent = Files.readAllBytes(directory.resolve("base.vhd"));
        byte[] disk = raw.clone();
        write("child.vhd", vhdChild(parent, ".\\base.vhd", disk));

        Looked found = images();

        found.assertHasBytesOf(expected(disk));
        assertThat(found.containers.get(0).chainLength()).isEqualTo(2);
    }

    @Test
    void aDifferencingVhdFindsAParentThatHasMovedWithIt() throws Exception {
        Qemu.img(directory, "convert", "-O", "vpc", "-o", "force_size=on", "raw.img", "base.vhd");
        byte[] disk = raw.clone();
        byte[] parent = Files.readAllBytes(directory.resolve("base.vhd"));
        write("child.vhd", vhdChild(parent, "C:\\vms\\base.vhd", disk));
        images().assertHasBytesOf(expected(disk));
    }

    @Test
    void aDifferencingVhdWithoutItsParentIsUnread() throws Exception {
        Qemu.img(directory, "convert", "-O", "vpc", "-o", "force_size=on", "raw.img", "base.vhd");
        byte[] parent = Files.readAllBytes(directory.resolve("base.vhd"));
        write("child.vhd", vhdChild(parent, ".\\base.vhd", raw.clone()));
        Files.delete(directory.resolve("base.vhd"));
        assertThat(images().failure()).contains("vhd: it names \"base.vhd\", and there is no such file");
    }

    @Test
    void aDifferencingVhdRefusesAnotherParent() throws Exception {
        Qemu.img(directory, "convert", "-O", "vpc", "-o", "force_size=on", "raw.img", "base.vhd");
        byte[] parent = Files.readAllBytes(directory.resolve("base.vhd"));
        byte[] child = vhdChild(parent, ".\\base.vhd", raw.clone());
        Qemu.img(directory, "convert", "-O", "vpc", "-o", "force_size=on", "raw.img", "base.vhd");
        write("child.vhd", child);
        Looked found = images();
        assertThat(found.units).hasSize(2);
        found.units.remove(0);
        assertThat(found.failure()).contains("is another than that it was made from");
    }

    // ------------------------------------------------------------------------------------------------------ VHDX

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

    // ------------------------------------------------------------------------------------------------------- ESX

    @Test
    void anExtentOfEsxReadsAsQemuReadsIt() throws Exception {
        int grain = 64 << 10;
        byte[] disk = raw.clone();
        for (int i = 0; i < SIZE / grain; i++) {
            if (EsxExtent.isMissing(i)) {
                Arrays.fill(disk, i * grain, (i + 1) * grain, (byte) 0);
            }
        }
        write("disk-delta.vmdk", EsxExtent.of(raw, grain));
        Files.writeString(directory.resolve("disk.vmdk"), """
                # Disk DescriptorFile
                version=1
                CID=12345678
                parentCID=ffffffff
                createType="vmfsSparse"
                RW %d VMFSSPARSE "disk-delta.vmdk"
                """.formatted(SIZE / SECTOR));
        Path oracle = Files.createTempFile(oracles, "oracle", ".img");
        Qemu.img(directory, "convert", "-f", "vmdk", "-O", "raw", "disk.vmdk", oracle.toString());
        assertThat(Files.mismatch(oracle, expected(disk))).isEqualTo(-1);
        images().assertHasBytesOf(oracle);
    }

    /** Of 20 MiB, so that it has two tables: grains in all states, in stretches of all lengths. */
    @Test
    void aSpaceEfficientExtentReadsAsQemuReadsIt() throws Exception {
        byte[] disk = Files.readAllBytes(RawImage.write(directory.resolve("raw.img"), 20 << 20, 7));
        Random random = new Random(7);
        int[] states = new int[disk.length / SeSparse.GRAIN];
        for (int i = 0; i < states.length; ) {
            int end = Math.min(states.length, i + 1 + random.nextInt(random.nextBoolean() ? 3 : 300));
            Arrays.fill(states, i, end, random.nextInt(4));
            i = end;
        }
        write("base-sesparse.vmdk", SeSparse.extent(disk, states));
        Files.writeString(
                directory.resolve("base.vmdk"),
                SeSparse.descriptor("0000beef", "ffffffff", "", disk.length, "base-sesparse.vmdk"));
        assertReadsAsQemuReads("base.vmdk", 1);

        byte[] later = new byte[disk.length];
        random.nextBytes(later);
        // The second table of the child is empty.
        for (int i = 0; i < states.length; i++) {
            states[i] = i < 4000 ? i / 100 % 4 : 0;
        }
        write("top-sesparse.vmdk", SeSparse.extent(later, states));
        Files.writeString(
                directory.resolve("top.vmdk"),
                SeSparse.descriptor(
                        "0000cafe",
                        "0000beef",
                        "parentFileNameHint=\"base.vmdk\"\n",
                        later.length,
                        "top-sesparse.vmdk"));
        assertReadsAsQemuReads("top.vmdk", 2);
    }

    private void assertReadsAsQemuReads(String image, int chainLength) throws Exception {
        Path oracle = Files.createTempFile(oracles, "oracle", ".img");
        Qemu.img(directory, "convert", "-f", "vmdk", "-O", "raw", image, oracle.toString());
        Looked found = images();
        found.assertHasBytesOf(oracle);
        assertThat(found.containers).hasSize(1);
        assertThat(found.containers.get(0).chainLength()).isEqualTo(chainLength);
    }

    @Test
    void aSpaceEfficientExtentThatCannotBeReadRightIsRefused() throws Exception {
        int[] states = new int[SIZE / SeSparse.GRAIN];
        Arrays.fill(states, 3);
        byte[] sound = SeSparse.extent(raw, states);
        Files.writeString(
                directory.resolve("disk.vmdk"), SeSparse.descriptor("1", "ffffffff", "", SIZE, "disk-sesparse.vmdk"));
        for (Map.Entry<Integer, String> damage : Map.of(
                        8,
                        "seSparse version 0x2000000",
                        24,
                        "seSparse with grains of",
                        40,
                        "flags 0x",
                        16 + 6,
                        "damaged: a directory of",
                        80,
                        "damaged: its second header",
                        128 + 5,
                        "damaged: it has its directory of grains",
                        512 + 24,
                        "its journal must be replayed")
                .entrySet()) {
            byte[] damaged = sound.clone();
            damaged[damage.getKey()] = 7;
            write("disk-sesparse.vmdk", damaged);
            Looked found = images();
            // The extent comes first, and without a descriptor that can be read it belongs to nobody.
            found.units.remove(0);
            assertThat(found.failure()).startsWith("vmdk: ").contains(damage.getValue());
        }
        write("disk-sesparse.vmdk", Arrays.copyOf(sound, sound.length - MIB));
        assertThat(images().failure()).contains("truncated");
        Files.delete(directory.resolve("disk-sesparse.vmdk"));
        assertThat(images().failure()).contains("there is no such file");
        write("disk-sesparse.vmdk", sound);
        Files.delete(directory.resolve("disk.vmdk"));
        assertThat(images().failure()).contains("whose descriptor is not among");
    }
}
