package io.compscan.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.testing.powerloss.PowerCuts;
import io.compscan.testing.powerloss.RecordedDisk;
import io.compscan.testing.powerloss.RecordedFileSystem;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    /** Before it is in its place the file is not there, or is the one before; afterwards no power cut takes it away. */
    @Test
    void aPowerCutLeavesOneFileOrTheOtherAndEachIsWhole() throws IOException {
        RecordedDisk disk = new RecordedDisk();
        Path root = Files.createDirectory(directory.resolve("disk"));
        Path place = RecordedFileSystem.record(root, disk).resolve("place");
        List<String> texts = List.of("", "first", "second", "third");
        List<Integer> steps = new ArrayList<>(List.of(0));
        for (int i = 1; i < texts.size(); i++) {
            try (OutputFile file = written(place, i > 1, texts.get(i))) {
                file.moveIntoPlace();
            }
            steps.add(disk.stepCount());
        }
        int states = PowerCuts.check(
                disk,
                root,
                root,
                directory.resolve("after"),
                step -> (int) steps.stream().filter(done -> done <= step).count() - 1,
                (after, promised, what) -> {
                    Path file = after.resolve("place");
                    String text = Files.exists(file) ? Files.readString(file) : "";
                    int last = (Integer) promised;
                    assertThat(text).as(what).isIn(texts.get(last), texts.get(Math.min(last + 1, texts.size() - 1)));
                    if (Files.exists(file)) {
                        assertThat(text).as(what).isNotEmpty();
                    }
                });
        assertThat(states).isGreaterThan(texts.size());
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
