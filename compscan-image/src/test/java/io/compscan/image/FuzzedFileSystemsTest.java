package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.source.view.FileSystemFormat;
import io.compscan.testing.Programs;
import io.compscan.testing.SparseFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Damaged superblocks, descriptors and records of file systems end in an {@link java.io.IOException} or in bytes. */
@Timeout(3600)
class FuzzedFileSystemsTest {

    private static final int KEPT_BYTES = 4 << 20;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "ext4,4,mkfs.ext4 -q -b 1024 -g 256 -O ^resize_inode",
        "ext4,4,mkfs.ext4 -q -b 1024 -g 256 -O meta_bg;^resize_inode;^has_journal",
        "ext4,4,mkfs.ext4 -q -b 4096",
        "ntfs,4,mkntfs -q -Q -F",
        "ntfs,4,mkntfs -q -Q -F -c 512",
        "xfs,512,mkfs.xfs -q",
        "btrfs,128,mkfs.btrfs -q"
    })
    void endsSoonWhateverIsWritten(String name, int mebibytes, String command) throws Exception {
        Programs.assume(command.substring(0, command.indexOf(' ')));
        Path image = directory.resolve("disk.img");
        SparseFile.of(image, (long) mebibytes << 20);
        Programs.runIn(directory, List.of((command.replace(';', ',') + " " + image).split(" ", -1)));
        byte[] whole = new byte[KEPT_BYTES];
        try (var in = Files.newInputStream(image)) {
            assertThat(in.readNBytes(whole, 0, whole.length)).isEqualTo(whole.length);
        }
        FileSystemFormat format = FileSystemFormat.load().stream()
                .filter(one ->
                        one.getClass().getSimpleName().toLowerCase(Locale.ROOT).equals(name))
                .findFirst()
                .orElseThrow();
        long firstSeed = Fuzz.firstSeed(command);
        Damage damage = new Damage(whole);
        int[] starts = starts(whole, name);
        int opened = 0;
        int seen = 0;
        for (int i = 0; i < Fuzz.CASES; i++) {
            long seed = firstSeed + i;
            Random random = new Random(seed);
            damage(damage, starts, random);
            boolean[] isSeen = new boolean[1];
            boolean isTrimmed = Fuzz.survives(seed, () -> {
                isSeen[0] = format.look(damage) != null;
                if (isSeen[0]) {
                    Fuzz.read(format.trimmed(damage), random);
                }
                return isSeen[0];
            });
            opened += isTrimmed ? 1 : 0;
            seen += isSeen[0] ? 1 : 0;
            damage.undo();
        }
        assertThat(seen).as("file systems that are still seen").isBetween(1, Fuzz.CASES - 1);
        if (mebibytes == 4) {
            assertThat(opened).as("file systems that are still trimmed").isBetween(1, seen - 1);
        }
    }

    static int[] starts(byte[] data, String name) {
        return switch (name) {
            case "ext4" -> new int[] {1024, 2048, 4096};
            case "ntfs" -> new int[] {0, record(data, 2), record(data, 3), record(data, 6)};
            case "btrfs" -> new int[] {64 << 10};
            default -> new int[] {0};
        };
    }

    /** Mostly where numbers are: the superblock, the descriptors, the records. */
    static void damage(Damage damage, int[] starts, Random random) {
        int times = 1 + random.nextInt(5);
        for (int i = 0; i < times; i++) {
            int at = starts[random.nextInt(starts.length)]
                    + (random.nextInt(8) == 0 ? random.nextInt(2048) : random.nextInt(336) & ~random.nextInt(4));
            damage.set(at, Fuzz.value(random), 1 << random.nextInt(4), false);
        }
        if (random.nextInt(20) == 0) {
            damage.truncate(random.nextInt(damage.length()));
        }
    }

    private static int record(byte[] data, int number) {
        int cluster = ((data[0x0b] & 0xff) | (data[0x0c] & 0xff) << 8) * data[0x0d];
        return ((data[0x30] & 0xff) | (data[0x31] & 0xff) << 8) * cluster + number * 1024;
    }
}
