package io.compscan.core.source.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.core.libc.FileCalls;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.testing.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file of the walk whose place something else has taken: no call waits for it, and reading it fails. */
@EnabledOnOs(OS.LINUX)
class ReplacedFileTest {

    private static final long LARGE = 100L << 20;

    @TempDir
    private Path directory;

    @BeforeAll
    static void load() {
        assumeTrue(FileCalls.load());
    }

    @ParameterizedTest
    @ValueSource(longs = {5000, LARGE})
    void aPipeIsNoFile(long sizeBytes) {
        assertFails(pipe(sizeBytes), "no longer a file, but a pipe");
    }

    /** A unit whose reads fail is read on behind each failure. */
    @ParameterizedTest
    @ValueSource(longs = {5000, LARGE})
    void aPipeFailsWhenItIsOpened(long sizeBytes) {
        FileUnit pipe = pipe(sizeBytes);
        assertTimeoutPreemptively(
                Duration.ofSeconds(10), () -> assertThatThrownBy(pipe::open).isInstanceOf(IOException.class));
    }

    @Test
    void aLinkToAPipeIsNoFile() throws IOException {
        Path pipe = pipe(LARGE).path();
        Path link = Files.createSymbolicLink(directory.resolve("link"), pipe);
        assertFails(new FileUnit(link, LARGE), "no longer a file, but a pipe");
    }

    @Test
    void aDeviceIsNoFile() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("/dev/zero"));
        assertFails(new FileUnit(link, LARGE), "no longer a file, but a device");
    }

    @Test
    void aPipeIsOpenedForNoQuestion() {
        FileUnit pipe = pipe(LARGE);
        assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
            assertThat(pipe.isSparse()).isFalse();
            assertThatThrownBy(() -> read(pipe.openForParts())).isInstanceOf(IOException.class);
            assertThat(LocalFiles.isOne(pipe)).isTrue();
            assertThatThrownBy(() -> LocalFiles.open(pipe)).hasMessageContaining("no longer a file, but a pipe");
        });
    }

    private FileUnit pipe(long sizeBytes) {
        Path path = directory.resolve("file");
        assumeTrue(Programs.succeeds("mkfifo", path), "no mkfifo");
        return new FileUnit(path, sizeBytes);
    }

    private static void assertFails(Unit unit, String reason) {
        assertTimeoutPreemptively(
                Duration.ofSeconds(10),
                () -> assertThatThrownBy(() -> read(unit.open()))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining(reason));
    }

    private static void read(UnitChannel opened) throws IOException {
        try (UnitChannel channel = opened) {
            channel.read(0, new byte[4096], 0, 4096);
        }
    }
}
