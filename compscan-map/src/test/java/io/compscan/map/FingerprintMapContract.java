package io.compscan.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.testing.Slow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** What any {@link FingerprintMap} must do; every map is verified and closed at the end of each test. */
abstract class FingerprintMapContract {

    private static final RecordLayout ONE_SIZE = RecordLayout.of(new RecordLayout.Field("stored", 2));
    private static final RecordLayout THREE_FIELDS = RecordLayout.of(
            new RecordLayout.Field("length", 1), new RecordLayout.Field("lz4", 3), new RecordLayout.Field("zstd", 4));

    /** The map under test, empty. */
    abstract FingerprintMap openMap(MapOptions options);

    /** Whether it moves to disk what does not fit: then nothing is rejected, and its count of entries may be too high. */
    boolean spills() {
        return false;
    }

    /** Called after a test in which the map must have spilled, if it can. */
    void assertSpilled() {}

    private PlainMap newModel(int fieldCount) {
        return new PlainMap(fieldCount, spills());
    }

    // ---------------------------------------------------------------------------------------------------- model

    @Property(tries = 150)
    void agreesWithAHashMapUnderRandomBatches(
            @ForAll long seed,
            @ForAll @IntRange(min = 8, max = 64) int keyBytes,
            @ForAll @IntRange(min = 0, max = 7) int shardBits,
            @ForAll @IntRange(min = 8, max = 80) int listSize,
            @ForAll KeyShape shape) {
        Random random = new Random(seed);
        RecordLayout layout = random.nextBoolean() ? THREE_FIELDS : random.nextBoolean() ? ONE_SIZE : RecordLayout.of();
        MapOptions options =
                MapOptions.of(keyBytes, layout).withShardCount(1 << shardBits).withMapListSize(listSize);
        PlainMap model = newModel(layout.fieldCount());
        try (Checked map = open(options)) {
            EntryBatch batch = new EntryBatch(options, 1 + random.nextInt(700));
            int keySpace = 1 + random.nextInt(4000);
            for (int round = 0; round < 12; round++) {
                batch.clear();
                int size = random.nextInt(batch.capacity() + 1);
                for (int i = 0; i < size; i++) {
                    byte[] key = shape.key(random.nextInt(keySpace), keyBytes);
                    long count = randomCount(random);
                    int n = batch.add(key, 0, count);
                    for (int f = 0; f < layout.fieldCount(); f++) {
                        if (random.nextInt(3) > 0) {
                            batch.setField(
                                    n,
                                    f,
                                    randomValue(random, layout.fields().get(f).maxValue()));
                        }
                    }
                }
                assertThat(map.addAll(batch)).isZero();
                model.addAll(batch);
                if (round % 4 == 0) {
                    map.verify();
                }
            }
            model.assertSame(map);
            for (int i = 0; i < 100; i++) {
                model.assertSame(map, shape.key(random.nextInt(2 * keySpace), keyBytes));
            }
        }
    }

    @Property(tries = 10)
    @Slow
    void staysCorrectWhileItGrows(@ForAll long seed, @ForAll @IntRange(min = 8, max = 512) int listSize) {
        Random random = new Random(seed);
        MapOptions options = MapOptions.of(20, ONE_SIZE).withShardCount(4).withMapListSize(listSize);
        PlainMap model = newModel(1);
        try (Checked map = open(options)) {
            EntryBatch batch = new EntryBatch(options, 4096);
            byte[] key = new byte[20];
            // Twice the memory of a map that spills.
            for (int round = 0; round < (spills() ? 5 : 12); round++) {
                batch.clear();
                for (int i = 0; i < batch.capacity(); i++) {
                    random.nextBytes(key);
                    batch.setField(batch.add(key, 0), 0, random.nextInt(65536));
                }
                assertThat(map.addAll(batch)).isZero();
                model.addAll(batch);
            }
            model.assertSame(map);
        }
    }

    // ------------------------------------------------------------------------------------------------- outcomes

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

    // --------------------------------------------------------------------------------------------------- counts

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

    // ---------------------------------------------------------------------------------------------------- order

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

    // ---------------------------------------------------------------------------------------------- concurrency

    @Property(tries = 6)
    @Slow
    void manyWritersAddUpToOne(@ForAll long seed, @ForAll @IntRange(min = 0, max = 6) int shardBits) throws Exception {
        int writers = 4;
        int batchSize = 300;
        // A map that spills looks most keys up on disk: few shards, and so little memory, make it spill as often with
        // fewer keys.
        int rounds = spills() ? 40 : 100;
        int shards = 1 << (spills() ? shardBits / 2 : shardBits);
        int keySpace = spills() ? 30_000 + 5000 * shards : 5000;
        MapOptions options = MapOptions.of(20, ONE_SIZE).withShardCount(shards).withMapListSize(32);
        PlainMap model = newModel(1);
        long[] news = new long[writers];
        ExecutorService pool = Executors.newFixedThreadPool(writers + 1);
        try (Checked map = open(options)) {
            CountDownLatch start = new CountDownLatch(1);
            List<Future<?>> running = new ArrayList<>();
            for (int w = 0; w < writers; w++) {
                int writer = w;
                running.add(pool.submit(() -> {
                    Random random = new Random(seed + writer);
                    EntryBatch batch = new EntryBatch(options, batchSize);
                    start.await();
                    for (int round = 0; round < rounds; round++) {
                        batch.clear();
                        for (int i = 0; i < batch.capacity(); i++) {
                            int n = batch.add(
                                    KeyShape.UNIFORM.key(random.nextInt(keySpace), 20), 0, random.nextInt(60));
                            batch.setField(n, 0, random.nextInt(65536));
                        }
                        assertThat(map.addAll(batch)).isZero();
                        for (int i = 0; i < batch.size(); i++) {
                            news[writer] += batch.isNew(i) ? 1 : 0;
                        }
                        synchronized (model) {
                            model.merge(batch);
                        }
                    }
                    return null;
                }));
            }
            running.add(pool.submit(() -> {
                start.await();
                long last = 0;
                for (int i = 0; i < 2000; i++) {
                    long now = map.get(KeyShape.UNIFORM.key(7, 20), 0, new int[1]);
                    assertThat(now).isGreaterThanOrEqualTo(last - 1);
                    last = Math.max(last, now);
                    assertThat(map.stats().entryCount())
                            .isLessThanOrEqualTo(spills() ? (long) writers * rounds * batchSize : keySpace);
                }
                return null;
            }));
            start.countDown();
            for (Future<?> each : running) {
                each.get();
            }
            model.assertSame(map);
            assertThat(Arrays.stream(news).sum()).isEqualTo(model.size());
            assertSpilled();
        } finally {
            pool.shutdownNow();
        }
    }

    // --------------------------------------------------------------------------------------------------- budget

    @Property(tries = 6)
    @Slow
    void neverHoldsMoreThanItsBudget(
            @ForAll long seed,
            @ForAll @IntRange(min = 2_000_000, max = 3_000_000) int budget,
            @ForAll @IntRange(min = 0, max = 1) int shardBits) {
        Random random = new Random(seed);
        MapOptions options = MapOptions.of(20, ONE_SIZE)
                .withShardCount(1 << shardBits)
                .withMapListSize(8 + random.nextInt(25))
                .withMemoryBudgetBytes(budget);
        PlainMap model = newModel(1);
        try (Checked map = open(options)) {
            EntryBatch batch = new EntryBatch(options, 2048);
            byte[] key = new byte[20];
            List<byte[]> taken = new ArrayList<>();
            int rejected = 0;
            for (int round = 0; round < 80; round++) {
                batch.clear();
                for (int i = 0; i < batch.capacity(); i++) {
                    random.nextBytes(key);
                    int n = batch.add(key, 0, random.nextInt(10) == 0 ? 1000 : 1);
                    batch.setField(n, 0, random.nextInt(65536));
                }
                int before = rejected;
                rejected += map.addAll(batch);
                assertThat(map.stats().accountedBytes()).isLessThanOrEqualTo(budget);
                int marked = 0;
                for (int i = 0; i < batch.size(); i++) {
                    marked += batch.isRejected(i) ? 1 : 0;
                }
                assertThat(marked).isEqualTo(rejected - before);
                for (int i = 0; i < batch.size(); i += 37) {
                    if (!batch.isRejected(i)) {
                        taken.add(Arrays.copyOfRange(batch.keys(), i * 20, i * 20 + 20));
                    }
                }
                model.addAll(batch);
            }
            assertThat(rejected > 0).isEqualTo(!spills());
            // A full map goes on counting what it holds, whatever the counts grow to.
            for (long count : new long[] {1, 300, 70_000, 1L << 40}) {
                for (int from = 0; from < taken.size(); from += batch.capacity()) {
                    batch.clear();
                    for (byte[] present : taken.subList(from, Math.min(taken.size(), from + batch.capacity()))) {
                        batch.setField(batch.add(present, 0, count), 0, 9);
                    }
                    assertThat(map.addAll(batch)).isZero();
                    assertThat(map.stats().accountedBytes()).isLessThanOrEqualTo(budget);
                    model.addAll(batch);
                }
            }
            model.assertSame(map);
        }
    }

    @Example
    void aBudgetTooSmallForAnythingRejectsEverything() {
        MapOptions options = MapOptions.of(20, ONE_SIZE).withMemoryBudgetBytes(1);
        try (Checked map = open(options)) {
            EntryBatch batch = new EntryBatch(options, 2);
            batch.add(KeyShape.UNIFORM.key(1, 20), 0);
            batch.add(KeyShape.UNIFORM.key(1, 20), 0);
            assertThat(map.addAll(batch)).isEqualTo(2);
            assertThat(map.stats().accountedBytes()).isZero();
            assertThat(map.cursor().next()).isFalse();
        }
    }

    // --------------------------------------------------------------------------------------------------- closed

    @Example
    void aClosedMapRefusesEverythingButClose() {
        MapOptions options = MapOptions.of(20, ONE_SIZE);
        FingerprintMap map = openMap(options);
        EntryBatch batch = new EntryBatch(options, 1);
        batch.add(KeyShape.UNIFORM.key(1, 20), 0);
        map.addAll(batch);
        EntryCursor cursor = map.cursor();
        map.close();
        map.close();
        assertThatThrownBy(() -> map.addAll(batch)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> map.get(batch.keys(), 0, new int[1])).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(map::cursor).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(cursor::next).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(map::stats).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(map::verify).isInstanceOf(IllegalStateException.class);
        assertThat(map.options()).isEqualTo(options);
    }

    // ------------------------------------------------------------------------------------------------- fixtures

    private Checked open(MapOptions options) {
        return new Checked(openMap(options));
    }

    private static void addOne(FingerprintMap map, EntryBatch batch, byte[] key, long count) {
        batch.clear();
        batch.add(key, 0, count);
        map.addAll(batch);
    }

    private static long randomCount(Random random) {
        return switch (random.nextInt(20)) {
            case 0 -> 0;
            case 1 -> random.nextInt(300);
            case 2 -> random.nextInt(70_000);
            case 3 -> random.nextInt(Integer.MAX_VALUE);
            default -> 1;
        };
    }

    private static int randomValue(Random random, int max) {
        return random.nextBoolean() ? max : random.nextInt(max);
    }

    /** A map that is verified before it is closed. */
    private record Checked(FingerprintMap map) implements WrappedMap {
        @Override
        public void close() {
            map.verify();
            map.close();
        }
    }
}
