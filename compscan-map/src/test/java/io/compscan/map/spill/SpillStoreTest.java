package io.compscan.map.spill;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.map.EntryBatch;
import io.compscan.map.FingerprintMap;
import io.compscan.map.MapOptions;
import io.compscan.map.MemoryBudget;
import io.compscan.map.RecheckPolicy;
import io.compscan.map.RecordLayout;
import io.compscan.map.SpillSettings;
import io.compscan.testing.Slow;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store with maps larger than its memory: the entries it keeps, the memory it shares, the files left in its directories. */
final class SpillStoreTest {

    @TempDir
    Path directory;

    private final Tally tally = new Tally();

    @Test
    @Slow
    void aMapTenTimesItsMemoryLosesNothingAndLeavesNothing() throws IOException {
        try (FreezingStore store = SmallStore.open(SpillSettings.to(directory))) {
            try (FingerprintMap map = store.openMap(SmallStore.OPTIONS, RecheckPolicy.measured())) {
                assertThat(tally.fill(map, 0, 300_000)).isZero();
                assertThat(store.failure()).isNull();
                assertThat(store.stats().runCount()).isGreaterThan(20);
                assertThat(map.stats().accountedBytes()).isLessThanOrEqualTo(SmallStore.BUDGET_BYTES);
                tally.assertSame(map);
                map.verify();
            }
            assertThat(store.stats().heldBytes()).as("runs of a closed map").isZero();
        }
        assertThat(SmallStore.filesIn(directory)).isEmpty();
    }

    /** The budget is taken at its word until the system refuses; by then pages, tables and filters hold all that there will ever be. */
    @ParameterizedTest
    @ValueSource(ints = {1_000, 20_000, 50_000, 100_000})
    @Slow
    void aRefusalOfTheSystemMakesItSpillAndLosesNothing(int keysBefore) {
        MemoryBudget budget = new MemoryBudget(1 << 30);
        try (FreezingStore store = new FreezingStore(SpillSettings.to(directory), budget);
                FingerprintMap map = store.openMap(SmallStore.OPTIONS, RecheckPolicy.measured())) {
            assertThat(tally.fill(map, 0, keysBefore)).isZero();
            assertThat(store.stats().runCount()).isZero();
            budget.refused();
            assertThat(tally.fill(map, keysBefore, keysBefore + 100_000)).isZero();
            assertThat(store.failure()).isNull();
            assertThat(store.stats().runCount()).isPositive();
            assertThat(budget.heldBytes()).isLessThanOrEqualTo(budget.limitBytes());
            tally.assertSame(map);
            map.verify();
        }
    }

    @Test
    void severalDirectoriesAreUsedInTurn() throws IOException {
        Path one = Files.createDirectory(directory.resolve("one"));
        Path two = Files.createDirectory(directory.resolve("two"));
        try (FreezingStore store = SmallStore.open(SpillSettings.to(one, two));
                FingerprintMap map = store.openMap(SmallStore.OPTIONS, RecheckPolicy.measured())) {
            tally.fill(map, 0, 100_000);
            long runs = store.stats().runCount();
            assertThat(SmallStore.runsIn(one)).isBetween(runs / 2, runs / 2 + 1);
            assertThat(SmallStore.runsIn(two)).isBetween(runs / 2, runs / 2 + 1);
            tally.assertSame(map);
        }
        assertThat(SmallStore.filesIn(directory)).containsExactlyInAnyOrder(one, two);
    }

    @Test
    void mapsOfOneStoreShareItsMemoryWhicheverGrows() {
        MapOptions other = MapOptions.of(Tally.KEY_BYTES, RecordLayout.of(new RecordLayout.Field("stored", 2)))
                .withShardCount(1);
        try (FreezingStore store = SmallStore.open(SpillSettings.to(directory));
                FingerprintMap first = store.openMap(SmallStore.OPTIONS, RecheckPolicy.measured());
                FingerprintMap second = store.openMap(other, RecheckPolicy.measured())) {
            tally.fill(first, 0, 60_000);
            long runsBefore = store.stats().runCount();
            Tally ofSecond = new Tally();
            EntryBatch batch = new EntryBatch(other, Tally.BATCH);
            int[] numbers = new int[Tally.BATCH];
            for (int done = 0; done < 60_000; done += Tally.BATCH) {
                batch.clear();
                for (int i = 0; i < Tally.BATCH; i++) {
                    numbers[i] = done + i;
                    batch.add(Tally.key(numbers[i]), 0);
                }
                assertThat(second.addAll(batch)).isZero();
                ofSecond.deliver(second, batch, numbers, new EntryBatch(other, Tally.BATCH));
            }
            // As few as if it had the memory to itself: the first map has made way.
            assertThat(store.stats().runCount() - runsBefore).isLessThan(12);
            tally.assertSame(first);
            ofSecond.assertSame(second);
            store.verify();
        }
    }

    @Test
    void manyThreadsFreezeAtTheSameTime() throws Exception {
        int threads = 6;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try (FreezingStore store =
                        new FreezingStore(SpillSettings.to(directory), new MemoryBudget(SmallStore.BUDGET_BYTES), 6);
                FingerprintMap map = store.openMap(SmallStore.OPTIONS, RecheckPolicy.measured())) {
            List<Future<?>> running = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                // Ranges that overlap: the same keys from several threads.
                int from = 10_000 * t;
                running.add(pool.submit(() -> tally.fill(map, from, from + 30_000)));
            }
            for (Future<?> each : running) {
                each.get();
            }
            assertThat(store.stats().runCount()).isGreaterThan(10);
            assertThat(store.failure()).isNull();
            tally.assertSame(map);
            map.verify();
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    @Slow
    void compactsRunsAndKeepsTheSum() throws IOException {
        try (FreezingStore store =
                        new FreezingStore(SpillSettings.to(directory), new MemoryBudget(SmallStore.BUDGET_BYTES), 4);
                FingerprintMap map = store.openMap(SmallStore.OPTIONS, RecheckPolicy.always())) {
            tally.fill(map, 0, 400_000);
            assertThat(SmallStore.runsIn(directory)).isLessThanOrEqualTo(4L * SmallStore.OPTIONS.shardCount());
            assertThat(store.stats().readBytes()).isPositive();
            tally.assertSame(map);
        }
    }

    @Test
    @Slow
    void twoStoresShareADirectory() throws IOException {
        try (FreezingStore one = SmallStore.open(SpillSettings.to(directory));
                FingerprintMap first = one.openMap(SmallStore.OPTIONS, RecheckPolicy.measured())) {
            tally.fill(first, 0, 60_000);
            try (FreezingStore two = SmallStore.open(SpillSettings.to(directory));
                    FingerprintMap second = two.openMap(SmallStore.OPTIONS, RecheckPolicy.measured())) {
                two.prepare();
                tally.fill(first, 60_000, 120_000);
                tally.assertSame(first);
                new Tally().fill(second, 0, 60_000);
            }
            tally.fill(first, 120_000, 150_000);
            tally.assertSame(first);
        }
        assertThat(SmallStore.filesIn(directory)).isEmpty();
    }

    /** Spills, says so, and waits to be killed. */
    static final class Victim {
        private Victim() {}

        public static void main(String[] args) throws IOException {
            FreezingStore store = SmallStore.open(SpillSettings.to(Path.of(args[0])));
            FingerprintMap map = store.openMap(SmallStore.OPTIONS, RecheckPolicy.measured());
            new Tally().fill(map, 0, 60_000);
            System.out.println("spilled");
            int end = System.in.read();
            throw new IllegalStateException("not killed, but told " + end);
        }
    }

    @Test
    void theNextStartRemovesWhatAKilledProcessLeftAndNothingOfALivingOne() throws Exception {
        Process victim = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            BufferedReader said =
                    new BufferedReader(new InputStreamReader(victim.getInputStream(), StandardCharsets.UTF_8));
            assertThat(said.readLine()).isEqualTo("spilled");
            long runs = SmallStore.runsIn(directory);
            assertThat(runs).isPositive();
            SmallStore.prepare(directory);
            assertThat(SmallStore.runsIn(directory))
                    .as("runs of a living process")
                    .isEqualTo(runs);
        } finally {
            victim.destroyForcibly();
            assertThat(victim.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(SmallStore.runsIn(directory)).as("runs of the dead").isPositive();
        Path notOurs = Files.writeString(directory.resolve("compscan-spill-report.txt"), "mine");
        SmallStore.prepare(directory);
        assertThat(SmallStore.filesIn(directory)).containsExactly(notOurs);
    }
}
