package io.compscan.image.catar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.view.SourceContext;
import io.compscan.testing.Needs;
import io.compscan.testing.Programs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The archives of the real casync, to the byte. */
class CatarTest {

    @TempDir
    private Path temporary;

    @RepeatedTest(4)
    @Needs("casync")
    void isWhatCasyncWrites() throws Exception {
        long seed = System.nanoTime();
        Path tree = Files.createDirectory(temporary.resolve("tree"));
        Trees.fill(tree, new Random(seed), 3);
        assertThat(bytesOf(tree)).as("seed %d", seed).isEqualTo(archiveOf(tree));
    }

    /** A table has the shape of a search tree, which each number of names gives another form. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 100, 1000})
    @Needs("casync")
    void ofAnyNumberOfNames(int count) throws Exception {
        Path tree = Files.createDirectory(temporary.resolve("tree"));
        for (int i = 0; i < count; i++) {
            Files.createFile(tree.resolve("name-" + i));
        }
        assertThat(bytesOf(tree)).isEqualTo(archiveOf(tree));
    }

    /** Names are bytes: order is theirs, and not all of them are text. */
    @Test
    @Needs("casync")
    void namesThatAreNoText() throws Exception {
        Path tree = Files.createDirectory(temporary.resolve("tree"));
        Programs.runIn(
                tree,
                "bash",
                "-c",
                "touch $'\\xff' $'\\xc3\\xa4' $'a\\nb' A a _ $'\\x80x'; ln -s $'\\xfe' link; mkdir z.; touch z");
        assertThat(bytesOf(tree)).isEqualTo(archiveOf(tree));
    }

    @Test
    @Needs("casync")
    void pipesAndSocketsHaveNoBytes() throws Exception {
        Path tree = Files.createDirectory(temporary.resolve("tree"));
        Programs.runIn(tree, "mkfifo", "pipe");
        Files.writeString(tree.resolve("after"), "text");
        assertThat(bytesOf(tree)).isEqualTo(archiveOf(tree));
    }

    @Test
    @Needs("casync")
    void attributesOfUsers() throws Exception {
        Path tree = Files.createDirectory(temporary.resolve("tree"));
        Path file = Files.writeString(tree.resolve("file"), "text");
        UserDefinedFileAttributeView view = Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
        try {
            view.write("two", ByteBuffer.wrap("second".getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            Assumptions.abort("the file system has no extended attributes");
        }
        view.write("one", ByteBuffer.wrap(new byte[] {0, 1, 2}));
        assertThat(bytesOf(tree)).isEqualTo(archiveOf(tree));
    }

    /** Labels, capabilities, rights of others, and what casync leaves out. Root alone can make these. */
    @Test
    @Needs({"casync", "python3"})
    void attributesOfTheSystem() throws Exception {
        Path tree = Files.createDirectory(temporary.resolve("tree"));
        Trees.setAttributes(tree, """
                os.mkdir("rights")
                os.setxattr("rights", "system.posix_acl_access", access((1, 7, nobody), (2, 5, 0), (2, 4, 1), (2, 6, 54321),
                    (4, 5, nobody), (8, 3, 0), (8, 2, 8), (8, 1, 65432), (16, 7, nobody), (32, 1, nobody)))
                os.setxattr("rights", "system.posix_acl_default", access((1, 7, nobody), (2, 5, 1), (4, 5, nobody), (8, 2, 8),
                    (16, 7, nobody), (32, 1, nobody)))
                os.mkdir("plain")
                os.setxattr("plain", "system.posix_acl_default", access((1, 6, nobody), (4, 5, nobody), (32, 1, nobody)))
                for name, label in ("a", b"system_u:object_r:etc_t:s0\\0"), ("b", b"unfinished"), ("c", b"two\\0parts\\0"):
                    open(name, "w").write(name)
                    os.setxattr(name, "security.selinux", label)
                    os.setxattr(name, "security.ima", b"signature")
                    os.setxattr(name, "trusted.overlay.opaque", b"y")
                    os.setxattr(name, "user.empty", b"")
                os.setxattr("a", "security.capability", struct.pack("<IIIII", 0x02000001, 1 << 10, 0, 0, 0))
                os.symlink("a", "link")
                os.setxattr("link", "security.selinux", b"label_of_link\\0", follow_symlinks=False)
                """);
        assertThat(bytesOf(tree)).isEqualTo(archiveOf(tree));
    }

    /** Root alone can make these. */
    @Test
    @Needs("casync")
    void devicesAndOwners() throws Exception {
        Path tree = Files.createDirectory(temporary.resolve("tree"));
        assumeTrue(Programs.succeeds("mknod", temporary.resolve("device"), "c", "1", "3"), "may not make devices");
        Programs.runIn(
                tree,
                "bash",
                "-c",
                "mknod c c 300 70000; mknod b b 7 3; touch mine daemons nobodys; chown daemon:mail daemons; chown 54321:54322 nobodys");
        assertThat(bytesOf(tree)).isEqualTo(archiveOf(tree));
    }

    /** Reads may be of any size, and a unit is opened as often as it is read. */
    @Test
    @Needs("casync")
    void readsOfAnySizeAreTheSame() throws Exception {
        Path tree = Files.createDirectory(temporary.resolve("tree"));
        Random random = new Random(1);
        Trees.fill(tree, random, 2);
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        try (UnitChannel channel = Trees.unit("catar", tree).open()) {
            byte[] data = new byte[5000];
            int offset = 3;
            for (int got;
                    (got = channel.read(read.size(), data, offset, 1 + random.nextInt(data.length - offset))) > 0; ) {
                read.write(data, offset, got);
            }
        }
        assertThat(read.toByteArray()).isEqualTo(bytesOf(tree));
    }

    /** What follows keeps its place in the archive, and the last read tells. */
    @Test
    void aFileThatBecomesShorterEndsInZeros() throws Exception {
        Path tree = Files.createDirectory(temporary.resolve("tree"));
        byte[] noise = new byte[3_000_000];
        new Random(2).nextBytes(noise);
        Path file = Files.write(tree.resolve("big"), noise);
        Files.writeString(tree.resolve("later"), "this is still read");
        byte[] whole = bytesOf(tree);
        try (InputStream stream = new ArchiveStream(tree, new CasyncFormat())) {
            byte[] read = new byte[whole.length];
            int head = stream.readNBytes(read, 0, 1_000_000);
            try (RandomAccessFile shortened = new RandomAccessFile(file.toFile(), "rw")) {
                shortened.setLength(1_500_000);
            }
            stream.readNBytes(read, head, whole.length - head);
            int dataStart = indexOf(whole, Arrays.copyOf(noise, 16));
            Arrays.fill(whole, dataStart + 1_500_000, dataStart + noise.length, (byte) 0);
            assertThat(read).isEqualTo(whole);
            assertThatThrownBy(stream::read)
                    .isInstanceOf(IOException.class)
                    .hasMessage("not all was read: " + file + ": shorter than when it was found");
        }
    }

    @Test
    void whatVanishesIsToldAtTheEnd() throws Exception {
        Path tree = Files.createDirectory(temporary.resolve("tree"));
        for (String name : List.of("a", "b", "c")) {
            Files.writeString(tree.resolve(name), name);
        }
        try (InputStream stream = new ArchiveStream(tree, new CasyncFormat())) {
            stream.readNBytes(10);
            Files.delete(tree.resolve("b"));
            Files.delete(tree.resolve("c"));
            assertThatThrownBy(stream::readAllBytes)
                    .isInstanceOf(IOException.class)
                    .hasMessage("not all was read: " + tree.resolve("b") + ": no longer there (and 1 more)");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"catar:", "catar:/no/such/directory", "catar:/etc/passwd", "pxar:", "pxar:/etc/passwd"})
    void whatIsNoDirectoryIsRefused(String location) {
        assertThatThrownBy(() -> new ArchiveProvider().open(List.of(location), Trees.ALL))
                .isInstanceOf(IOException.class)
                .hasMessage("no directory");
    }

    @Test
    void globsAreRefused() {
        SourceContext some = new SourceContext(List.of("*.txt"), List.of());
        assertThatThrownBy(() -> new ArchiveProvider().open(List.of("catar:" + temporary), some))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("--include");
    }

    private byte[] archiveOf(Path tree) throws IOException {
        Path archive = temporary.resolve("casync.catar");
        Programs.runIn(temporary, "casync", "make", archive, tree);
        return Files.readAllBytes(archive);
    }

    private static byte[] bytesOf(Path tree) throws Exception {
        return Trees.bytesOf("catar", tree);
    }

    private static int indexOf(byte[] data, byte[] part) {
        for (int i = 0; i + part.length <= data.length; i++) {
            if (Arrays.equals(data, i, i + part.length, part, 0, part.length)) {
                return i;
            }
        }
        throw new AssertionError("the data is not there");
    }
}
