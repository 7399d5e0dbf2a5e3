package io.compscan.core.source.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.core.source.Source;
import io.compscan.core.source.file.FileTreeSource;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.result.SourceSpace;
import io.compscan.result.SourceSpace.Extents;
import io.compscan.testing.Mounted;
import io.compscan.testing.Needs;
import io.compscan.testing.Programs;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the file systems themselves and their tools say is right. */
@Needs("sync")
class SpaceScanTest {

    private static final int MEBIBYTE = 1 << 20;

    @TempDir
    Path temporary;

    private static byte[] random(int bytes, long seed) {
        byte[] data = new byte[bytes];
        new Random(seed).nextBytes(data);
        return data;
    }

    private static void copy(Path from, Path to) throws IOException, InterruptedException {
        Programs.run("cp", "--reflink=always", from.toString(), to.toString());
    }

    private SourceSpace space(Path... roots) throws IOException, InterruptedException {
        Programs.run("sync");
        Source source = new FileTreeSource(List.of(roots), WalkOptions.ALL);
        SourceSpace space = SpaceScan.of(source, temporary);
        assertThat(SpaceScan.of(source, temporary, 2))
                .as("with room for two extents")
                .isEqualTo(space);
        return space;
    }

    private static Extents extents(SourceSpace space) {
        assertThat(space.fileSystems()).hasSize(1);
        Extents extents = space.fileSystems().get(0).extents();
        assertThat(extents).isNotNull();
        return extents;
    }

    private static long allocated(Path directory) throws IOException, InterruptedException {
        long bytes = 0;
        for (String blocks : Programs.run("find", directory.toString(), "-type", "f", "-printf", "%b\n")
                .lines()
                .toList()) {
            bytes += Long.parseLong(blocks) * 512;
        }
        return bytes;
    }

    /** Two directories: the scan sees one and then both. */
    private void shareFiles(Path mounted) throws IOException, InterruptedException {
        Path in = Files.createDirectory(mounted.resolve("in"));
        Path out = Files.createDirectory(mounted.resolve("out"));
        Files.write(in.resolve("alone"), random(3 * MEBIBYTE, 1));
        Files.write(in.resolve("twice"), random(5 * MEBIBYTE, 2));
        Files.write(in.resolve("elsewhere"), random(7 * MEBIBYTE, 3));
        Programs.run("sync");
        copy(in.resolve("twice"), in.resolve("again"));
        copy(in.resolve("elsewhere"), out.resolve("copy"));
        Files.createLink(in.resolve("link"), in.resolve("alone"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mkfs.xfs -q -m reflink=1", "mkfs.btrfs -q"})
    void tellsWhatReflinksShare(String mkfs) throws IOException, InterruptedException {
        Programs.assume(mkfs.substring(0, mkfs.indexOf(' ')));
        try (Mounted mounted = new Mounted(temporary, "noatime", mkfs.split(" "))) {
            shareFiles(mounted.directory());
            Path in = mounted.directory().resolve("in");
            SourceSpace part = space(in);
            Extents extents = extents(part);
            assertThat(part.fileSystems().get(0).type()).isEqualTo(mkfs.contains("xfs") ? "xfs" : "btrfs");
            assertThat(part.fileSystems().get(0).device()).startsWith("/dev/loop");
            assertThat(part.fileSystems().get(0).fileCount()).isEqualTo(4);
            assertThat(part.fileSystems().get(0).logicalBytes()).isEqualTo(20L * MEBIBYTE);
            assertThat(part.fileSystems().get(0).allocatedBytes())
                    .isEqualTo(allocated(in) - 3L * MEBIBYTE)
                    .as("find meets both names of a file")
                    .isEqualTo(20L * MEBIBYTE);
            assertThat(extents.mappedBytes()).isEqualTo(20L * MEBIBYTE);
            assertThat(extents.sharedBytes()).isEqualTo(17L * MEBIBYTE);
            assertThat(extents.sharedWithinBytes()).isEqualTo(5L * MEBIBYTE);
            assertThat(extents.sharedOutsideBytes()).isEqualTo(7L * MEBIBYTE);
            assertThat(extents.occupiedBytes()).isEqualTo(15L * MEBIBYTE);
            assertThat(extents.encodedBytes()).isZero();
            Extents whole = extents(space(mounted.directory()));
            assertThat(whole.sharedWithinBytes()).isEqualTo(12L * MEBIBYTE);
            assertThat(whole.sharedOutsideBytes()).isZero();
            assertThat(whole.occupiedBytes()).isEqualTo(15L * MEBIBYTE);
        }
    }

    /** Snapshots, an overwritten middle, inline files, reserved blocks, holes. */
    @Test
    @Needs({"mkfs.btrfs", "btrfs", "fallocate"})
    void agreesWithTheToolOfBtrfs() throws IOException, InterruptedException {
        try (Mounted mounted = new Mounted(temporary, "noatime", "mkfs.btrfs", "-q")) {
            Path volume = mounted.directory().resolve("volume");
            Programs.run("btrfs", "subvolume", "create", volume.toString());
            shareFiles(volume);
            Files.write(volume.resolve("tiny"), random(100, 4));
            Programs.run("fallocate", "-l", "2m", volume.resolve("reserved").toString());
            copy(volume.resolve("in/elsewhere"), volume.resolve("changed"));
            try (RandomAccessFile file =
                    new RandomAccessFile(volume.resolve("changed").toFile(), "rw")) {
                file.seek(2L * MEBIBYTE);
                file.write(random(MEBIBYTE, 5));
                file.setLength(20L * MEBIBYTE);
            }
            Programs.run("sync");
            Path snapshot = mounted.directory().resolve("snapshot");
            Programs.run("btrfs", "subvolume", "snapshot", volume.toString(), snapshot.toString());
            Files.write(volume.resolve("in/twice"), random(MEBIBYTE, 6));
            assertAgrees(volume);
            assertAgrees(mounted.directory());
            SourceSpace space = space(mounted.directory());
            assertThat(space.fileSystems()).as("subvolumes are one file system").hasSize(1);
            assertThat(extents(space).unwrittenBytes()).isEqualTo(4L * MEBIBYTE);
            assertThat(extents(space).sharedOutsideBytes())
                    .as("all snapshots are in the scan, but the middle of an extent has lost a reader")
                    .isZero();
        }
    }

    private void assertAgrees(Path directory) throws IOException, InterruptedException {
        Extents extents = extents(space(directory));
        String table = Programs.run("btrfs", "filesystem", "du", "--raw", "-s", directory.toString());
        Matcher row = Pattern.compile("(?m)^\\s*(\\d+)\\s+(\\d+)\\s+(\\d+)\\s+" + Pattern.quote(directory.toString()))
                .matcher(table);
        assertThat(row.find()).as(table).isTrue();
        assertThat(extents.mappedBytes()).as(table).isEqualTo(Long.parseLong(row.group(1)));
        assertThat(extents.mappedBytes() - extents.sharedBytes()).as(table).isEqualTo(Long.parseLong(row.group(2)));
        assertThat(extents.sharedBytes() - extents.sharedWithinBytes())
                .as(table)
                .isEqualTo(Long.parseLong(row.group(3)));
    }

    @Test
    @Needs({"mkfs.btrfs", "compsize"})
    void agreesWithTheToolForCompressedFiles() throws IOException, InterruptedException {
        try (Mounted mounted = new Mounted(temporary, "noatime,compress=zstd", "mkfs.btrfs", "-q")) {
            Files.writeString(mounted.directory().resolve("text"), "all work and no play ".repeat(200_000));
            Files.write(mounted.directory().resolve("noise"), random(3 * MEBIBYTE, 1));
            Files.writeString(mounted.directory().resolve("tiny"), "a few bytes");
            Programs.run("sync");
            copy(mounted.directory().resolve("text"), mounted.directory().resolve("copy"));
            SourceSpace space = space(mounted.directory());
            Extents extents = extents(space);
            String table = Programs.run("compsize", "-b", mounted.directory().toString());
            long total = referenced(table, "TOTAL");
            long zstd = referenced(table, "zstd");
            assertThat(zstd).isGreaterThan(8L * MEBIBYTE);
            assertThat(extents.mappedBytes() + extents.inlineBytes()).as(table).isEqualTo(total);
            assertThat(extents.encodedBytes()).as(table).isEqualTo(zstd);
            assertThat(extents.encodedSharedBytes()).as(table).isEqualTo(zstd);
            assertThat(extents.occupiedBytes()).isEqualTo(3L * MEBIBYTE);
            assertThat(extents.sharedWithinBytes())
                    .as("their blocks are not known")
                    .isZero();
        }
    }

    /** Type, per cent, on disk, uncompressed, referenced. */
    private static long referenced(String table, String type) {
        Matcher row = Pattern.compile("(?m)^" + type + "\\s+\\S+\\s+\\d+\\s+\\d+\\s+(\\d+)")
                .matcher(table);
        assertThat(row.find()).as(table).isTrue();
        return Long.parseLong(row.group(1));
    }

    private static boolean isInMemory(Path directory) {
        try {
            return Files.getFileStore(directory).type().equals("tmpfs");
        } catch (IOException e) {
            return false;
        }
    }

    /** A file system in memory has blocks and no extents. */
    @Test
    void namesAFileSystemThatDoesNotTell() throws IOException, InterruptedException {
        Path shared = Path.of("/dev/shm");
        assumeTrue(Files.isWritable(shared) && isInMemory(shared), "no file system in memory");
        Path directory = Files.createTempDirectory(shared, "space");
        try {
            Files.write(directory.resolve("file"), random(MEBIBYTE, 1));
            SourceSpace space = space(directory);
            assertThat(space.fileSystems()).hasSize(1);
            SourceSpace.FileSystem found = space.fileSystems().get(0);
            assertThat(found.type()).isEqualTo("tmpfs");
            assertThat(found.extents()).isNull();
            assertThat(found.fileCount()).isEqualTo(1);
            assertThat(found.logicalBytes()).isEqualTo(MEBIBYTE);
            assertThat(found.allocatedBytes()).isEqualTo(MEBIBYTE);
        } finally {
            Files.deleteIfExists(directory.resolve("file"));
            Files.delete(directory);
        }
    }

    @Test
    void countsWhatCannotBeAsked() throws IOException, InterruptedException {
        Path data = Files.createDirectory(temporary.resolve("data"));
        Files.write(data.resolve("file"), random(1000, 1));
        SourceSpace space = space(data, Path.of("/dev/null"));
        assertThat(space.otherUnitCount()).isEqualTo(1);
        assertThat(space.sum(SourceSpace.FileSystem::fileCount)).isEqualTo(1);
    }
}
