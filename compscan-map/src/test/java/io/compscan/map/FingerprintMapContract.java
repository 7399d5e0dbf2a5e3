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

/**
 * What any {@link FingerprintMap} must do: with single entries, and with many of them, many writers and a budget. Every map is verified
 * and closed at the end of each test.
 */
abstract class FingerprintMapContract extends MapEntriesContract {

    /** Whether it moves to disk what does not fit: then nothing is rejected, and its count of entries may be too high. */
    boolean spills() {
        return false;
    }

    /** Called after a test in which the map must have spilled, if it can. */
    void assertSpilled() {}

    private PlainMap newModel(int fieldCount) {
        return new PlainMap(fieldCount, spills());
    }

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
}
