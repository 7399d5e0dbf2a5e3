package io.compscan.map.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.map.EntryCursor;
import io.compscan.map.RecordLayout;
import io.compscan.map.TableSpec;
import io.compscan.map.TableSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** A table as a sorted map: the slow and obvious thing that runs are compared with. */
final class Model {

    final TableSpec spec;
    final NavigableMap<byte[], Value> entries = new TreeMap<>(Arrays::compareUnsigned);

    /** What one key has. */
    record Value(long references, List<Integer> fields) {
        static Value of(EntryCursor cursor, int fieldCount) {
            return new Value(
                    cursor.references(),
                    IntStream.range(0, fieldCount).map(cursor::field).boxed().toList());
        }

        Value plus(Value other) {
            return new Value(
                    Math.addExact(references, other.references),
                    IntStream.range(0, fields.size())
                            .map(f -> Math.max(fields.get(f), other.fields.get(f)))
                            .boxed()
                            .toList());
        }

        int[] fieldArray() {
            return fields.stream().mapToInt(Integer::intValue).toArray();
        }
    }

    Model(TableSpec spec) {
        this.spec = spec;
    }

    /** Entries of uniform keys, nearly all with one reference, fields up to their maximum. */
    static Model uniform(TableSpec spec, int n, long seed) {
        Random random = new Random(seed);
        Model model = new Model(spec);
        while (model.entries.size() < n) {
            byte[] key = new byte[spec.keyBytes()];
            random.nextBytes(key);
            model.entries.put(key, randomValue(spec.layout(), random));
        }
        return model;
    }

    static Value randomValue(RecordLayout layout, Random random) {
        long references = random.nextInt(10) > 0 ? 1 : random.nextInt(100);
        List<Integer> fields = layout.fields().stream()
                .map(field -> (int) (random.nextDouble() * field.maxValue()))
                .toList();
        return new Value(references, fields);
    }

    void add(byte[] key, Value value) {
        entries.merge(key, value, Value::plus);
    }

    TableSummary writeTo(SequentialRunWriter writer) throws IOException {
        writer.beginTable(spec);
        for (Map.Entry<byte[], Value> entry : entries.entrySet()) {
            writer.append(
                    entry.getKey(),
                    0,
                    entry.getValue().references(),
                    entry.getValue().fieldArray());
        }
        return writer.endTable();
    }

    /** A file of this table alone. */
    RunReader file(Path path) throws IOException {
        try (SequentialRunWriter writer = SequentialRunWriter.create(path)) {
            writeTo(writer);
            writer.finish(new byte[0]);
        }
        return RunReader.open(path);
    }

    /** Requires that the cursor gives these entries, all of them, in order. */
    void assertEqualTo(EntryCursor cursor) {
        for (Map.Entry<byte[], Value> entry : entries.entrySet()) {
            assertThat(cursor.next()).isTrue();
            assertThat(cursor.key()).isEqualTo(entry.getKey());
            assertThat(Value.of(cursor, spec.layout().fieldCount())).isEqualTo(entry.getValue());
        }
        assertThat(cursor.next()).isFalse();
        assertThat(cursor.next()).isFalse();
    }

    /** The entries from one key to below another; null is no bound. */
    Model range(byte[] from, byte[] to) {
        Model part = new Model(spec);
        entries.forEach((key, value) -> {
            if ((from == null || Arrays.compareUnsigned(key, from) >= 0)
                    && (to == null || Arrays.compareUnsigned(key, to) < 0)) {
                part.entries.put(key, value);
            }
        });
        return part;
    }
}
