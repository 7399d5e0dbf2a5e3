package io.compscan.core.tools.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatasetWriterTest {

    private static final DatasetSpec SPEC = DatasetSpec.ofSize((24 << 20) + 123)
            .dedup("2")
            .compress("2", "lz4")
            .zeroShare("0.1")
            .files(5)
            .shiftBytes(700)
            .build();

    @TempDir
    Path temp;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void filesAreTheStreamsForAnyNumberOfThreads(int threads) throws IOException {
        Generator generator = new Generator(SPEC);
        AtomicLong progress = new AtomicLong();
        generator.write(temp.resolve("made/on/the/way"), threads, false, progress::addAndGet);
        assertThat(progress).hasValue(SPEC.sizeBytes());
        Map<String, Path> files = files(temp.resolve("made/on/the/way"));
        assertThat(files).hasSize(5);
        for (int i = 0; i < 5; i++) {
            Path file = files.remove(generator.fileName(i));
            assertThat(Files.mismatch(file, saved(generator, i))).isEqualTo(-1);
        }
    }

    @Test
    void manySmallFilesGoToManyDirectories() throws IOException {
        Generator generator = new Generator(
                DatasetSpec.ofSize(4500 * 512).chunkBytes(512).files(2500).build());
        generator.write(temp, 2, false, bytes -> {});
        assertThat(files(temp))
                .hasSize(2500)
                .containsKeys("d0000/f0000000.bin", "d0001/f0001000.bin", "d0002/f0002499.bin");
    }

    @Test
    void anEarlierDataSetIsReplacedOnlyWhenAsked() throws IOException {
        new Generator(DatasetSpec.ofSize(1 << 20).files(50).build()).write(temp, 2, false, bytes -> {});
        Generator next =
                new Generator(DatasetSpec.ofSize(1 << 20).files(2).seed(2).build());
        assertThatThrownBy(() -> next.write(temp, 2, false, bytes -> {}))
                .isInstanceOf(IOException.class)
                .hasMessage(temp + " is not empty");
        assertThat(files(temp)).hasSize(50);
        next.write(temp, 2, true, bytes -> {});
        assertThat(files(temp)).hasSize(2);
        assertThat(Files.mismatch(temp.resolve(next.fileName(1)), saved(next, 1)))
                .isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"precious.txt", "d0000/precious.txt", "d0000/f0000001.bin/precious.txt"})
    void whatIsNotGeneratedIsNeverRemoved(String name) throws IOException {
        Path precious = temp.resolve(name);
        Files.createDirectories(precious.getParent());
        Files.writeString(precious, "precious");
        Generator generator =
                new Generator(DatasetSpec.ofSize(1 << 20).files(50).build());
        assertThatThrownBy(() -> generator.write(temp, 2, true, bytes -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith(" is not part of a generated data set, which alone is overwritten");
        assertThat(precious).hasContent("precious");
    }

    @Test
    void aFileInTheWayIsNamed() throws IOException {
        Path file = Files.writeString(temp.resolve("file"), "");
        Generator generator = new Generator(DatasetSpec.ofSize(1 << 20).build());
        assertThatThrownBy(() -> generator.write(file, 2, true, bytes -> {}))
                .isInstanceOf(IOException.class)
                .hasMessage(file + " is not a directory");
    }

    @Test
    void aDirectoryThatCannotBeWrittenIsNamed() throws IOException {
        Path locked = Files.createDirectory(temp.resolve("locked"));
        Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("r-xr-xr-x"));
        Assumptions.assumeFalse(Files.isWritable(locked), "this user may write everywhere");
        Generator generator = new Generator(DatasetSpec.ofSize(1 << 20).build());
        assertThatThrownBy(() -> generator.write(locked, 2, true, bytes -> {}))
                .isInstanceOf(IOException.class)
                .hasMessage(locked.resolve("d0000") + ": permission denied");
    }

    @Test
    void nothingIsLeftOfAFailure() throws IOException {
        Generator generator = new Generator(SPEC);
        AtomicLong progress = new AtomicLong();
        assertThatThrownBy(() -> generator.write(temp, 2, false, bytes -> {
                    if (progress.addAndGet(bytes) > 10 << 20) {
                        throw new IllegalStateException("enough");
                    }
                }))
                .hasRootCauseMessage("enough");
        assertThat(temp).isEmptyDirectory();
    }

    private Path saved(Generator generator, int file) throws IOException {
        Path path = temp.resolveSibling(temp.getFileName() + "-saved");
        try (var in = generator.open(file)) {
            Files.deleteIfExists(path);
            Files.copy(in, path);
        }
        path.toFile().deleteOnExit();
        return path;
    }

    private static Map<String, Path> files(Path directory) throws IOException {
        Map<String, Path> files = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(directory)) {
            walk.filter(Files::isRegularFile)
                    .forEach(path -> files.put(directory.relativize(path).toString(), path));
        }
        return files;
    }
}
