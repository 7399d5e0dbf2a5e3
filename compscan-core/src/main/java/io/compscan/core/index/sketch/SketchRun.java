package io.compscan.core.index.sketch;

import io.compscan.core.index.IndexRuns;
import io.compscan.core.index.KeptSample;
import io.compscan.core.index.SampleLevels;
import io.compscan.map.EntryCursor;
import io.compscan.map.RecordLayout;
import io.compscan.map.RecordLayout.Field;
import io.compscan.map.RunFile;
import io.compscan.map.RunWriter;
import io.compscan.map.TableSpec;
import io.compscan.map.TableSummary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A sketch in a run of its own, for a checkpoint. A sketch is small, so each checkpoint writes it anew.
 *
 * <pre>
 *   metadata   the name of the {@link KeptSample}
 *   full       last eight bytes of the fingerprint -> references, length, stored 0, stored 1, ...      chunks of full length
 *   other      likewise                                                                                all others
 * </pre>
 */
final class SketchRun {

    private static final String ENDING = ".sketch";
    private static final int NUMBERS_BEFORE_STORED = 1;

    private SketchRun() {}

    /** Whether these files hold a sketch. */
    static boolean holds(IndexRuns saved) {
        return saved.full().size() == 1 && saved.full().get(0).endsWith(ENDING);
    }

    /** Writes the sketch and returns the name of its file, which begins with {@code prefix}. */
    static String write(Sketch sketch, Path directory, String prefix) throws IOException {
        int number = 0;
        while (Files.exists(directory.resolve(prefix + "-" + number + ENDING))) {
            number++;
        }
        Path file = directory.resolve(prefix + "-" + number + ENDING);
        try (RunWriter writer = RunWriter.create(file)) {
            Entries entries = new Entries(writer, sketch);
            entries.begin("full");
            sketch.forEach(entries::add);
            entries.end();
            writer.finish(sketch.kept().name().getBytes(StandardCharsets.US_ASCII));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return String.valueOf(file.getFileName());
    }

    /** Adds what a run holds to an empty sketch. */
    static void read(Path file, Sketch sketch) throws IOException {
        try (RunFile run = RunFile.open(file)) {
            run.verify();
            KeptSample sample;
            try {
                sample = KeptSample.named(new String(run.metadata(), StandardCharsets.US_ASCII));
            } catch (IllegalArgumentException e) {
                throw new IOException(file + ": " + e.getMessage(), e);
            }
            int compressors = sketch.compressorCount();
            if (!run.tables().stream().map(TableSummary::spec).toList().equals(specs(compressors))) {
                throw new IOException(file + ": its tables are not those of a sketch");
            }
            sketch.riseTo(sample);
            int[] stored = new int[compressors];
            for (int table = 0; table < run.tables().size(); table++) {
                try (EntryCursor entries = run.cursor(table)) {
                    while (entries.next()) {
                        for (int c = 0; c < compressors; c++) {
                            stored[c] = entries.field(NUMBERS_BEFORE_STORED + c);
                        }
                        long key = SampleLevels.key(entries.key(), 0, Long.BYTES);
                        sketch.add(key, entries.references(), entries.field(0), stored);
                    }
                }
            }
        }
    }

    private static List<TableSpec> specs(int compressorCount) {
        return List.of(spec("full", compressorCount), spec("other", compressorCount));
    }

    private static TableSpec spec(String name, int compressorCount) {
        List<Field> fields = new ArrayList<>();
        fields.add(new Field("length", Integer.BYTES));
        IntStream.range(0, compressorCount).forEach(c -> fields.add(new Field("stored" + c, Integer.BYTES)));
        return TableSpec.of(name, Long.BYTES, new RecordLayout(fields));
    }

    /** Writes both tables, as the index shows its chunks. */
    private static final class Entries {
        private final RunWriter writer;
        private final Sketch sketch;
        private final int[] fields;
        private boolean isOther;

        Entries(RunWriter writer, Sketch sketch) {
            this.writer = writer;
            this.sketch = sketch;
            fields = new int[NUMBERS_BEFORE_STORED + sketch.compressorCount()];
        }

        void begin(String name) {
            writer.beginTable(spec(name, sketch.compressorCount()));
        }

        void add(byte[] fingerprint, long references, int lengthBytes, int[] storedBytes) {
            try {
                if (!isOther && lengthBytes != sketch.fullChunkBytes()) {
                    other();
                }
                fields[0] = lengthBytes;
                System.arraycopy(storedBytes, 0, fields, NUMBERS_BEFORE_STORED, storedBytes.length);
                writer.append(fingerprint, fingerprint.length - Long.BYTES, references, fields);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void other() throws IOException {
            writer.endTable();
            begin("other");
            isOther = true;
        }

        void end() throws IOException {
            if (!isOther) {
                other();
            }
            writer.endTable();
        }
    }
}
