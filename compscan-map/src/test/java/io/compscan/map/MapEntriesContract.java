package io.compscan.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import net.jqwik.api.Example;

/** Single entries in any {@link FingerprintMap}: which of them are new, their counts, their fields, their order. */
abstract class MapEntriesContract {

    static final RecordLayout ONE_SIZE = RecordLayout.of(new RecordLayout.Field("stored", 2));
    static final RecordLayout THREE_FIELDS = RecordLayout.of(
            new RecordLayout.Field("length", 1), new RecordLayout.Field("lz4", 3), new RecordLayout.Field("zstd", 4));

    /** The map under test, empty. */
    abstract FingerprintMap openMap(MapOptions options);

    @Example
    void ofEqualKeysInABatchExactlyOneIsNew() {
        MapOptions options = MapOptions.of(20, ONE_SIZE);
        try (Checked map = open(options)) {
            EntryBatch batch = new EntryBatch(options, 1000);
            byte[] key = KeyShape.UNIFORM.key(1, 20);
            for (int i = 0; i < 1000; i++) {
                batch.add(key, 0);
            }
            map.addAll(batch);
            long news = 0;
            for (int i = 0; i < 1000; i++) {
                assertThat(batch.isRejected(i)).isFalse();
                news += batch.isNew(i) ? 1 : 0;
            }
            assertThat(news).isEqualTo(1);
            assertThat(map.get(key, 0, new int[1])).isEqualTo(1000);
            map.addAll(batch);
            for (int i = 0; i < 1000; i++) {
                assertThat(batch.isNew(i)).isFalse();
            }
            assertThat(map.get(key, 0, new int[1])).isEqualTo(2000);
            assertThat(map.stats().entryCount()).isEqualTo(1);
        }
    }

    @Example
    void anEntryOfFieldsAloneHasNoReferencesAndIsThere() {
        MapOptions options = MapOptions.of(20, ONE_SIZE);
        try (Checked map = open(options)) {
            EntryBatch batch = new EntryBatch(options, 1);
            byte[] key = KeyShape.UNIFORM.key(1, 20);
            int[] fields = new int[1];
            assertThat(map.get(key, 0, fields)).isEqualTo(-1);
            batch.setField(batch.add(key, 0, 0), 0, 77);
            map.addAll(batch);
            assertThat(batch.isNew(0)).isTrue();
            assertThat(map.get(key, 0, fields)).isZero();
            assertThat(fields).containsExactly(77);
            batch.clear();
            batch.add(key, 0);
            map.addAll(batch);
            assertThat(batch.isNew(0)).isFalse();
            assertThat(map.get(key, 0, fields)).isEqualTo(1);
            assertThat(fields).containsExactly(77);
        }
    }

    @Example
    void fieldsMergeToTheLargerValue() {
        MapOptions options = MapOptions.of(20, THREE_FIELDS);
        try (Checked map = open(options)) {
            EntryBatch batch = new EntryBatch(options, 3);
            byte[] key = KeyShape.UNIFORM.key(1, 20);
            int[][] values = {{200, 0, Integer.MAX_VALUE}, {255, 0xffffff, 0}, {1, 2, 3}};
            for (int[] row : values) {
                int n = batch.add(key, 0);
                for (int f = 0; f < 3; f++) {
                    batch.setField(n, f, row[f]);
                }
            }
            map.addAll(batch);
            int[] fields = new int[3];
            assertThat(map.get(key, 0, fields)).isEqualTo(3);
            assertThat(fields).containsExactly(255, 0xffffff, Integer.MAX_VALUE);
        }
    }

    @Example
    void refusesABatchOfAnotherShape() {
        try (Checked map = open(MapOptions.of(20, ONE_SIZE))) {
            assertThatThrownBy(() -> map.addAll(new EntryBatch(MapOptions.of(16, ONE_SIZE), 1)))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> map.addAll(new EntryBatch(MapOptions.of(20, THREE_FIELDS), 1)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Example
    void countsAreExactAtEveryWidth() {
        long[] edges = {
            1,
            191,
            192,
            193,
            255,
            256,
            257,
            65534,
            65535,
            65536,
            1L << 24,
            (1L << 32) - 1,
            1L << 32,
            1L << 40,
            Long.MAX_VALUE
        };
        MapOptions options = MapOptions.of(20, ONE_SIZE).withShardCount(2).withMapListSize(8);
        try (Checked map = open(options)) {
            EntryBatch batch = new EntryBatch(options, 1);
            for (int k = 0; k < edges.length; k++) {
                byte[] atOnce = KeyShape.UNIFORM.key(k, 20);
                byte[] inSteps = KeyShape.UNIFORM.key(1000 + k, 20);
                addOne(map, batch, atOnce, edges[k]);
                long first = edges[k] / 3;
                addOne(map, batch, inSteps, first);
                addOne(map, batch, inSteps, edges[k] - first - 1);
                addOne(map, batch, inSteps, 1);
            }
            int[] fields = new int[1];
            for (int k = 0; k < edges.length; k++) {
                assertThat(map.get(KeyShape.UNIFORM.key(k, 20), 0, fields)).isEqualTo(edges[k]);
                assertThat(map.get(KeyShape.UNIFORM.key(1000 + k, 20), 0, fields))
                        .isEqualTo(edges[k]);
            }
        }
    }

    @Example
    void countsGrowOneByOneThroughTheEdgesOfAByteAndOfTwo() {
        MapOptions options = MapOptions.of(20, ONE_SIZE).withShardCount(1).withMapListSize(8);
        try (Checked map = open(options)) {
            EntryBatch batch = new EntryBatch(options, 50);
            for (int round = 0; round < 1400; round++) {
                batch.clear();
                for (int i = 0; i < 50; i++) {
                    batch.add(KeyShape.SEQUENTIAL.key(i % 10 + round / 700, 20), 0);
                }
                map.addAll(batch);
            }
            long[] counts = new long[11];
            EntryCursor cursor = map.cursor();
            for (int k = 0; cursor.next(); k++) {
                counts[k] = cursor.references();
            }
            assertThat(counts).containsExactly(3500, 7000, 7000, 7000, 7000, 7000, 7000, 7000, 7000, 7000, 3500);
            batch.clear();
            for (int i = 0; i < 50; i++) {
                batch.add(KeyShape.SEQUENTIAL.key(3, 20), 0);
            }
            for (int round = 0; round < 1300; round++) {
                map.addAll(batch);
            }
            assertThat(map.get(KeyShape.SEQUENTIAL.key(3, 20), 0, new int[1])).isEqualTo(7000 + 65000);
        }
    }

    @Example
    void aCountBeyondTheLargestLongIsAnErrorAndLeavesTheEntry() {
        MapOptions options = MapOptions.of(20, ONE_SIZE);
        try (Checked map = open(options)) {
            EntryBatch batch = new EntryBatch(options, 1);
            byte[] key = KeyShape.UNIFORM.key(1, 20);
            addOne(map, batch, key, Long.MAX_VALUE - 1);
            addOne(map, batch, key, 1);
            assertThatThrownBy(() -> addOne(map, batch, key, 1)).isInstanceOf(ArithmeticException.class);
            assertThatThrownBy(() -> addOne(map, batch, key, Long.MAX_VALUE)).isInstanceOf(ArithmeticException.class);
            assertThat(map.get(key, 0, new int[1])).isEqualTo(Long.MAX_VALUE);
            // The lock must have been let go.
            addOne(map, batch, KeyShape.UNIFORM.key(2, 20), 1);
            assertThat(map.stats().entryCount()).isEqualTo(2);
        }
    }

    @Example
    void keysCompareAsUnsignedNumbers() {
        MapOptions options = MapOptions.of(9, RecordLayout.of()).withShardCount(8);
        try (Checked map = open(options)) {
            EntryBatch batch = new EntryBatch(options, 600);
            for (int i = 0; i < 256; i++) {
                byte[] key = new byte[9];
                key[0] = (byte) i;
                batch.add(key, 0);
                key[0] = (byte) 0x80;
                key[8] = (byte) i;
                batch.add(key, 0);
            }
            map.addAll(batch);
            byte[] previous = new byte[0];
            int walked = 0;
            for (EntryCursor cursor = map.cursor(); cursor.next(); walked++) {
                assertThat(Arrays.compareUnsigned(previous, cursor.key())).isNegative();
                previous = cursor.key().clone();
            }
            assertThat(walked).isEqualTo(511);
        }
    }

    @Example
    void aCursorOfAnEmptyMapEndsAtOnceAndStaysAtItsEnd() {
        try (Checked map = open(MapOptions.of(20, ONE_SIZE))) {
            EntryCursor cursor = map.cursor();
            assertThat(cursor.next()).isFalse();
            assertThat(cursor.next()).isFalse();
            assertThat(map.stats().entryCount()).isZero();
            assertThat(map.stats().bytesPerEntry()).isZero();
        }
    }

    @Example
    void readsAKeyFromTheMiddleOfAnArray() {
        MapOptions options = MapOptions.of(20, ONE_SIZE);
        try (Checked map = open(options)) {
            byte[] key = KeyShape.UNIFORM.key(5, 20);
            byte[] around = new byte[33];
            System.arraycopy(key, 0, around, 13, 20);
            EntryBatch batch = new EntryBatch(options, 1);
            batch.add(around, 13);
            map.addAll(batch);
            assertThat(map.get(around, 13, new int[1])).isEqualTo(1);
            assertThat(map.get(key, 0, new int[1])).isEqualTo(1);
        }
    }

    /** A map that is verified before it is closed. */
    final Checked open(MapOptions options) {
        return new Checked(openMap(options));
    }

    private static void addOne(FingerprintMap map, EntryBatch batch, byte[] key, long count) {
        batch.clear();
        batch.add(key, 0, count);
        map.addAll(batch);
    }

    /** A map that is verified before it is closed. */
    record Checked(FingerprintMap map) implements WrappedMap {
        @Override
        public void close() {
            map.verify();
            map.close();
        }
    }
}
