package io.compscan.map;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.map.memory.RawMemory;
import io.compscan.testing.Slow;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** The contract on the map that {@link FingerprintMap#open} opens, and what that map promises beyond it: memory. */
final class TrieMapTest extends FingerprintMapContract {

    private long liveBefore;

    @Override
    FingerprintMap openMap(MapOptions options) {
        return FingerprintMap.open(options);
    }

    @BeforeTry
    void countLiveBytes() {
        liveBefore = RawMemory.liveBytes();
    }

    @AfterTry
    void allMemoryIsReturned() {
        assertThat(RawMemory.liveBytes()).as("bytes that were not freed").isEqualTo(liveBefore);
    }

    @Example
    void anEmptyMapIsNearlyFree() {
        try (FingerprintMap map = openMap(MapOptions.of(20, ONE_SIZE).withShardCount(1))) {
            assertThat(map.stats().accountedBytes()).isZero();
            fill(map, new Random(1), 1);
            assertThat(map.stats().accountedBytes()).isLessThan(16_384);
        }
    }

    @Example
    void aSmallMapOfManyShardsStaysSmall() {
        try (FingerprintMap map = openMap(MapOptions.of(20, ONE_SIZE).withShardCount(64))) {
            fill(map, new Random(1), 1000);
            assertThat(map.stats().accountedBytes()).isLessThan(2 << 20);
        }
    }

    @Example
    @Slow
    void bytesPerEntryStayLowAndLevelAsItGrows() {
        try (FingerprintMap map = openMap(MapOptions.of(20, ONE_SIZE).withShardCount(1))) {
            Random random = new Random(1);
            fill(map, random, 100_000);
            for (int entries = 100_000; entries < 400_000; entries += 20_000) {
                assertThat(map.stats().bytesPerEntry())
                        .as("%d entries", entries)
                        .isLessThanOrEqualTo(25);
                fill(map, random, 20_000);
            }
            map.verify();
        }
    }

    @Example
    @Slow
    void aShorterKeySavesItsBytes() {
        double[] bytesPerEntry = new double[3];
        int[] keyBytes = {20, 16, 12};
        for (int k = 0; k < 3; k++) {
            try (FingerprintMap map =
                    openMap(MapOptions.of(keyBytes[k], ONE_SIZE).withShardCount(1))) {
                fill(map, new Random(1), 200_000);
                bytesPerEntry[k] = map.stats().bytesPerEntry();
            }
        }
        assertThat(bytesPerEntry[0] - bytesPerEntry[1]).isGreaterThan(4);
        assertThat(bytesPerEntry[1] - bytesPerEntry[2]).isGreaterThan(4);
    }

    @Example
    void keysThatShareAllButTheirLastBitsStayBounded() {
        MapOptions options = MapOptions.of(64, ONE_SIZE).withShardCount(1).withMapListSize(8);
        try (FingerprintMap map = openMap(options)) {
            EntryBatch batch = new EntryBatch(options, 1000);
            byte[] key = new byte[64];
            for (int round = 0; round < 20; round++) {
                batch.clear();
                for (int i = 0; i < 1000; i++) {
                    int number = round * 1000 + i;
                    key[63] = (byte) number;
                    key[62] = (byte) (number >> 8);
                    batch.add(key, 0);
                }
                assertThat(map.addAll(batch)).isZero();
            }
            map.verify();
            assertThat(map.stats().entryCount()).isEqualTo(20_000);
            assertThat(map.stats().bytesPerEntry()).isLessThan(100);
        }
    }

    @Example
    void aLiftedBudgetTakesWhatWasRejected() {
        MemoryBudget budget = new MemoryBudget(300_000);
        MapOptions options = MapOptions.of(20, ONE_SIZE).withShardCount(2);
        try (FingerprintMap map = FingerprintMap.open(options, budget)) {
            EntryBatch batch = new EntryBatch(options, 30_000);
            byte[] key = new byte[20];
            Random random = new Random(1);
            for (int i = 0; i < batch.capacity(); i++) {
                random.nextBytes(key);
                batch.add(key, 0, i % 3 == 0 ? 1000 : 1);
            }
            int rejected = map.addAll(batch);
            assertThat(rejected).isBetween(10_000, 29_000);
            long taken = map.stats().entryCount();
            budget.lift();
            assertThat(batch.retryRejected(map::addAll)).isZero();
            for (int i = 0; i < batch.size(); i++) {
                assertThat(batch.isNew(i)).isTrue();
            }
            assertThat(map.stats().entryCount()).isEqualTo(taken + rejected).isEqualTo(30_000);
            assertThat(budget.heldBytes()).isGreaterThan(budget.limitBytes());
            map.verify();
        }
        assertThat(budget.heldBytes()).isZero();
    }

    @Example
    void aLargeCountCostsSomeThirtyBytes() {
        int entries = 100_000;
        MapOptions options = MapOptions.of(20, ONE_SIZE).withShardCount(1);
        try (FingerprintMap map = openMap(options)) {
            EntryBatch batch = new EntryBatch(options, entries);
            byte[] key = new byte[20];
            Random random = new Random(1);
            for (int i = 0; i < entries; i++) {
                random.nextBytes(key);
                batch.add(key, 0, 150);
            }
            assertThat(map.addAll(batch)).isZero();
            assertThat(map.stats().largeCountEntries()).isZero();
            double small = map.stats().bytesPerEntry();
            assertThat(map.addAll(batch)).isZero();
            assertThat(map.stats().largeCountEntries()).isEqualTo(entries);
            assertThat(map.stats().bytesPerEntry() - small).isBetween(24.0, 31.0);
            map.verify();
        }
    }

    @Property(tries = 4)
    void writersThatFightForTheLastPagesLoseNothing(@ForAll long seed) throws Exception {
        int writers = 4;
        int keySpace = 60_000;
        MapOptions options = MapOptions.of(20, ONE_SIZE).withShardCount(4).withMemoryBudgetBytes(1_000_000);
        AtomicLongArray taken = new AtomicLongArray(keySpace);
        AtomicLong news = new AtomicLong();
        AtomicLong rejections = new AtomicLong();
        ExecutorService pool = Executors.newFixedThreadPool(writers);
        try (FingerprintMap map = openMap(options)) {
            List<Future<?>> running = new ArrayList<>();
            for (int w = 0; w < writers; w++) {
                Random random = new Random(seed + w);
                running.add(pool.submit(() -> {
                    EntryBatch batch = new EntryBatch(options, 500);
                    int[] numbers = new int[500];
                    for (int round = 0; round < 60; round++) {
                        batch.clear();
                        for (int i = 0; i < numbers.length; i++) {
                            numbers[i] = random.nextInt(keySpace);
                            batch.add(KeyShape.UNIFORM.key(numbers[i], 20), 0);
                        }
                        rejections.addAndGet(map.addAll(batch));
                        for (int i = 0; i < numbers.length; i++) {
                            if (!batch.isRejected(i)) {
                                taken.incrementAndGet(numbers[i]);
                            }
                            news.addAndGet(batch.isNew(i) ? 1 : 0);
                        }
                        assertThat(map.stats().accountedBytes()).isLessThanOrEqualTo(1_000_000);
                    }
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
            map.verify();
            assertThat(rejections.get()).isPositive();
            assertThat(map.stats().entryCount()).isEqualTo(news.get());
            for (int number = 0; number < keySpace; number++) {
                long references = map.get(KeyShape.UNIFORM.key(number, 20), 0, new int[1]);
                assertThat(Math.max(0, references)).isEqualTo(taken.get(number));
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private static void fill(FingerprintMap map, Random random, int entries) {
        EntryBatch batch = new EntryBatch(map.options(), entries);
        byte[] key = new byte[map.options().keyBytes()];
        for (int i = 0; i < entries; i++) {
            random.nextBytes(key);
            batch.add(key, 0);
        }
        assertThat(map.addAll(batch)).isZero();
    }
}
