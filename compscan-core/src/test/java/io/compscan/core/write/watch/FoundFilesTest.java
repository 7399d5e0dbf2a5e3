package io.compscan.core.write.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoundFilesTest {

    private static final long START = Long.MAX_VALUE - 5;

    @TempDir
    Path directory;

    private final FoundFiles found = new FoundFiles();
    private Path file;

    @BeforeEach
    void find() throws IOException {
        file = Files.writeString(directory.resolve("file"), "some");
        assertThat(found.add(file, START)).isTrue();
    }

    private static long after(long millis) {
        return START + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Test
    void whatStaysAsItIsCountsOnce() {
        assertThat(found.settled(after(900))).isEmpty();
        assertThat(found.settled(after(1100))).containsExactly(file);
        assertThat(found.settled(after(9000))).isEmpty();
        assertThat(found.rest()).isEmpty();
        // The kernel is late with the news of what has counted.
        assertThat(found.isNews(file)).isFalse();
        // It is closed a second time.
        assertThat(found.isNews(file)).isTrue();
    }

    @Test
    void whatIsClosedSoonCountsThenAlone() throws IOException {
        Files.writeString(file, "something else");
        assertThat(found.isNews(file)).isTrue();
        assertThat(found.settled(after(9000))).isEmpty();
        assertThat(found.rest()).isEmpty();
    }

    @Test
    void whatIsStillWrittenWaits() throws IOException {
        Files.writeString(file, "something longer");
        assertThat(found.rest()).isEmpty();
        assertThat(found.settled(after(1100))).isEmpty();
        assertThat(found.settled(after(1900))).isEmpty();
        assertThat(found.settled(after(2200))).containsExactly(file);
        Files.writeString(file, "something longer still");
        assertThat(found.isNews(file)).isTrue();
    }

    @Test
    void atTheEndNobodyWaits() throws IOException {
        Path gone = Files.writeString(directory.resolve("gone"), "");
        assertThat(found.add(gone, after(10))).isTrue();
        Files.delete(gone);
        assertThat(found.rest()).containsExactly(file);
        assertThat(found.settled(after(5000))).containsExactly(file);
    }
}
