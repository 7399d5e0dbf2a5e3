package io.compscan.core.source.attribute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.core.source.RawNames;
import io.compscan.testing.Needs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attributes that a real file system has. */
class AttributeReaderTest {

    @TempDir
    private Path temporary;

    private AttributeReader reader;

    @BeforeEach
    void open() {
        AttributeReader opened = AttributeReader.open();
        assumeTrue(opened != null, "not Linux");
        reader = opened;
    }

    private List<String> of(Path path, boolean isLink) {
        return reader.of(path, isLink, !isLink, 1).stream()
                .map(one -> one.text() + "=" + new String(one.value(), StandardCharsets.UTF_8))
                .toList();
    }

    @Test
    void thoseOfUsers() throws Exception {
        Path file = Files.createFile(temporary.resolve("file"));
        assertThat(of(file, false)).isEmpty();
        SetAttributes.user(file, "empty", "");
        SetAttributes.user(file, "long", "v".repeat(2000));
        assertThat(of(file, false)).containsExactlyInAnyOrder("user.empty=", "user.long=" + "v".repeat(2000));
        SetAttributes.user(temporary, "of", "directory");
        assertThat(of(temporary, false)).containsExactly("user.of=directory");
    }

    /** In memory, where values have the length that the kernel allows. */
    @ParameterizedTest
    @ValueSource(ints = {4000, 65_535, 65_536})
    void longValues(int length) throws Exception {
        Path memory = Path.of("/dev/shm");
        assumeTrue(Files.isWritable(memory), "no file system in memory");
        Path file = Files.createTempFile(memory, "compscan", null);
        try {
            try {
                SetAttributes.user(file, "long", "v".repeat(length));
            } catch (IOException e) {
                assumeTrue(false, "the file system has no long attributes");
            }
            assertThat(of(file, false)).containsExactly("user.long=" + "v".repeat(length));
        } finally {
            Files.delete(file);
        }
    }

    @Test
    void namesAreBytes() throws Exception {
        Path file = Files.createFile(RawNames.in(temporary.toRealPath(), new byte[] {(byte) 0xff, 'x', (byte) 0xc3}));
        SetAttributes.user(file, "a", "b");
        assertThat(of(file, false)).containsExactly("user.a=b");
    }

    /** Labels are on links as well, and on what they lead to. */
    @Test
    @Needs("python3")
    void thoseOfTheSystem() throws Exception {
        Path file = Files.createFile(temporary.resolve("file"));
        Path link = Files.createSymbolicLink(temporary.resolve("link"), file);
        SetAttributes.any(file, "security.selinux", "of file");
        SetAttributes.any(link, "security.selinux", "of link");
        SetAttributes.any(link, "trusted.t", "x");
        assertThat(of(file, false)).containsExactly("security.selinux=of file");
        assertThat(of(link, true)).containsExactlyInAnyOrder("security.selinux=of link", "trusted.t=x");
        assertThat(of(link, false)).containsExactly("security.selinux=of file");
    }

    /** A file that is gone, one of a file system without attributes, and one that is no file of the system. */
    @Test
    void noneAreNoError() throws Exception {
        assertThat(of(temporary.resolve("gone"), false)).isEmpty();
        assertThat(of(Path.of("/proc/self/status"), false)).isEmpty();
        Path zip = temporary.resolve("a.zip");
        try (FileSystem archive = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
            assertThat(of(Files.createFile(archive.getPath("/a")), false)).isEmpty();
        }
    }

    /** What one file system does not have, another may. */
    @Test
    void aFileSystemWithoutAnyIsNotAskedAgain() throws Exception {
        Path file = Files.createFile(temporary.resolve("file"));
        SetAttributes.user(file, "a", "b");
        assertThat(reader.of(Path.of("/proc/self/status"), false, true, 7)).isEmpty();
        assertThat(reader.of(file, false, true, 8)).hasSize(1);
    }

    @Test
    void partsOfAnAccessList() {
        byte[] value = new byte[4 + 4 * 8 + 3];
        value[4] = 1;
        value[6] = 7;
        value[12] = 8;
        value[14] = 5;
        value[16] = (byte) 0xff;
        value[17] = (byte) 0xff;
        value[20] = 99;
        value[28] = 2;
        AccessList list = AccessList.of(value);
        assertThat(list.entries())
                .containsExactly(
                        new AccessList.Entry(AccessList.Tag.OWNER, 7, 0),
                        new AccessList.Entry(AccessList.Tag.GROUP, 5, 0xffff),
                        new AccessList.Entry(AccessList.Tag.USER, 0, 0));
        assertThat(list.of(AccessList.Tag.GROUP)).hasSize(1);
        assertThat(list.of(AccessList.Tag.USER).get(0).name()).isEmpty();
        assertThat(AccessList.of(new byte[0]).entries()).isEmpty();
    }
}
