package io.compscan.map.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.map.RecordLayout;
import io.compscan.map.RecordLayout.Field;
import io.compscan.map.TableSpec;
import io.compscan.map.TableSummary;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** What is written is read back: all of it, ranges of it, single keys. */
final class RunRoundTripTest {

    private static final RecordLayout STORED = RecordLayout.of(new Field("stored", 2));

    private static Path directory;

    @BeforeContainer
    static void makeDirectory() throws IOException {
        directory = Files.createTempDirectory("runs");
    }

    @AfterContainer
    static void removeDirectory() throws IOException {
        TestFiles.deleteTree(directory);
    }

    private static Path newPath() {
        return TestFiles.fresh(directory);
    }

    @Property(tries = 150, edgeCases = EdgeCasesMode.NONE)
    @Slow
    void everyTableComesBackAsItWasWritten(@ForAll("tables") List<Model> models, @ForAll("texts") String text)
            throws IOException {
        Path path = newPath();
        byte[] metadata = text.getBytes(StandardCharsets.UTF_8);
        List<TableSummary> written = new ArrayList<>();
        try (SequentialRunWriter writer = SequentialRunWriter.create(path)) {
            for (Model model : models) {
                written.add(model.writeTo(writer));
            }
            writer.finish(metadata);
            assertThat(writer.bytesWritten()).isEqualTo(Files.size(path));
        }
        try (RunReader file = RunReader.open(path)) {
            file.verify();
            assertThat(file.metadata()).isEqualTo(metadata);
            assertThat(file.tables()).hasSameSizeAs(models);
            for (int t = 0; t < models.size(); t++) {
                Model model = models.get(t);
                assertThat(file.tables().get(t).toString())
                        .isEqualTo(written.get(t).toString());
                assertSummaryOf(model, file.tables().get(t));
                model.assertEqualTo(file.cursor(t));
                model.assertEqualTo(file.cursor(t, null, null, 1));
                assertLookups(model, file, t);
            }
        }
        Files.delete(path);
    }

    private static void assertSummaryOf(Model model, TableSummary summary) {
        assertThat(summary.spec()).isEqualTo(model.spec);
        assertThat(summary.entryCount()).isEqualTo(model.entries.size());
        long references = 0;
        for (Model.Value value : model.entries.values()) {
            references =
                    references > Long.MAX_VALUE - value.references() ? Long.MAX_VALUE : references + value.references();
        }
        assertThat(summary.references()).isEqualTo(references);
        boolean empty = model.entries.isEmpty();
        assertThat(summary.firstKey()).isEqualTo(empty ? new byte[0] : model.entries.firstKey());
        assertThat(summary.lastKey()).isEqualTo(empty ? new byte[0] : model.entries.lastKey());
    }

    private static void assertLookups(Model model, RunReader file, int table) throws IOException {
        int keyBytes = model.spec.keyBytes();
        int[] fields = new int[model.spec.layout().fieldCount()];
        Random random = new Random(model.entries.size());
        List<byte[]> keys = new ArrayList<>(model.entries.keySet());
        for (int i = 0; i < Math.min(200, keys.size()); i++) {
            byte[] key = keys.get(i < 3 ? i * (keys.size() - 1) / 2 : random.nextInt(keys.size()));
            byte[] shifted = new byte[keyBytes + 3];
            System.arraycopy(key, 0, shifted, 3, keyBytes);
            assertThat(file.find(table, shifted, 3, fields))
                    .isEqualTo(model.entries.get(key).references());
            assertThat(fields).isEqualTo(model.entries.get(key).fieldArray());
            byte[] neighbour = key.clone();
            neighbour[random.nextInt(keyBytes)] ^= (byte) (1 << random.nextInt(8));
            Model.Value known = model.entries.get(neighbour);
            assertThat(file.find(table, neighbour, 0, fields)).isEqualTo(known == null ? -1 : known.references());
        }
        for (int fill : new int[] {0, 0xFF}) {
            byte[] extreme = new byte[keyBytes];
            Arrays.fill(extreme, (byte) fill);
            Model.Value known = model.entries.get(extreme);
            assertThat(file.find(table, extreme, 0, fields)).isEqualTo(known == null ? -1 : known.references());
        }
    }

    @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
    @Slow
    void aRangeIsThatPartOfTheWhole(@ForAll("table") Model model, @ForAll long seed) throws IOException {
        Path path = newPath();
        Random random = new Random(seed);
        List<byte[]> bounds = new ArrayList<>(model.entries.keySet());
        bounds.add(null);
        for (int i = 0; i < 20; i++) {
            byte[] key = new byte[model.spec.keyBytes()];
            random.nextBytes(key);
            bounds.add(key);
        }
        try (RunReader file = model.file(path)) {
            for (int i = 0; i < 12; i++) {
                byte[] from = bounds.get(random.nextInt(bounds.size()));
                byte[] to = bounds.get(random.nextInt(bounds.size()));
                model.range(from, to).assertEqualTo(file.cursor(0, from, to, 1 << random.nextInt(20)));
                model.range(from, null).assertEqualTo(file.cursor(0, from, null));
                model.range(null, to).assertEqualTo(file.cursor(0, null, to));
            }
            model.assertEqualTo(file.cursor(0, null, null));
        }
        Files.delete(path);
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.strings().ofMaxLength(300);
    }

    @Provide
    Arbitrary<List<Model>> tables() {
        return table().list().ofMaxSize(4);
    }

    @Provide
    Arbitrary<Model> table() {
        Arbitrary<Integer> sizes = Arbitraries.oneOf(
                Arbitraries.integers().between(0, 40),
                Arbitraries.of(1023, 1024, 1025, 2048, 2049),
                Arbitraries.integers().between(0, 6000));
        Arbitrary<Map<String, String>> attributes =
                Arbitraries.maps(Arbitraries.strings().ofMaxLength(8), texts()).ofMaxSize(3);
        Arbitrary<RecordLayout> layouts =
                Arbitraries.integers().between(1, 4).list().ofMaxSize(4).map(RunRoundTripTest::layout);
        return Combinators.combine(
                        Arbitraries.strings().ofMaxLength(12),
                        Arbitraries.integers().between(8, 64),
                        layouts,
                        attributes,
                        sizes,
                        Arbitraries.of(Keys.values()),
                        Arbitraries.of(Counts.values()),
                        Arbitraries.longs())
                .as((name, keyBytes, layout, pairs, n, keys, counts, seed) ->
                        model(new TableSpec(name, keyBytes, layout, pairs), n, keys, counts, seed));
    }

    private static RecordLayout layout(List<Integer> widths) {
        List<Field> fields = new ArrayList<>();
        for (int width : widths) {
            fields.add(new Field("field " + fields.size(), width));
        }
        return new RecordLayout(fields);
    }

    private static Model model(TableSpec spec, int n, Keys keys, Counts counts, long seed) {
        Random random = new Random(seed);
        Model model = new Model(spec);
        for (int i = 0; i < n; i++) {
            Model.Value value = Model.randomValue(spec.layout(), random);
            model.entries.put(
                    keys.key(i, spec.keyBytes(), random), new Model.Value(counts.next(random), value.fields()));
        }
        return model;
    }

    /** Where keys lie: digests are uniform, but a run must hold whatever it is given. */
    enum Keys {
        UNIFORM,
        FROM_ZERO,
        UP_TO_ALL_ONES,
        EQUAL_LEADS,
        LAST_BITS,
        FEW_BITS,
        CLUSTERS,
        BOTH_ENDS;

        byte[] key(int i, int keyBytes, Random random) {
            byte[] key = new byte[keyBytes];
            switch (this) {
                case UNIFORM -> random.nextBytes(key);
                case FROM_ZERO -> low(key, i);
                case UP_TO_ALL_ONES -> {
                    Arrays.fill(key, (byte) 0xFF);
                    low(key, ~i);
                }
                case EQUAL_LEADS -> {
                    random.nextBytes(key);
                    Arrays.fill(key, 0, Math.min(8, keyBytes - 4), (byte) 0x5A);
                }
                case LAST_BITS -> {
                    random.nextBytes(key);
                    Arrays.fill(key, 0, keyBytes - 2, (byte) 0xA5);
                }
                case FEW_BITS -> {
                    for (int bit = 0; bit < 6; bit++) {
                        int at = random.nextInt(8 * keyBytes);
                        key[at >> 3] |= (byte) (1 << (at & 7));
                    }
                }
                case CLUSTERS -> {
                    key[0] = (byte) random.nextInt(4);
                    low(key, random.nextInt(2000));
                }
                case BOTH_ENDS -> {
                    Arrays.fill(key, (byte) -random.nextInt(2));
                    low(key, random.nextInt());
                }
            }
            return key;
        }

        private static void low(byte[] key, int number) {
            for (int i = 0; i < 4; i++) {
                key[key.length - 1 - i] = (byte) (number >> (8 * i));
            }
        }
    }

    /** How often things are referred to. */
    enum Counts {
        ONE,
        ZERO,
        MOSTLY_ONE,
        SMALL,
        ANY,
        EXTREMES;

        long next(Random random) {
            return switch (this) {
                case ONE -> 1;
                case ZERO -> 0;
                case MOSTLY_ONE -> random.nextInt(50) > 0 ? 1 : random.nextLong() >>> random.nextInt(1, 64);
                case SMALL -> random.nextInt(7);
                case ANY -> random.nextLong() >>> random.nextInt(1, 64);
                case EXTREMES -> random.nextBoolean() ? Long.MAX_VALUE : random.nextInt(3);
            };
        }
    }

    @Example
    void anEntryCostsLittleMoreThanItsInformation() throws IOException {
        // 8 x 16.858 bits are what 160-bit keys hold that are as dense as 10^8; here 2^17 keys of 22 leading bits
        // fewer.
        int n = 1 << 17;
        Random random = new Random(5);
        byte[][] keys = new byte[n][20];
        for (int i = 0; i < n; i++) {
            random.nextBytes(keys[i]);
        }
        Arrays.sort(keys, Arrays::compareUnsigned);
        try (SequentialRunWriter writer = SequentialRunWriter.create(newPath())) {
            writer.beginTable(TableSpec.of("full", 20, STORED));
            for (byte[] key : keys) {
                writer.append(key, 0, 1, new int[] {1 + random.nextInt(4096)});
            }
            TableSummary table = writer.endTable();
            double informationBits = 160 - 17 + 1.44 + 12;
            assertThat(table.bytes() * 8.0 / n).isBetween(informationBits, informationBits + 1.5);
        }
    }

    @Example
    void aWriterTakesOnlyAscendingKeysAndValuesInRange() throws IOException {
        try (SequentialRunWriter writer = SequentialRunWriter.create(newPath())) {
            assertThatThrownBy(() -> writer.append(new byte[8], 0, 1, new int[1]))
                    .isInstanceOf(IllegalStateException.class);
            writer.beginTable(TableSpec.of("t", 9, STORED));
            byte[] key = {0, 0, 0, 0, 0, 0, 0, 7, (byte) 0x80};
            writer.append(key, 0, 0, new int[] {65535});
            byte[] below = {0, 0, 0, 0, 0, 0, 0, 7, 0x7F};
            for (byte[] each : List.of(key, below, new byte[9])) {
                assertThatThrownBy(() -> writer.append(each, 0, 1, new int[1]))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("table t");
            }
            byte[] above = {(byte) 0x80, 0, 0, 0, 0, 0, 0, 0, 0};
            assertThatThrownBy(() -> writer.append(above, 0, -1, new int[1]))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> writer.append(above, 0, 1, new int[] {65536}))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> writer.append(above, 0, 1, new int[] {-1}))
                    .isInstanceOf(IllegalArgumentException.class);
            writer.append(above, 0, Long.MAX_VALUE, new int[1]);
            assertThatThrownBy(() -> writer.finish(new byte[0])).isInstanceOf(IllegalStateException.class);
            TableSummary table = writer.endTable();
            assertThat(table.entryCount()).isEqualTo(2);
            assertThat(table.references()).isEqualTo(Long.MAX_VALUE);
            writer.finish(new byte[0]);
            try (RunReader file = RunReader.open(writer.path())) {
                file.verify();
            }
        }
    }

    @Example
    void sumsOfReferencesSaturate() throws IOException {
        Model model = new Model(TableSpec.of("t", 8, STORED));
        model.entries.put(new byte[] {1, 0, 0, 0, 0, 0, 0, 0}, new Model.Value(Long.MAX_VALUE, List.of(1)));
        model.entries.put(new byte[] {2, 0, 0, 0, 0, 0, 0, 0}, new Model.Value(Long.MAX_VALUE, List.of(2)));
        try (RunReader file = model.file(newPath())) {
            assertThat(file.tables().get(0).references()).isEqualTo(Long.MAX_VALUE);
            file.verify();
        }
    }

    @Example
    void anExistingFileIsLeftAlone() throws IOException {
        Path path = newPath();
        Files.writeString(path, "precious");
        assertThatThrownBy(() -> SequentialRunWriter.create(path)).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(path).hasContent("precious");
    }

    @Example
    void attributesAreKeptInTheOrderOfTheirNamesAndCopied() {
        TableSpec spec = new TableSpec("t", 20, STORED, Map.of("b", "2", "a", "1"));
        assertThat(spec.attributes().keySet()).containsExactly("a", "b");
        assertThat(spec).isEqualTo(new TableSpec("t", 20, STORED, Map.of("a", "1", "b", "2")));
        for (int keyBytes : new int[] {7, 65}) {
            assertThatThrownBy(() -> TableSpec.of("t", keyBytes, STORED)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
