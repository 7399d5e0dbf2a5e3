package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.view.View;
import io.compscan.testing.Needs;
import io.compscan.testing.Programs;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Volumes that LVM2's own tools make, on loop devices. They only write their description, so no device mapper is needed ({@code
 * --driverloaded n}).
 */
@Timeout(300)
@Needs(
        value = {
            "pvcreate",
            "vgcreate",
            "vgextend",
            "lvcreate",
            "lvextend",
            "lvreduce",
            "lvremove",
            "pvs",
            "losetup",
            "wipefs",
            "blockdev",
            "sync"
        },
        also = Needs.Root.class)
class LvmToolsTest {

    private static final int MIB = 1 << 20;

    @TempDir
    private Path directory;

    private final List<String> devices = new ArrayList<>();
    private final String group = "cs" + Long.toString(System.nanoTime(), 36);
    private Path disk;

    @BeforeEach
    void makeGroup() throws Exception {
        disk = device("disk.img");
        lvm("vgcreate", "-s", "1M", group, devices.get(0));
    }

    /** Bytes that differ from each other, on a loop device. */
    private Path device(String name) throws Exception {
        Path file = directory.resolve(name);
        byte[] data = new byte[48 * MIB];
        new Random(name.hashCode()).nextBytes(data);
        Files.write(file, data);
        String device = Programs.runIn(directory, "losetup", "-f", "--show", file.toString())
                .strip();
        devices.add(device);
        Programs.runIn(directory, "wipefs", "-q", "-a", device);
        lvm("pvcreate", "-q", "-y", device);
        return file;
    }

    private String lvm(String command, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(command, "--driverloaded", "n"));
        // Other volume groups of the machine are none of our business.
        all.addAll(List.of("--devices", String.join(",", devices)));
        all.addAll(List.of(arguments));
        return Programs.runIn(directory, all);
    }

    private void create(String name, String... how) throws Exception {
        List<String> all = new ArrayList<>(List.of("-q", "-an", "-Zn", "-Wn", "-y", "-n", name));
        all.addAll(List.of(how));
        all.add(group);
        lvm("lvcreate", all.toArray(String[]::new));
    }

    @AfterEach
    void detach() throws Exception {
        for (String device : devices) {
            Programs.runIn(directory, "losetup", "-d", device);
        }
    }

    private Looked look() throws Exception {
        Programs.runIn(directory, "sync");
        for (String device : devices) {
            Programs.runIn(directory, "blockdev", "--flushbufs", device);
        }
        return Looked.at(EnumSet.of(View.Kind.PARTITIONS), List.of(), disk);
    }

    private static byte[] read(Unit unit) throws IOException {
        byte[] data = new byte[(int) unit.sizeBytes()];
        try (UnitChannel channel = unit.open()) {
            for (int at = 0; at < data.length; ) {
                at += channel.read(at, data, at, data.length - at);
            }
        }
        return data;
    }

    @Test
    void linearVolumes() throws Exception {
        create("root", "-l", "10");
        create("swap", "-l", "5");
        lvm("lvextend", "-q", "-l", "+6", group + "/root");
        lvm("lvreduce", "-q", "-f", "-l", "-2", group + "/swap");
        create("late", "-l", "3");
        String segments = lvm(
                "pvs",
                "-q",
                "--noheadings",
                "--segments",
                "-o",
                "lv_name,seg_start_pe,pvseg_start,pvseg_size,pe_start",
                "--units",
                "b",
                "--separator",
                ":",
                devices.get(0));

        Looked found = look();

        int checked = 0;
        for (String line : segments.strip().split("\n", -1)) {
            String[] words = line.strip().split(":", -1);
            if (words.length != 5 || words[0].isEmpty()) {
                continue;
            }
            Unit volume = found.units.stream()
                    .filter(unit -> unit.name().endsWith("/" + group + "-" + words[0]))
                    .findFirst()
                    .orElseThrow();
            int length = Integer.parseInt(words[3]) * MIB;
            byte[] expected = new byte[length];
            try (RandomAccessFile file = new RandomAccessFile(disk.toFile(), "r")) {
                file.seek(Long.parseLong(words[4].replace("B", "")) + Long.parseLong(words[2]) * MIB);
                file.readFully(expected);
            }
            byte[] actual = new byte[length];
            System.arraycopy(read(volume), Integer.parseInt(words[1]) * MIB, actual, 0, length);
            assertThat(actual).as(line).isEqualTo(expected);
            checked++;
        }
        assertThat(checked).isEqualTo(4);
        assertThat(found.units.stream().mapToLong(Unit::sizeBytes).sum()).isEqualTo(48 * MIB);
    }

    @Test
    void volumesOnOtherDisksAreRefusedByName() throws Exception {
        device("other.img");
        lvm("vgextend", "-q", group, devices.get(1));
        create("fast", "-i", "2", "-l", "4");
        assertThat(look().failure()).contains(group + "-fast is not linear", "\"striped\" over 2 volumes");
        lvm("lvremove", "-q", "-f", group + "/fast");
        lvm("lvcreate", "-q", "-an", "-Zn", "-Wn", "-y", "-n", "near", "-l", "2", group, devices.get(0));
        assertThat(look().containers).hasSize(1);
        lvm("lvcreate", "-q", "-an", "-Zn", "-Wn", "-y", "-n", "far", "-l", "2", group, devices.get(1));
        assertThat(look().failure()).contains(group + "-far lies on more than one physical volume");
    }
}
