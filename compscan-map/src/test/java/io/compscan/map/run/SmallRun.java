package io.compscan.map.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.map.RecordLayout;
import io.compscan.map.RecordLayout.Field;
import io.compscan.map.RunFormatException;
import io.compscan.map.TableSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;

/** A run of a few kilobytes that has all there is in the format, for tests that damage it at every place. */
final class SmallRun {

    static final int BLOCK_ENTRIES = 16;

    final Path path;
    final List<Model> models;
    final byte[] bytes;

    SmallRun(Path path) throws IOException {
        this.path = path;
        RecordLayout sizes = RecordLayout.of(new Field("lz4", 2), new Field("zstd", 4));
        models = List.of(
                Model.uniform(new TableSpec("full", 20, sizes, Map.of("chunking", "fixed:4096", "salt", "é")), 60, 1),
                new Model(TableSpec.of("none", 8, RecordLayout.of())),
                patched(TableSpec.of("other", 12, RecordLayout.of(new Field("length", 3)))));
        try (SequentialRunWriter writer = SequentialRunWriter.create(path, BLOCK_ENTRIES)) {
            for (Model model : models) {
                model.writeTo(writer);
            }
            writer.finish("metadata".getBytes(StandardCharsets.UTF_8));
        }
        bytes = Files.readAllBytes(path);
    }

    /** Equal leads, counts that need patches, columns of equal numbers. */
    private static Model patched(TableSpec spec) {
        Model model = Model.uniform(spec, 20, 2);
        for (int i = 0; i < 20; i++) {
            byte[] key = new byte[12];
            Arrays.fill(key, 0, 10, (byte) 0x77);
            key[10] = (byte) (i >> 2);
            key[11] = (byte) i;
            model.add(key, new Model.Value(i == 7 ? Long.MAX_VALUE : 1, List.of(5)));
        }
        return model;
    }

    /** What is found at the path now. */
    enum Finding {
        REFUSED_WHEN_OPENED,
        FOUND_BY_VERIFY,
        SOUND
    }

    /**
     * Reads the file at the path in every way. Each way must return what was written, or report damage with file and offset.
     */
    Finding read() throws IOException {
        Finding finding = Finding.SOUND;
        try (RunReader file = RunReader.open(path)) {
            try {
                file.verify();
            } catch (RunFormatException e) {
                requireNamed(e);
                finding = Finding.FOUND_BY_VERIFY;
            }
            assertThat(file.tables()).hasSameSizeAs(models);
            for (int t = 0; t < models.size(); t++) {
                readTable(file, t);
            }
        } catch (RunFormatException e) {
            requireNamed(e);
            finding = Finding.REFUSED_WHEN_OPENED;
        }
        return finding;
    }

    private void readTable(RunReader file, int t) throws IOException {
        Model model = models.get(t);
        assertThat(file.tables().get(t).spec()).isEqualTo(model.spec);
        orDamaged(() -> model.assertEqualTo(file.cursor(t)));
        int[] fields = new int[model.spec.layout().fieldCount()];
        int i = 0;
        for (Map.Entry<byte[], Model.Value> entry : model.entries.entrySet()) {
            if (i++ % 7 == 3) {
                orDamaged(() -> {
                    assertThat(file.find(t, entry.getKey(), 0, fields))
                            .isEqualTo(entry.getValue().references());
                    assertThat(fields).isEqualTo(entry.getValue().fieldArray());
                });
                Model range = model.range(entry.getKey(), null);
                orDamaged(() -> range.assertEqualTo(file.cursor(t, entry.getKey(), null, 1)));
            }
        }
    }

    private interface Reading {
        void run() throws IOException;
    }

    private void orDamaged(Reading reading) throws IOException {
        try {
            reading.run();
        } catch (UncheckedIOException e) {
            requireNamed(e.getCause());
        } catch (RunFormatException e) {
            requireNamed(e);
        }
    }

    private void requireNamed(IOException e) {
        if (!(e instanceof RunFormatException format)) {
            Assertions.fail("not a RunFormatException", e);
            return;
        }
        assertThat(e).hasMessageStartingWith(path + ": at byte " + format.offset() + ": ");
        assertThat(e.getMessage()).doesNotContain("\n");
    }
}
