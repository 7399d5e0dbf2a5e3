package io.compscan.map.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.map.EntryCursor;
import io.compscan.map.RecordLayout;
import io.compscan.map.RecordLayout.Field;
import io.compscan.map.TableSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.jqwik.api.Example;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** Many threads over one open file do not notice one another, even when one of them is interrupted. */
final class RunConcurrencyTest {

    private static final TableSpec WIDE = TableSpec.of("wide", 20, RecordLayout.of(new Field("stored", 2)));
    private static final TableSpec BARE = TableSpec.of("bare", 16, RecordLayout.of());

    private final Model wide = Model.uniform(WIDE, 30_000, 1);
    private final Model bare = Model.uniform(BARE, 10_000, 2);
    private Path directory;
    private Path path;

    @BeforeTry
    void writeRun() throws IOException {
        directory = Files.createTempDirectory("runs");
        path = directory.resolve("shared.run");
        try (SequentialRunWriter writer = SequentialRunWriter.create(path)) {
            wide.writeTo(writer);
            bare.writeTo(writer);
            writer.finish(new byte[0]);
        }
    }

    @AfterTry
    void removeDirectory() throws IOException {
        TestFiles.deleteTree(directory);
    }

    @Example
    void readersDoNotDisturbOneAnother() throws IOException, InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(6);
        try (RunReader file = RunReader.open(path)) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                int seed = i;
                running.add(pool.submit(() -> read(file, seed)));
            }
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private Void read(RunReader file, int seed) throws IOException {
        Random random = new Random(seed);
        for (int round = 0; round < 2; round++) {
            wide.assertEqualTo(file.cursor(0, null, null, 20_000));
            lookUp(file, 0, wide, random);
            lookUp(file, 1, bare, random);
            bare.assertEqualTo(file.cursor(1, new byte[16], null));
        }
        return null;
    }

    private static void lookUp(RunReader file, int table, Model model, Random random) throws IOException {
        List<byte[]> keys = new ArrayList<>(model.entries.keySet());
        int[] fields = new int[model.spec.layout().fieldCount()];
        for (int i = 0; i < 300; i++) {
            byte[] key = keys.get(random.nextInt(keys.size()));
            assertThat(file.find(table, key, 0, fields))
                    .isEqualTo(model.entries.get(key).references());
            assertThat(fields).isEqualTo(model.entries.get(key).fieldArray());
        }
    }

    @Example
    void anInterruptedReaderDoesNotTakeTheFileFromOthers() throws IOException {
        try (RunReader file = RunReader.open(path);
                EntryCursor mine = file.cursor(0, null, null, 20_000);
                EntryCursor other = file.cursor(0, null, null, 20_000)) {
            assertThat(other.next()).isTrue();
            Thread.currentThread().interrupt();
            assertThatThrownBy(mine::next)
                    .isInstanceOf(UncheckedIOException.class)
                    .hasCauseInstanceOf(ClosedByInterruptException.class);
            assertThat(Thread.interrupted()).isTrue();
            int left = 0;
            while (other.next()) {
                left++;
            }
            assertThat(left).isEqualTo(wide.entries.size() - 1);
            lookUp(file, 1, bare, new Random(5));
        }
    }

    @Example
    void afterAnInterruptAnotherFileOfTheSameNameIsNotRead() throws IOException {
        Path another = directory.resolve("another.run");
        Model.uniform(WIDE, 1000, 9).file(another).close();
        try (RunReader file = RunReader.open(path)) {
            EntryCursor cursor = file.cursor(0);
            Thread.currentThread().interrupt();
            assertThatThrownBy(cursor::next).isInstanceOf(UncheckedIOException.class);
            assertThat(Thread.interrupted()).isTrue();
            Files.move(another, path, StandardCopyOption.REPLACE_EXISTING);
            assertThatThrownBy(file.cursor(1)::next)
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("replaced by another file");
        }
    }
}
