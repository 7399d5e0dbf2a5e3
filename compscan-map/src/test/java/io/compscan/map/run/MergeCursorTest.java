package io.compscan.map.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.map.EntryBatch;
import io.compscan.map.EntryCursor;
import io.compscan.map.FingerprintMap;
import io.compscan.map.MapOptions;
import io.compscan.map.MergeCursor;
import io.compscan.map.RecordLayout;
import io.compscan.map.RecordLayout.Field;
import io.compscan.map.TableSpec;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Merges against the sum of sorted maps, over files and over anything else that is sorted. */
final class MergeCursorTest {

    private static final RecordLayout LAYOUT = RecordLayout.of(new Field("a", 2), new Field("b", 4));
    private static final TableSpec SPEC = TableSpec.of("t", 20, LAYOUT);

    private static Path directory;

    @BeforeContainer
    static void makeDirectory() throws IOException {
        directory = Files.createTempDirectory("runs");
    }

    @AfterContainer
    static void removeDirectory() throws IOException {
        TestFiles.deleteTree(directory);
    }

    /** The entries of a model, from no file. */
    private static final class ModelCursor implements EntryCursor {
        private final Iterator<Map.Entry<byte[], Model.Value>> entries;
        private final byte[] key;
        private Model.Value value = new Model.Value(0, List.of());

        ModelCursor(Model model) {
            entries = model.entries.entrySet().iterator();
            key = new byte[model.spec.keyBytes()];
        }

        @Override
        public boolean next() {
            Arrays.fill(key, (byte) 0xEE);
            if (!entries.hasNext()) {
                return false;
            }
            Map.Entry<byte[], Model.Value> entry = entries.next();
            System.arraycopy(entry.getKey(), 0, key, 0, key.length);
            value = entry.getValue();
            return true;
        }

        @Override
        public byte[] key() {
            return key;
        }

        @Override
        public long references() {
            return value.references();
        }

        @Override
        public int field(int field) {
            return value.fields().get(field);
        }
    }

    @Property(tries = 150, edgeCases = EdgeCasesMode.NONE)
    @Slow
    void aMergeIsTheSumOfItsInputsAndKnowsWhereEachKeyCameFrom(
            @ForAll @IntRange(max = 17) int inputs,
            @ForAll @IntRange(min = 8, max = 40) int keyBytes,
            @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        TableSpec spec = TableSpec.of("t", keyBytes, LAYOUT);
        List<byte[]> pool = pool(keyBytes, random);
        List<Model> models = new ArrayList<>();
        Model sum = new Model(spec);
        for (int i = 0; i < inputs; i++) {
            Model model = new Model(spec);
            int n = random.nextInt(4) == 0 ? 0 : random.nextInt(pool.size());
            for (int k = 0; k < n; k++) {
                model.entries.put(pool.get(random.nextInt(pool.size())), Model.randomValue(LAYOUT, random));
            }
            model.entries.forEach(sum::add);
            models.add(model);
        }
        List<RunReader> files = new ArrayList<>();
        List<EntryCursor> cursors = new ArrayList<>();
        for (Model model : models) {
            if (random.nextBoolean()) {
                RunReader file = model.file(TestFiles.fresh(directory));
                files.add(file);
                cursors.add(file.cursor(0, null, null, 1 << random.nextInt(19)));
            } else {
                cursors.add(new ModelCursor(model));
            }
        }
        try (MergeCursor merge = new LoserTreeCursor(cursors, LAYOUT)) {
            assertSum(merge, models, sum);
        }
        for (RunReader file : files) {
            file.close();
            Files.delete(file.path());
        }
    }

    /** Keys of which some share all but the last bits, and the extremes. */
    private static List<byte[]> pool(int keyBytes, Random random) {
        List<byte[]> pool = new ArrayList<>();
        for (int i = 0; i < 1500; i++) {
            byte[] key = new byte[keyBytes];
            random.nextBytes(key);
            if (i % 3 == 0) {
                Arrays.fill(key, 0, keyBytes - 1, (byte) -random.nextInt(2));
            }
            pool.add(key);
        }
        byte[] ones = new byte[keyBytes];
        Arrays.fill(ones, (byte) 0xFF);
        pool.add(ones);
        pool.add(new byte[keyBytes]);
        return pool;
    }

    private static void assertSum(MergeCursor merge, List<Model> models, Model sum) {
        for (Map.Entry<byte[], Model.Value> entry : sum.entries.entrySet()) {
            assertThat(merge.next()).isTrue();
            assertThat(merge.key()).isEqualTo(entry.getKey());
            assertThat(Model.Value.of(merge, LAYOUT.fieldCount())).isEqualTo(entry.getValue());
            List<List<Long>> expected = new ArrayList<>();
            for (int i = 0; i < models.size(); i++) {
                Model.Value value = models.get(i).entries.get(entry.getKey());
                if (value != null) {
                    expected.add(List.of((long) i, value.references()));
                }
            }
            List<List<Long>> sources = new ArrayList<>();
            for (int s = 0; s < merge.sourceCount(); s++) {
                sources.add(List.of((long) merge.source(s), merge.sourceReferences(s)));
            }
            assertThat(sources).isEqualTo(expected);
        }
        assertThat(merge.next()).isFalse();
        assertThat(merge.next()).isFalse();
        assertThat(merge.sourceCount()).isZero();
    }

    @Example
    void aFileMergedWithItselfDoublesItsCountsAndNothingElse() throws IOException {
        Model model = Model.uniform(SPEC, 5000, 3);
        Model twice = new Model(SPEC);
        model.entries.forEach(
                (key, value) -> twice.entries.put(key, new Model.Value(2 * value.references(), value.fields())));
        try (RunReader file = model.file(TestFiles.fresh(directory))) {
            twice.assertEqualTo(new LoserTreeCursor(List.of(file.cursor(0), file.cursor(0)), LAYOUT));
        }
    }

    @Example
    void aMergeOfMergesIsAMerge() throws IOException {
        Model a = Model.uniform(SPEC, 3000, 1);
        Model b = Model.uniform(SPEC, 10, 2);
        Model sum = new Model(SPEC);
        a.entries.forEach(sum::add);
        b.entries.forEach(sum::add);
        sum.entries.replaceAll((key, value) -> value.plus(value));
        sum.assertEqualTo(new LoserTreeCursor(List.of(merge(a, b), merge(b, a)), LAYOUT));
    }

    private static MergeCursor merge(Model... models) {
        return new LoserTreeCursor(Arrays.stream(models).map(ModelCursor::new).toList(), LAYOUT);
    }

    @Example
    void aMapMergesWithARunOfIt() throws IOException {
        Model model = Model.uniform(SPEC, 20_000, 9);
        Model sum = new Model(SPEC);
        model.entries.forEach((key, value) -> sum.entries.put(key, value.plus(value)));
        MapOptions options = MapOptions.of(20, LAYOUT);
        try (FingerprintMap map = FingerprintMap.open(options);
                RunReader file = model.file(TestFiles.fresh(directory))) {
            EntryBatch batch = new EntryBatch(options, 20_000);
            model.entries.forEach((key, value) -> {
                int i = batch.add(key, 0, value.references());
                batch.setField(i, 0, value.fields().get(0));
                batch.setField(i, 1, value.fields().get(1));
            });
            map.addAll(batch);
            sum.assertEqualTo(new LoserTreeCursor(List.of(map.cursor(), file.cursor(0)), LAYOUT));
            Path copy = TestFiles.fresh(directory);
            try (SequentialRunWriter writer = SequentialRunWriter.create(copy)) {
                writer.beginTable(SPEC);
                writer.appendAll(map.cursor());
                writer.endTable();
                writer.finish(new byte[0]);
            }
            assertThat(copy).hasSameBinaryContentAs(file.path());
        }
    }

    @Example
    void sumsBeyondALongAreAnError() {
        Model most = new Model(SPEC);
        most.entries.put(new byte[20], new Model.Value(Long.MAX_VALUE, List.of(0, 0)));
        Model one = new Model(SPEC);
        one.entries.put(new byte[20], new Model.Value(1, List.of(0, 0)));
        MergeCursor merge = merge(most, one);
        assertThatThrownBy(merge::next).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(merge::next).isInstanceOf(IllegalStateException.class);
    }

    @Example
    void inputsThatDoNotAscendAreAnError() {
        // The second key once equal to the first, once below it.
        for (int secondByte : new int[] {9, 5}) {
            EntryCursor stuck = new EntryCursor() {
                private int n;

                @Override
                public boolean next() {
                    return n++ < 2;
                }

                @Override
                public byte[] key() {
                    byte[] key = new byte[20];
                    key[4] = (byte) (n == 1 ? 9 : secondByte);
                    return key;
                }

                @Override
                public long references() {
                    return 1;
                }

                @Override
                public int field(int field) {
                    return 0;
                }
            };
            MergeCursor merge = new LoserTreeCursor(List.of(merge(Model.uniform(SPEC, 10, 1)), stuck), LAYOUT);
            assertThatThrownBy(() -> {
                        while (merge.next()) {
                            // To its end, which it must not reach.
                        }
                    })
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("input 1");
        }
    }

    @Example
    void keysOfDifferentLengthsDoNotMerge() {
        MergeCursor merge = merge(Model.uniform(SPEC, 1, 1), Model.uniform(TableSpec.of("t", 16, LAYOUT), 1, 1));
        assertThatThrownBy(merge::next).isInstanceOf(IllegalArgumentException.class);
    }

    @Example
    void closingAMergeClosesItsRuns() throws IOException {
        try (RunReader file = Model.uniform(SPEC, 10, 1).file(TestFiles.fresh(directory))) {
            EntryCursor cursor = file.cursor(0);
            merge().close();
            new LoserTreeCursor(List.of(new LoserTreeCursor(List.of(cursor), LAYOUT)), LAYOUT).close();
            assertThatThrownBy(cursor::next).isInstanceOf(IllegalStateException.class);
        }
    }
}
