package io.compscan.core.source.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.jna.LastErrorException;
import io.compscan.core.libc.FileCalls;
import io.compscan.core.source.UnitChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A scan opens files by the way on which it found them, and a change of an open file shows. */
@EnabledOnOs(OS.LINUX)
class OpenDescriptorTest {

    private static final String LINK = "a symbolic link has taken its place";

    @TempDir
    private Path temporary;

    private Path tree;
    private Path secret;

    @BeforeAll
    static void load() {
        assumeTrue(FileCalls.load());
    }

    @BeforeEach
    void makeTree() throws IOException {
        temporary = temporary.toRealPath();
        tree = Files.createDirectories(temporary.resolve("tree/sub")).getParent();
        Files.write(tree.resolve("sub/file"), new byte[10]);
        Path outside = Files.createDirectory(temporary.resolve("outside"));
        secret = Files.write(outside.resolve("file"), new byte[99]);
    }

    private static FileUnit found(Path path, Path root) {
        return new FileUnit(path, 10, PageCachePolicy.KEEP, Links.below(root));
    }

    private static long sizeOf(FileUnit unit) throws IOException {
        try (OpenDescriptor opened = unit.descriptor()) {
            return opened.sizeBytes();
        }
    }

    /** The system gives a closed number to the next file, which a second close would take away. */
    @Test
    void aSecondCloseTakesNoOtherFileAway() throws IOException {
        FileUnit unit = found(tree.resolve("sub/file"), tree);
        OpenDescriptor closed = unit.descriptor();
        int number = closed.number();
        closed.close();
        try (OpenDescriptor next = new FileUnit(secret, 99).descriptor()) {
            assumeTrue(next.number() == number);
            closed.close();
            assertThat(next.sizeBytes()).isEqualTo(99);
            assertThat(Files.size(OpenDescriptor.view(number))).isEqualTo(99);
            assertThat(closed.hasChanged()).isFalse();
            assertThatThrownBy(closed::again).isInstanceOf(IOException.class);
        }
    }

    @Test
    void aLinkInThePlaceOfAFileLeadsNowhere() throws IOException {
        Path file = tree.resolve("sub/file");
        FileUnit unit = found(file, tree);
        assertThat(sizeOf(unit)).isEqualTo(10);
        Files.delete(file);
        Files.createSymbolicLink(file, secret);
        assertThatThrownBy(unit::open).hasMessageContaining(LINK);
        assertThatThrownBy(unit::openForParts).hasMessageContaining(LINK);
        assertThat(unit.version().sizeBytes()).isEqualTo(-1);
    }

    @Test
    void aLinkInThePlaceOfADirectoryLeadsNowhere() throws IOException {
        FileUnit unit = found(tree.resolve("sub/file"), tree);
        Files.move(tree.resolve("sub"), tree.resolve("before"));
        Files.createSymbolicLink(tree.resolve("sub"), secret.getParent());
        assertThatThrownBy(unit::open).hasMessageContaining(LINK);
    }

    /** Links in the given path are those of the user, and so are the links that a walk is to follow. */
    @Test
    void linksOfTheUserAreFollowed() throws IOException {
        Path given = Files.createSymbolicLink(temporary.resolve("given"), tree);
        assertThat(sizeOf(found(given.resolve("sub/file"), given))).isEqualTo(10);
        Path up = tree.resolve("sub/..").resolve("../given");
        assertThat(sizeOf(found(up.resolve("sub/file"), up))).isEqualTo(10);
        assertThat(sizeOf(new FileUnit(given.resolve("sub/file"), 10))).isEqualTo(10);
    }

    @Test
    void withoutTheKernelsHelpEachNameIsOpened() throws IOException {
        Files.createSymbolicLink(tree.resolve("link"), tree.resolve("sub"));
        for (String way : new String[] {"sub/file", "sub//file", "./sub/./file", "sub/../sub/file"}) {
            byte[] path = NativePath.terminated(tree.resolve("x").getParent().resolve(way));
            FileCalls.close(NativePath.openByNames(FileCalls.AT_FDCWD, path, FileCalls.O_RDONLY_NONBLOCK_CLOEXEC));
        }
        for (String way : new String[] {"link/file", "link", "sub/gone"}) {
            byte[] path = NativePath.terminated(tree.resolve(way));
            assertThatThrownBy(
                            () -> NativePath.openByNames(FileCalls.AT_FDCWD, path, FileCalls.O_RDONLY_NONBLOCK_CLOEXEC))
                    .isInstanceOf(LastErrorException.class);
        }
    }

    @Test
    void whatLiesInAnOpenDirectoryIsReachedWhateverItsName() throws IOException {
        try (OpenDirectory top = OpenDirectory.of(tree)) {
            Files.move(tree, temporary.resolve("after"));
            Files.createDirectories(tree.resolve("sub"));
            Files.write(tree.resolve("sub/file"), new byte[77]);
            try (UnitChannel file = top.file(Path.of("sub/file"))) {
                assertThat(file.read(0, new byte[100], 0, 100)).isEqualTo(10);
            }
            assertThat(top.view().resolve("sub/file")).hasSize(10);
            Files.createSymbolicLink(temporary.resolve("after/link"), secret.getParent());
            assertThatThrownBy(() -> top.file(Path.of("link/file"))).hasMessageContaining(LINK);
            assertThatThrownBy(() -> top.directory(Path.of("link"))).hasMessageContaining(LINK);
            assertThatThrownBy(() -> top.file(Path.of("sub"))).hasMessageContaining("but a directory");
            try (OpenDirectory sub = top.directory(Path.of("sub"));
                    UnitChannel file = sub.file(Path.of("file"))) {
                assertThat(file.read(0, new byte[100], 0, 100)).isEqualTo(10);
            }
        }
    }

    /** A change of a file. */
    private interface Change {
        void of(Path file) throws IOException;
    }

    private void assertShows(long sizeBytes, Change change) throws Exception {
        Path file = Files.write(tree.resolve("changing"), new byte[5000]);
        FileUnit unit = new FileUnit(file, sizeBytes, PageCachePolicy.KEEP, Links.below(tree));
        try (UnitChannel channel = unit.open();
                UnitChannel parts = unit.openForParts()) {
            assertThat(channel.hasChanged()).isFalse();
            // The clock of a file system has steps of some milliseconds.
            Thread.sleep(30);
            change.of(file);
            assertThat(channel.hasChanged()).isTrue();
            assertThat(parts.hasChanged()).isTrue();
        }
        Files.deleteIfExists(file);
    }

    @Test
    void aChangeShows() throws Exception {
        for (long size : new long[] {5000, 100 << 20}) {
            assertShows(size, file -> Files.write(file, new byte[1], StandardOpenOption.APPEND));
            assertShows(size, file -> Files.write(file, new byte[4999]));
            assertShows(size, file -> Files.write(file, new byte[] {1}, StandardOpenOption.WRITE));
            assertShows(size, file -> {
                FileTime before = Files.getLastModifiedTime(file);
                Files.write(file, new byte[] {1}, StandardOpenOption.WRITE);
                Files.setLastModifiedTime(file, before);
            });
            assertShows(
                    size, file -> Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------")));
            assertShows(size, file -> {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.truncate(0);
                    channel.write(ByteBuffer.wrap(new byte[5000]));
                }
            });
            assertShows(size, file -> Files.move(file, file.resolveSibling("other" + size)));
            assertShows(size, Files::delete);
        }
    }

    @Test
    void anotherFileOfTheNameIsNoChange() throws Exception {
        Path file = Files.write(tree.resolve("kept"), new byte[5000]);
        Path name = Files.createLink(tree.resolve("name"), file);
        try (UnitChannel channel = found(name, tree).open()) {
            Path next = Files.write(tree.resolve("next"), new byte[5000]);
            Thread.sleep(30);
            assertThat(channel.hasChanged()).isFalse();
            Files.write(next, new byte[7]);
            assertThat(channel.hasChanged()).isFalse();
        }
    }
}
