package io.compscan.core.source.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.core.libc.FileCalls;
import io.compscan.core.source.RawNames;
import io.compscan.core.source.UnitChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** It must not differ from a channel on the same file, whatever is asked for. */
@EnabledOnOs(OS.LINUX)
class PlainFileTest {

    private static final int BUFFER = 256 << 10;

    @TempDir
    private Path directory;

    @BeforeAll
    static void load() {
        assumeTrue(FileCalls.load());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4096, BUFFER - 1, BUFFER, BUFFER + 1, 3 * BUFFER, 3 * BUFFER + 17})
    void readsAsAChannelDoes(int size) throws Exception {
        Path path = Files.write(directory.resolve("file"), random(size));
        List<Integer> lengths = List.of(1, 4096, BUFFER - 1, BUFFER, BUFFER + 1, 2 * BUFFER, size + 1, size + BUFFER);
        List<Integer> positions = List.of(0, 1, size / 2, Math.max(0, size - 1), size, size + 1);
        try (UnitChannel plain = opened(path);
                UnitChannel channel = javaChannel(path)) {
            for (int length : lengths) {
                for (int position : positions) {
                    byte[] got = new byte[length + 20];
                    byte[] expected = new byte[length + 20];
                    int count = plain.read(position, got, 10, length);
                    assertThat(count)
                            .as("%d bytes at %d of %d", length, position, size)
                            .isEqualTo(channel.read(position, expected, 10, length));
                    assertThat(Arrays.equals(got, expected)).isTrue();
                }
            }
        }
    }

    /** It is what smaller files are read by, once the library is there, and only they: the page cache is looked after for others. */
    @ParameterizedTest
    @CsvSource({"4194303, true", "4194304, false"})
    void smallFilesAreReadSo(int size, boolean expected) throws Exception {
        Path path = Files.write(directory.resolve("file"), new byte[size]);
        try (UnitChannel channel = new FileUnit(path, size).open()) {
            assertThat(channel instanceof PlainFile).isEqualTo(expected);
        }
    }

    @Test
    void followsAFileThatChanges() throws Exception {
        Path path = Files.write(directory.resolve("file"), new byte[100]);
        byte[] data = new byte[1000];
        try (UnitChannel plain = opened(path)) {
            Files.write(path, new byte[50], StandardOpenOption.APPEND);
            assertThat(plain.read(0, data, 0, 1000)).isEqualTo(150);
            try (FileChannel shrinking = FileChannel.open(path, StandardOpenOption.WRITE)) {
                shrinking.truncate(7);
            }
            assertThat(plain.read(0, data, 0, 1000)).isEqualTo(7);
            Files.delete(path);
            assertThat(plain.read(0, data, 0, 1000)).isEqualTo(7);
            assertThat(plain.read(7, data, 0, 1000)).isEqualTo(-1);
        }
    }

    @Test
    void namesAreBytes() throws Exception {
        Path path = RawNames.in(directory.toRealPath(), new byte[] {'a', (byte) 0xFF, 'b'});
        Files.write(path, new byte[] {42});
        byte[] data = new byte[2];
        try (UnitChannel plain = opened(path)) {
            assertThat(plain.read(0, data, 0, 2)).isEqualTo(1);
        }
        assertThat(data[0]).isEqualTo((byte) 42);
    }

    @Test
    void whatCannotBeOpenedFailsAsInJava() {
        assertThatThrownBy(() -> new FileUnit(directory.resolve("missing"), 1).open())
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage(directory.resolve("missing").toString());
    }

    @Test
    void aDirectoryIsNoFile() {
        assertThatThrownBy(() -> new FileUnit(directory, 10).open())
                .isInstanceOf(FileSystemException.class)
                .hasMessageContaining("no longer a file, but a directory");
    }

    /** The process's own memory has a size and no byte at its start. */
    @Test
    void aFailedReadFailsAsThatOfAChannel() throws Exception {
        Path memory = Path.of("/proc/self/mem");
        assumeTrue(Files.isReadable(memory), "no memory to read");
        byte[] data = new byte[10];
        IOException expected = null;
        try (FileChannel channel = FileChannel.open(memory, StandardOpenOption.READ)) {
            channel.read(ByteBuffer.wrap(data), 0);
        } catch (IOException e) {
            expected = e;
        }
        assertThat(expected).isNotNull();
        try (UnitChannel plain = opened(memory)) {
            assertThatThrownBy(() -> plain.read(0, data, 0, 10))
                    .hasSameClassAs(expected)
                    .hasMessage(expected.getMessage());
        }
    }

    @Test
    void leavesNoDescriptorOpen() throws Exception {
        Path path = Files.write(directory.resolve("file"), new byte[1]).toRealPath();
        for (int i = 0; i < 3; i++) {
            opened(path).close();
        }
        assertThat(descriptorsOf(path)).isZero();
        try (UnitChannel plain = opened(path)) {
            assertThat(plain.read(0, new byte[1], 0, 1)).isEqualTo(1);
            assertThat(descriptorsOf(path)).isEqualTo(1);
        }
        assertThat(descriptorsOf(path)).isZero();
    }

    @Test
    void severalThreadsMayRead() throws Exception {
        byte[] content = random(2 << 20);
        Path path = Files.write(directory.resolve("file"), content);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try (UnitChannel plain = opened(path)) {
            List<Future<Boolean>> same = IntStream.range(0, 400)
                    .mapToObj(i -> threads.submit(() -> {
                        int from = new Random(i).nextInt(content.length);
                        byte[] data = new byte[content.length - from];
                        int count = plain.read(from, data, 0, data.length);
                        return count == data.length && Arrays.equals(data, 0, count, content, from, content.length);
                    }))
                    .toList();
            for (Future<Boolean> each : same) {
                assertThat(each.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static UnitChannel opened(Path path) throws IOException {
        return new FileUnit(path, 1).open();
    }

    /** Reads as files are read that are not small. */
    private static UnitChannel javaChannel(Path path) throws IOException {
        return new FileUnit(path, 4 << 20, PageCachePolicy.KEEP, Links.FOLLOWED).open();
    }

    private static long descriptorsOf(Path path) throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(each -> {
                        try {
                            return Files.readSymbolicLink(each).equals(path);
                        } catch (IOException e) {
                            return false;
                        }
                    })
                    .count();
        }
    }

    private static byte[] random(int size) {
        byte[] data = new byte[size];
        new Random(size).nextBytes(data);
        return data;
    }
}
