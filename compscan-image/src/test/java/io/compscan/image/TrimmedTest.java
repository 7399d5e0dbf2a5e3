package io.compscan.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.view.FileSystemFormat;
import io.compscan.testing.Needs;
import io.compscan.testing.Programs;
import io.compscan.testing.Slow;
import io.compscan.testing.SparseFile;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What ext4 and NTFS call free reads as zeros and everything else as it is, by the word of {@code dumpe2fs} and {@code ntfsclone}. */
@Timeout(300)
class TrimmedTest {

    private static final int SIZE = 48 << 20;

    @TempDir
    private Path directory;

    private Path image;

    /** Bytes of which none are zeros for long, so that a hole that should be none shows. */
    private void fill() throws IOException {
        image = directory.resolve("disk.img");
        byte[] data = new byte[1 << 20];
        Random random = new Random(11);
        try (OutputStream out = Files.newOutputStream(image)) {
            for (int i = 0; i < SIZE >> 20; i++) {
                random.nextBytes(data);
                out.write(data);
            }
        }
        byte[] large = new byte[3_000_000];
        random.nextBytes(large);
        Files.write(directory.resolve("large"), large);
        Files.write(directory.resolve("small"), Arrays.copyOf(large, 70_001));
    }

    private static FileSystemFormat format(String name) {
        return FileSystemFormat.load().stream()
                .filter(one -> one.getClass().getSimpleName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private Unit unit() throws IOException {
        return new Damage(Files.readAllBytes(image));
    }

    private static byte[] read(Unit unit) throws IOException {
        byte[] data = new byte[(int) unit.sizeBytes()];
        try (UnitChannel channel = unit.open()) {
            for (int at = 0; at < data.length; ) {
                int got = channel.read(at, data, at, Math.min(100_000, data.length - at));
                assertThat(got).isPositive();
                at += got;
            }
            assertThat(channel.read(data.length, data, 0, 1)).isEqualTo(-1);
            Random random = new Random(3);
            byte[] again = new byte[70_000];
            for (int i = 0; i < 200; i++) {
                int at = random.nextInt(data.length);
                int got = channel.read(at, again, 0, Math.min(again.length, data.length - at));
                assertThat(Arrays.equals(data, at, at + got, again, 0, got)).isTrue();
                int next = (int) channel.nextData(at);
                assertThat(next).isBetween(at, data.length);
                assertThat(ByteBuffer.wrap(data, at, next - at).mismatch(ByteBuffer.allocate(next - at)))
                        .isEqualTo(-1);
            }
        }
        return data;
    }

    private void debugfs(String command) throws Exception {
        Programs.runIn(directory, "debugfs", "-w", "-R", command, image.toString());
    }

    private void makeExt4(String options) throws Exception {
        fill();
        String[] make = ("mkfs.ext4 -q -F -E nodiscard,lazy_itable_init=1 " + options + " " + image).split(" ", -1);
        Programs.runIn(directory, List.of(make));
        debugfs("write large a");
        debugfs("write small b");
        debugfs("write large c");
        debugfs("rm a");
    }

    private static long number(String text, String name) {
        Matcher matcher = Pattern.compile("(?m)^" + name + ":\\s+(\\d+)").matcher(text);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-b 4096",
                "-b 1024",
                "-b 1024 -O ^flex_bg",
                "-b 2048 -O meta_bg,^resize_inode",
                "-b 1024 -g 1024 -O meta_bg,^resize_inode,^flex_bg",
                "-b 1024 -g 1024 -O sparse_super2",
                "-b 1024 -O ^64bit,^metadata_csum,uninit_bg",
                "-b 1024 -O ^64bit,^metadata_csum,^uninit_bg,^sparse_super,^resize_inode",
                "-b 4096 -O bigalloc -C 16384",
                "-b 1024 -O bigalloc -C 8192"
            })
    @Slow
    @Needs({"mkfs.ext4", "debugfs", "dumpe2fs"})
    void ext4(String options) throws Exception {
        makeExt4(options);
        String told = Programs.runIn(directory, "dumpe2fs", image.toString());
        int blockBytes = (int) number(told, "Block size");
        int clusterBlocks = (int) Math.max(blockBytes, number(told, "Cluster size")) / blockBytes;
        BitSet free = new BitSet();
        Matcher ranges = Pattern.compile("(?m)^  Free blocks: (\\S.*)$").matcher(told);
        while (ranges.find()) {
            for (String range : ranges.group(1).split(", ", -1)) {
                String[] ends = range.split("-", -1);
                int last = Integer.parseInt(ends[ends.length - 1]);
                // Of the last cluster of a range it names the first block.
                free.set(Integer.parseInt(ends[0]), last / clusterBlocks * clusterBlocks + clusterBlocks);
            }
        }
        assertThat(free.cardinality())
                .isEqualTo((int) number(told, "Free blocks"))
                .isGreaterThan(1000);
        byte[] expected = Files.readAllBytes(image);
        for (int block = free.nextSetBit(0); block >= 0; block = free.nextSetBit(block + 1)) {
            Arrays.fill(expected, block * blockBytes, (block + 1) * blockBytes, (byte) 0);
        }

        assertThat(format("Ext4").look(unit()).blockBytes()).isEqualTo(blockBytes);
        byte[] trimmed = read(format("Ext4").trimmed(unit()));

        assertThat(Arrays.mismatch(trimmed, expected)).isEqualTo(-1);
    }

    @Test
    @Needs({"mkfs.ext4", "debugfs", "dumpe2fs"})
    void ext4WhoseWordCannotBeReliedOn() throws Exception {
        makeExt4("-b 4096");
        byte[] sound = Files.readAllBytes(image);
        debugfs("feature needs_recovery");
        assertRefused("Ext4", "its journal needs recovery");
        Files.write(image, sound);
        debugfs("ssv state 2");
        assertRefused("Ext4", "it has errors");
        Files.write(image, sound);
        debugfs("ssv state 0");
        assertRefused("Ext4", "it is mounted, or was not unmounted");
        Files.write(image, sound);
        patch(1024 + 0x62, 0x80);
        assertRefused("Ext4", "features that are not known here: 0x800000");
        Files.write(image, Arrays.copyOf(sound, SIZE - (1 << 20)));
        assertRefused("Ext4", "truncated");
    }

    private void patch(long at, int value) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.seek(at);
            file.write(value);
        }
    }

    private void assertRefused(String name, String why) throws IOException {
        Unit unit = unit();
        assertThat(format(name).look(unit)).isNotNull();
        assertThatThrownBy(() -> format(name).trimmed(unit))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(why);
    }

    private void makeNtfs(String options) throws Exception {
        fill();
        Programs.runIn(directory, List.of(("mkntfs -q -Q -F " + options + " " + image).split(" ", -1)));
        for (int i = 0; i < 5; i++) {
            Programs.runIn(directory, "ntfscp", image.toString(), i % 2 == 0 ? "large" : "small", "file" + i);
        }
        Programs.runIn(directory, "ntfscp", image.toString(), "small", "file2");
        Programs.runIn(directory, "ntfstruncate", image.toString(), inode("file0"), "0x80", "10");
    }

    private String inode(String name) throws Exception {
        Matcher matcher = Pattern.compile("MFT Record Number:?\\s*(\\d+)|Dumping Inode (\\d+)")
                .matcher(Programs.runIn(directory, "ntfsinfo", "-F", name, image.toString()));
        assertThat(matcher.find()).isTrue();
        return matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-c 4096", "-c 512", "-c 2048", "-c 65536"})
    @Slow
    @Needs({"mkntfs", "ntfscp", "ntfsclone", "ntfstruncate", "ntfsinfo"})
    void ntfs(String options) throws Exception {
        makeNtfs(options);
        // It copies the clusters in use into a file that is else a hole.
        Programs.runIn(directory, "ntfsclone", "-q", "-f", "--overwrite", "clone.img", image.toString());
        byte[] expected = Files.readAllBytes(directory.resolve("clone.img"));
        byte[] whole = Files.readAllBytes(image);
        // What lies behind the volume is in no cluster.
        byte[] all = Arrays.copyOf(expected, whole.length);
        System.arraycopy(whole, expected.length, all, expected.length, whole.length - expected.length);

        byte[] trimmed = read(format("Ntfs").trimmed(unit()));

        assertThat(Arrays.mismatch(trimmed, all)).isEqualTo(-1);
        assertThat(Arrays.equals(trimmed, whole)).isFalse();
    }

    @Test
    @Needs({"mkntfs", "ntfscp", "ntfsclone", "ntfstruncate", "ntfsinfo"})
    void ntfsWhoseWordCannotBeReliedOn() throws Exception {
        makeNtfs("-c 4096");
        byte[] sound = Files.readAllBytes(image);
        ByteBuffer all = ByteBuffer.wrap(sound.clone()).order(ByteOrder.LITTLE_ENDIAN);
        int table = (int) all.getLong(0x30) * 4096;
        int volume = table + 3 * 1024;
        int flags = attribute(all, volume, 0x70);
        flags += all.getShort(flags + 0x14) + 10;
        patch(flags, 1);
        assertRefused("Ntfs", "marked as dirty");

        // The log that mkntfs leaves was never written; this one has a client that waits.
        Files.write(image, sound);
        int data = attribute(all, table + 2 * 1024, 0x80);
        int run = data + all.getShort(data + 0x20);
        int width = all.get(run) & 0xf;
        assertThat(all.get(run) >> 4).isBetween(1, 4);
        int cluster = 0;
        for (int i = (all.get(run) >> 4) - 1; i >= 0; i--) {
            cluster = cluster << 8 | (all.get(run + 1 + width + i) & 0xff);
        }
        byte[] page = new byte[0x60];
        ByteBuffer restart = ByteBuffer.wrap(page).order(ByteOrder.LITTLE_ENDIAN);
        restart.putInt(0, 0x52545352).putInt(0x10, 4096).putInt(0x14, 4096).putShort(0x18, (short) 0x30);
        restart.putLong(0x30, 5)
                .putShort(0x38, (short) 1)
                .putShort(0x3c, (short) 0)
                .putShort(0x3e, (short) 0);
        write(cluster * 4096L, page);
        assertRefused("Ntfs", "its journal needs recovery");
        restart.putShort(0x3e, (short) 2);
        write(cluster * 4096L, page);
        assertThat(read(format("Ntfs").trimmed(unit()))).hasSize(SIZE);
    }

    private static int attribute(ByteBuffer all, int record, int type) {
        int at = record + all.getShort(record + 0x14);
        while (all.getInt(at) != type) {
            at += all.getInt(at + 4);
        }
        return at;
    }

    private void write(long at, byte[] data) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.seek(at);
            file.write(data);
        }
    }

    @Test
    @Slow
    @Needs({"mkfs.xfs", "mkfs.btrfs"})
    void fileSystemsWhoseFreeSpaceIsNotRead() throws Exception {
        image = SparseFile.of(directory.resolve("xfs.img"), 512 << 20);
        Programs.runIn(directory, "mkfs.xfs", "-q", image.toString());
        Files.write(image, Arrays.copyOf(Files.readAllBytes(image), 1 << 20));
        assertRefused("Xfs", "trees that are not read here");
        assertThat(format("Xfs").look(unit()).blockBytes()).isEqualTo(4096);
        assertThat(format("Xfs").look(unit()).sizeBytes()).isEqualTo(512 << 20);
        image = SparseFile.of(directory.resolve("btrfs.img"), 128 << 20);
        Programs.runIn(directory, "mkfs.btrfs", "-q", image.toString());
        assertRefused("Btrfs", "trees that are not read here");
        assertThat(format("Btrfs").look(unit()).blockBytes()).isEqualTo(4096);
        assertThat(format("Btrfs").look(unit()).sizeBytes()).isEqualTo(128 << 20);
    }
}
