package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Extents of ESX: sparse ones and space-efficient ones. */
final class EsxExtentsTest extends HandmadeImages {

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
