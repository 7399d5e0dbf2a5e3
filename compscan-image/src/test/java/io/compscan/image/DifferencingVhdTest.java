package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** VHDs that hold what differs from a parent. */
final class DifferencingVhdTest extends HandmadeImages {

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
}
