package io.compscan.core.source.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.libc.FileCalls;
import io.compscan.core.source.RawNames;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The handle's answers must be its own, and the same as Java's for the path. */
class DirectoryHandleTest {

    @TempDir
    private Path directory;

    @Test
    void saysWhatJavaSaysOfThePath() throws Exception {
        Path large = directory.resolve("large");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength(10L << 40);
        } catch (IOException e) {
            // Not every file system takes so large a file.
            Files.write(large, new byte[12345]);
        }
        Files.createLink(directory.resolve("second name"), large);
        Files.createDirectory(directory.resolve("umlaut \u00e4\u00f6\u00fc \ud83d\ude00"));
        Files.createSymbolicLink(directory.resolve("link"), large);
        Files.createSymbolicLink(directory.resolve("dangling"), Path.of("nowhere"));
        assertSameAsJava(directory, 5);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void saysItOfDevicesAndMountPoints() throws Exception {
        assertSameAsJava(Path.of("/dev"), 5);
        assertSameAsJava(Path.of("/"), 5);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void namesAreBytes() throws Exception {
        List<byte[]> names = List.of(new byte[] {'a', (byte) 0xFF, 'b'}, new byte[] {(byte) 0xC3}, new byte[] {'\n'});
        for (byte[] name : names) {
            Files.createFile(RawNames.in(directory.toRealPath(), name));
        }
        assertSameAsJava(directory, names.size());
    }

    @Test
    void anEntryThatIsGoneIsReportedAsJavaDoes() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        try (DirectoryHandle handle = open(directory)) {
            Files.delete(file);
            assertThatThrownBy(() -> handle.statusOf(file)).isInstanceOf(NoSuchFileException.class);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aDirectoryThatIsGoneIsNotOpened() {
        assertThatThrownBy(() -> open(directory.resolve("gone"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aLinkThatHasTakenItsPlaceIsNotFollowed() throws Exception {
        Path other = Files.createDirectory(directory.resolve("other"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), other);
        Links none = Links.below(directory);
        assertThatThrownBy(() -> DirectoryHandle.open(FileCalls.AT_FDCWD, none.way(link), none))
                .hasMessageContaining("a symbolic link has taken its place");
        DirectoryHandle.open(FileCalls.AT_FDCWD, link, Links.FOLLOWED).close();
    }

    /** The path would lead nowhere any more. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void theHandleFollowsTheDirectory() throws Exception {
        Path before = Files.createDirectory(directory.resolve("before"));
        Path file = Files.write(before.resolve("file"), new byte[99]);
        try (DirectoryHandle handle = open(before)) {
            Files.move(before, directory.resolve("after"));
            assertThat(handle.statusOf(file).sizeBytes()).isEqualTo(99);
        }
    }

    private static DirectoryHandle open(Path path) throws IOException {
        return DirectoryHandle.open(FileCalls.AT_FDCWD, path, Links.FOLLOWED);
    }

    private static void assertSameAsJava(Path directory, int atLeast) throws IOException {
        List<Path> entries;
        try (Stream<Path> list = Files.list(directory)) {
            entries = list.toList();
        }
        assertThat(entries).hasSizeGreaterThanOrEqualTo(atLeast);
        try (DirectoryHandle handle = open(directory)) {
            for (Path entry : entries) {
                FileStatus before;
                FileStatus found;
                // Others may change what lies there, such as /tmp.
                do {
                    before = FileStatus.of(entry);
                    found = handle.statusOf(entry);
                } while (!before.equals(FileStatus.of(entry)));
                assertThat(found).as(entry.toString()).isEqualTo(before);
            }
        }
    }
}
