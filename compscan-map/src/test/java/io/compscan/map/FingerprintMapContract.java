package io.compscan.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.testing.Slow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
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

    private Model newModel(int fieldCount) {
        return new Model(fieldCount, spills());
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
        Model model = newModel(layout.fieldCount());
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
        Model model = newModel(1);
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
        Model model = newModel(1);
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
        Model model = newModel(1);
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

    /** Numbers turned into keys: what a digest gives and what it never should. */
    enum KeyShape {
        UNIFORM {
            @Override
            void fill(int number, byte[] key) {
                new Random(number).nextBytes(key);
            }
        },
        SEQUENTIAL {
            @Override
            void fill(int number, byte[] key) {
                putLow(number, key);
            }
        },
        SEQUENTIAL_FROM_THE_TOP {
            @Override
            void fill(int number, byte[] key) {
                Arrays.fill(key, (byte) 0xff);
                putLow(-1 - number, key);
            }
        },
        SAME_PREFIX {
            @Override
            void fill(int number, byte[] key) {
                Arrays.fill(key, (byte) 0x5a);
                putLow(number * 0x9E3779B1, key);
            }
        },
        /** All zeros, all ones, and single bits: the deepest paths there are. */
        SINGLE_BITS {
            @Override
            void fill(int number, byte[] key) {
                int bits = 8 * key.length;
                int one = number % bits;
                int other = number / bits % bits;
                Arrays.fill(key, number / bits / bits % 2 == 0 ? (byte) 0 : (byte) 0xff);
                key[one / 8] ^= (byte) (0x80 >> (one % 8));
                key[other / 8] ^= (byte) (0x80 >> (other % 8));
            }
        },
        /** Pairs that differ in the last bit only. */
        LAST_BIT {
            @Override
            void fill(int number, byte[] key) {
                new Random(number >> 1).nextBytes(key);
                key[key.length - 1] = (byte) (number & 1);
            }
        },
        /** Uniform but for the first bytes: one shard, one corner of it. */
        ONE_CORNER {
            @Override
            void fill(int number, byte[] key) {
                new Random(number * 31L).nextBytes(key);
                key[0] = (byte) 0xff;
                key[1] = (byte) 0xff;
                key[2] = (byte) 0xff;
            }
        };

        abstract void fill(int number, byte[] key);

        byte[] key(int number, int keyBytes) {
            byte[] key = new byte[keyBytes];
            fill(number, key);
            return key;
        }

        private static void putLow(int value, byte[] key) {
            for (int i = 0; i < Integer.BYTES; i++) {
                key[key.length - 1 - i] = (byte) (value >> (8 * i));
            }
        }
    }

    /** The same entries in a plain HashMap. */
    private static final class Model {
        private final Map<Key, Entry> entries = new HashMap<>();
        private final int fieldCount;

        private final boolean countMayBeHigh;

        Model(int fieldCount, boolean countMayBeHigh) {
            this.fieldCount = fieldCount;
            this.countMayBeHigh = countMayBeHigh;
        }

        private static final class Key implements Comparable<Key> {
            final byte[] bytes;

            Key(byte[] bytes) {
                this.bytes = bytes;
            }

            @Override
            public boolean equals(Object other) {
                return other instanceof Key key && Arrays.equals(bytes, key.bytes);
            }

            @Override
            public int hashCode() {
                return Arrays.hashCode(bytes);
            }

            @Override
            public int compareTo(Key other) {
                return Arrays.compareUnsigned(bytes, other.bytes);
            }
        }

        private static final class Entry {
            long references;
            final int[] fields;

            Entry(int fieldCount) {
                fields = new int[fieldCount];
            }
        }

        /** Merges what the map took and checks its answers on the way. */
        void addAll(EntryBatch batch) {
            Map<Key, Boolean> newHere = new HashMap<>();
            for (int i = 0; i < batch.size(); i++) {
                Key key = keyOf(batch, i);
                if (batch.isRejected(i)) {
                    assertThat(entries.containsKey(key) && !newHere.containsKey(key))
                            .as("a present key was rejected")
                            .isFalse();
                    continue;
                }
                boolean wasThere = entries.containsKey(key) && !newHere.containsKey(key);
                assertThat(wasThere && batch.isNew(i))
                        .as("a present key called new")
                        .isFalse();
                if (!wasThere) {
                    newHere.merge(key, batch.isNew(i), (a, b) -> {
                        assertThat(a && b).as("one key new twice").isFalse();
                        return a || b;
                    });
                }
                merge(batch, i);
            }
            assertThat(newHere.values()).as("every new key is called new once").doesNotContain(false);
        }

        void merge(EntryBatch batch) {
            for (int i = 0; i < batch.size(); i++) {
                merge(batch, i);
            }
        }

        private void merge(EntryBatch batch, int i) {
            Entry entry = entries.computeIfAbsent(keyOf(batch, i), k -> new Entry(fieldCount));
            entry.references = Math.addExact(entry.references, batch.references(i));
            for (int f = 0; f < fieldCount; f++) {
                entry.fields[f] = Math.max(entry.fields[f], batch.field(i, f));
            }
        }

        private static Key keyOf(EntryBatch batch, int i) {
            int keyBytes = batch.keyBytes();
            return new Key(Arrays.copyOfRange(batch.keys(), i * keyBytes, (i + 1) * keyBytes));
        }

        int size() {
            return entries.size();
        }

        void assertSame(FingerprintMap map) {
            long entryCount = map.stats().entryCount();
            if (countMayBeHigh) {
                assertThat(entryCount).isGreaterThanOrEqualTo(entries.size());
            } else {
                assertThat(entryCount).isEqualTo(entries.size());
            }
            // A lookup on disk reads a block for each run.
            int lookupStep = countMayBeHigh ? 1 + entries.size() / 500 : 1;
            int walked = 0;
            EntryCursor cursor = map.cursor();
            for (Map.Entry<Key, Entry> expected : new TreeMap<>(entries).entrySet()) {
                assertThat(cursor.next()).isTrue();
                Entry entry = expected.getValue();
                if (!Arrays.equals(cursor.key(), expected.getKey().bytes) || cursor.references() != entry.references) {
                    assertThat(cursor.key()).isEqualTo(expected.getKey().bytes);
                    assertThat(cursor.references()).isEqualTo(entry.references);
                }
                for (int f = 0; f < fieldCount; f++) {
                    if (cursor.field(f) != entry.fields[f]) {
                        assertThat(cursor.field(f)).as("field " + f).isEqualTo(entry.fields[f]);
                    }
                }
                if (walked++ % lookupStep == 0) {
                    assertSame(map, expected.getKey().bytes);
                }
            }
            assertThat(cursor.next()).isFalse();
            assertShardsInOrder(map);
        }

        /** The walks over single shards, one after the other, are the walk over all. */
        private void assertShardsInOrder(FingerprintMap map) {
            EntryCursor all = map.cursor();
            for (int shard = 0; shard < map.options().shardCount(); shard++) {
                EntryCursor cursor = map.cursor(shard);
                while (cursor.next()) {
                    assertThat(all.next()).isTrue();
                    if (!Arrays.equals(cursor.key(), all.key()) || cursor.references() != all.references()) {
                        assertThat(cursor.key()).isEqualTo(all.key());
                        assertThat(cursor.references()).isEqualTo(all.references());
                    }
                }
                assertThat(cursor.next()).isFalse();
            }
            assertThat(all.next()).isFalse();
        }

        void assertSame(FingerprintMap map, byte[] key) {
            Entry entry = entries.get(new Key(key));
            int[] fields = new int[fieldCount];
            long references = map.get(key, 0, fields);
            if (entry == null) {
                assertThat(references).isEqualTo(-1);
            } else if (references != entry.references || !Arrays.equals(fields, entry.fields)) {
                assertThat(references).isEqualTo(entry.references);
                assertThat(fields).isEqualTo(entry.fields);
            }
        }
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
