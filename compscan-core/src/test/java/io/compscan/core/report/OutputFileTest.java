package io.compscan.core.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a file when others are at work in the same place. */
class OutputFileTest {

    @TempDir
    private Path directory;

    private static OutputFile written(Path place, boolean overwrite, String text) throws IOException {
        OutputFile file = OutputFile.at(place, overwrite);
        try (Writer writer = file.writer()) {
            writer.write(text);
        }
        return file;
    }

    private long fileCount() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.count();
        }
    }

    @Test
    void aFileThatHasAppearedMeanwhileIsKept() throws IOException {
        Path place = directory.resolve("place");
        try (OutputFile file = written(place, false, "late")) {
            Files.writeString(place, "early");
            assertThatThrownBy(file::moveIntoPlace)
                    .isInstanceOf(OutputException.class)
                    .hasMessageContaining("exists");
        }
        assertThat(place).hasContent("early");
        assertThat(fileCount()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLinkThatHasAppearedMeanwhileIsNotFollowed(boolean overwrite) throws IOException {
        Path place = directory.resolve("place");
        Path precious = Files.writeString(directory.resolve("precious"), "precious");
        try (OutputFile file = written(place, overwrite, "text")) {
            Files.createSymbolicLink(place, precious);
            assertThatThrownBy(file::moveIntoPlace)
                    .isInstanceOf(OutputException.class)
                    .hasMessageContaining("symbolic link");
        }
        assertThat(precious).hasContent("precious");
        assertThat(fileCount()).isEqualTo(2);
    }

    /** Many at once: one of them wins, all others are told, and nobody's text replaces another's. */
    @Test
    void ofManyWhoMayNotOverwriteOneWins() throws Exception {
        int count = 8;
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            for (int round = 0; round < 50; round++) {
                Path place = directory.resolve("place" + round);
                AtomicInteger winner = new AtomicInteger(-1);
                AtomicInteger refused = new AtomicInteger();
                OutputFile[] files = new OutputFile[count];
                for (int i = 0; i < count; i++) {
                    files[i] = written(place, false, "text " + i);
                }
                Future<?>[] all = new Future<?>[count];
                for (int i = 0; i < count; i++) {
                    int number = i;
                    OutputFile file = files[i];
                    all[i] = threads.submit(() -> {
                        try (file) {
                            file.moveIntoPlace();
                            assertThat(winner.getAndSet(number)).isEqualTo(-1);
                        } catch (OutputException e) {
                            refused.incrementAndGet();
                        }
                        return null;
                    });
                }
                for (Future<?> one : all) {
                    one.get();
                }
                assertThat(refused).hasValue(count - 1);
                assertThat(place).hasContent("text " + winner.get());
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(fileCount()).isEqualTo(50);
    }
}
