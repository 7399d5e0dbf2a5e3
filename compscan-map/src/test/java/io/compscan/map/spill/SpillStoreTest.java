package io.compscan.map.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.map.EntryBatch;
import io.compscan.map.FingerprintMap;
import io.compscan.map.MapOptions;
import io.compscan.map.MemoryBudget;
import io.compscan.map.RecheckPolicy;
import io.compscan.map.RecordLayout;
import io.compscan.map.SpillException;
import io.compscan.map.SpillSettings;
import io.compscan.testing.Programs;
import io.compscan.testing.Slow;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a map when its directories do what directories do; and what is left in them. */
final class SpillStoreTest {

    private static final MapOptions OPTIONS = MapOptions.of(
                    Tally.KEY_BYTES, RecordLayout.of(new RecordLayout.Field("stored", 2)))
            .withShardCount(4);
    private static final long BUDGET_BYTES = 1_000_000;
    private static final int BATCH = 500;

    @TempDir
    Path directory;

    private final Tally tally = new Tally();

    private static FreezingStore store(SpillSettings settings) {
        return new FreezingStore(settings, new MemoryBudget(BUDGET_BYTES));
    }

    /** Adds keys from a range that is walked twice, so that runs share keys; stops when something was rejected. */
    private long fill(FingerprintMap map, int from, int to) {
        EntryBatch batch = new EntryBatch(OPTIONS, BATCH);
        EntryBatch sizes = new EntryBatch(OPTIONS, BATCH);
        int[] numbers = new int[BATCH];
        Random random = new Random(from);
        for (int done = from; done < to; done += BATCH) {
            batch.clear();
            for (int i = 0; i < BATCH; i++) {
                numbers[i] = i % 4 == 0 ? random.nextInt(done + 1) : done + i;
                batch.add(Tally.key(numbers[i]), 0);
            }
            long rejected = map.addAll(batch);
            tally.deliver(map, batch, numbers, sizes);
            if (rejected > 0) {
                return rejected;
            }
        }
        return 0;
    }

    @Test
    @Slow
    void aMapTenTimesItsMemoryLosesNothingAndLeavesNothing() throws IOException {
        try (FreezingStore store = store(SpillSettings.to(directory))) {
            try (FingerprintMap map = store.openMap(OPTIONS, RecheckPolicy.measured())) {
                assertThat(fill(map, 0, 300_000)).isZero();
                assertThat(store.failure()).isNull();
                assertThat(store.stats().runCount()).isGreaterThan(20);
                assertThat(map.stats().accountedBytes()).isLessThanOrEqualTo(BUDGET_BYTES);
                tally.assertSame(map);
                map.verify();
            }
            assertThat(store.stats().heldBytes()).as("runs of a closed map").isZero();
        }
        assertThat(filesIn(directory)).isEmpty();
    }

    /** The budget is taken at its word until the system refuses; by then pages, tables and filters hold all that there will ever be. */
    @ParameterizedTest
    @ValueSource(ints = {1_000, 20_000, 50_000, 100_000})
    @Slow
    void aRefusalOfTheSystemMakesItSpillAndLosesNothing(int keysBefore) {
        MemoryBudget budget = new MemoryBudget(1 << 30);
        try (FreezingStore store = new FreezingStore(SpillSettings.to(directory), budget);
                FingerprintMap map = store.openMap(OPTIONS, RecheckPolicy.measured())) {
            assertThat(fill(map, 0, keysBefore)).isZero();
            assertThat(store.stats().runCount()).isZero();
            budget.refused();
            assertThat(fill(map, keysBefore, keysBefore + 100_000)).isZero();
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
        try (FreezingStore store = store(SpillSettings.to(one, two));
                FingerprintMap map = store.openMap(OPTIONS, RecheckPolicy.measured())) {
            fill(map, 0, 100_000);
            long runs = store.stats().runCount();
            assertThat(runsIn(one)).isBetween(runs / 2, runs / 2 + 1);
            assertThat(runsIn(two)).isBetween(runs / 2, runs / 2 + 1);
            tally.assertSame(map);
        }
        assertThat(filesIn(directory)).containsExactlyInAnyOrder(one, two);
    }

    @Test
    void mapsOfOneStoreShareItsMemoryWhicheverGrows() {
        MapOptions other = MapOptions.of(Tally.KEY_BYTES, RecordLayout.of(new RecordLayout.Field("stored", 2)))
                .withShardCount(1);
        try (FreezingStore store = store(SpillSettings.to(directory));
                FingerprintMap first = store.openMap(OPTIONS, RecheckPolicy.measured());
                FingerprintMap second = store.openMap(other, RecheckPolicy.measured())) {
            fill(first, 0, 60_000);
            long runsBefore = store.stats().runCount();
            Tally ofSecond = new Tally();
            EntryBatch batch = new EntryBatch(other, BATCH);
            int[] numbers = new int[BATCH];
            for (int done = 0; done < 60_000; done += BATCH) {
                batch.clear();
                for (int i = 0; i < BATCH; i++) {
                    numbers[i] = done + i;
                    batch.add(Tally.key(numbers[i]), 0);
                }
                assertThat(second.addAll(batch)).isZero();
                ofSecond.deliver(second, batch, numbers, new EntryBatch(other, BATCH));
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
        try (FreezingStore store = new FreezingStore(SpillSettings.to(directory), new MemoryBudget(BUDGET_BYTES), 6);
                FingerprintMap map = store.openMap(OPTIONS, RecheckPolicy.measured())) {
            List<Future<?>> running = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                // Ranges that overlap: the same keys from several threads.
                int from = 10_000 * t;
                running.add(pool.submit(() -> fill(map, from, from + 30_000)));
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
        try (FreezingStore store = new FreezingStore(SpillSettings.to(directory), new MemoryBudget(BUDGET_BYTES), 4);
                FingerprintMap map = store.openMap(OPTIONS, RecheckPolicy.always())) {
            fill(map, 0, 400_000);
            assertThat(runsIn(directory)).isLessThanOrEqualTo(4L * OPTIONS.shardCount());
            assertThat(store.stats().readBytes()).isPositive();
            tally.assertSame(map);
        }
    }

    /** Keys that were never added: only the filters' errors are looked up. */
    @Test
    void filtersSaveTheLookupsOfNewKeys() {
        RecheckPolicy policy = RecheckPolicy.measured();
        policy.noteNewKeys(1, 1_000_000_000);
        try (FreezingStore store = store(SpillSettings.to(directory));
                FingerprintMap map = store.openMap(OPTIONS, policy)) {
            EntryBatch batch = new EntryBatch(OPTIONS, BATCH);
            int keys = 100_000;
            for (int done = 0; done < keys; done += BATCH) {
                batch.clear();
                for (int i = 0; i < BATCH; i++) {
                    batch.add(Tally.key(done + i), 0);
                }
                assertThat(map.addAll(batch)).isZero();
                policy.noteNewKeys(1, 1_000_000_000);
            }
            assertThat(store.stats().runCount()).isGreaterThan(5);
            // A key meets a handful of runs, each with an error of some 3 %.
            assertThat(store.stats().recheckCount()).isBetween(keys / 1000L, keys / 2L);
        }
    }

    /** The second pass adds keys that lie in runs. */
    private static long newInSecondPass(FingerprintMap map, RecheckPolicy policy, long newKeyNanos, int keys) {
        EntryBatch batch = new EntryBatch(OPTIONS, BATCH);
        long newKeys = 0;
        for (int pass = 0; pass < 2; pass++) {
            for (int done = 0; done < keys; done += BATCH) {
                batch.clear();
                for (int i = 0; i < BATCH; i++) {
                    batch.add(Tally.key(done + i), 0);
                }
                assertThat(map.addAll(batch)).isZero();
                policy.noteNewKeys(1, newKeyNanos);
                for (int i = 0; i < BATCH; i++) {
                    assertThat(pass == 1 || batch.isNew(i)).isTrue();
                    newKeys += pass == 1 && batch.isNew(i) ? 1 : 0;
                }
            }
        }
        return newKeys;
    }

    @Test
    void keysInRunsAreFoundWhereThatIsCheaper() {
        RecheckPolicy policy = RecheckPolicy.measured();
        policy.noteNewKeys(1, 1_000_000_000);
        try (FreezingStore store = new FreezingStore(SpillSettings.to(directory), new MemoryBudget(2 * BUDGET_BYTES));
                FingerprintMap map = store.openMap(OPTIONS, policy)) {
            // Runs that lost their filters to younger ones are not searched.
            assertThat(newInSecondPass(map, policy, 1_000_000_000, 60_000)).isLessThan(20_000);
            assertThat(store.stats().recheckCount()).isGreaterThan(10_000);
            assertThat(map.callsKeysNewOnce()).isFalse();
        }
    }

    /** Some runs have no filter here: there is no memory for it. */
    @Test
    @Slow
    void keysInRunsAreNewOnceWhereThatIsAskedFor() {
        RecheckPolicy policy = RecheckPolicy.always();
        try (FreezingStore store = store(SpillSettings.to(directory));
                FingerprintMap map = store.openMap(OPTIONS, policy)) {
            assertThat(newInSecondPass(map, policy, 1, 150_000)).isZero();
            assertThat(store.stats().runCount()).isGreaterThan(5);
            assertThat(map.callsKeysNewOnce()).isTrue();
        }
    }

    @Test
    void keysInRunsAreCalledNewAgainWhereThatIsCheaper() {
        RecheckPolicy policy = RecheckPolicy.measured();
        policy.noteNewKeys(1, 1);
        policy.noteLookups(1000, 1_000_000_000_000L);
        try (FreezingStore store = store(SpillSettings.to(directory));
                FingerprintMap map = store.openMap(OPTIONS, policy)) {
            assertThat(newInSecondPass(map, policy, 1, 60_000)).isGreaterThan(40_000);
            assertThat(store.stats().recheckCount()).isZero();
        }
    }

    // --------------------------------------------------------------------------------------------------- faults

    @Test
    void atItsLimitItKeepsWhatItHasAndRejectsTheRest() throws IOException {
        SpillSettings settings = new SpillSettings(List.of(directory), 1_000_000, 1);
        try (FreezingStore store = store(settings);
                FingerprintMap map = store.openMap(OPTIONS, RecheckPolicy.measured())) {
            assertThat(fill(map, 0, 300_000)).isPositive();
            assertThat(store.failure()).hasMessageContaining("1000000 bytes");
            assertThat(store.stats().heldBytes()).isBetween(500_000L, 1_000_000L);
            tally.assertSame(map);
            map.verify();
        }
        assertThat(filesIn(directory)).isEmpty();
    }

    @Test
    @Slow
    void aFullDiskEndsItWithEverythingThatWasTaken() throws Exception {
        Path disk = Files.createDirectory(directory.resolve("disk"));
        assumeTrue(
                Programs.succeeds("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk.toString()),
                "mounting takes root");
        try {
            try (FreezingStore store = store(SpillSettings.to(disk));
                    FingerprintMap map = store.openMap(OPTIONS, RecheckPolicy.measured())) {
                assertThat(fill(map, 0, 300_000)).isPositive();
                assertThat(store.failure()).hasMessage(disk + ": No space left on device");
                tally.assertSame(map);
            }
            assertThat(filesIn(disk)).isEmpty();
        } finally {
            assertThat(Programs.succeeds("umount", disk.toString())).isTrue();
        }
    }

    @Test
    void aDirectoryThatVanishesEndsItWithEverythingThatWasTaken() throws IOException {
        Path gone = Files.createDirectory(directory.resolve("gone"));
        try (FreezingStore store = store(SpillSettings.to(gone));
                FingerprintMap map = store.openMap(OPTIONS, RecheckPolicy.measured())) {
            assertThat(fill(map, 0, 60_000)).isZero();
            assertThat(store.stats().hasSpilled()).isTrue();
            delete(gone);
            assertThat(fill(map, 60_000, 300_000)).isPositive();
            assertThat(store.failure()).hasMessage(gone + ": does not exist (any more)");
            tally.assertSame(map);
        }
        assertThat(filesIn(directory)).isEmpty();
    }

    @Test
    void directoriesThatAreNoneAreRefusedByName() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "text");
        Path missing = directory.resolve("missing");
        assertThatThrownBy(() -> prepare(missing))
                .isInstanceOf(SpillException.class)
                .hasMessage(missing + ": does not exist (any more)");
        assertThatThrownBy(() -> prepare(file))
                .isInstanceOf(SpillException.class)
                .hasMessage(file + ": not a directory");
        assertThatThrownBy(() -> prepare(directory, missing)).isInstanceOf(SpillException.class);
        assertThat(filesIn(directory)).containsExactly(file);
    }

    @Test
    void aReadOnlyFileSystemIsRefused() throws Exception {
        Path disk = Files.createDirectory(directory.resolve("disk"));
        assumeTrue(
                Programs.succeeds("mount", "-t", "tmpfs", "-o", "ro,size=1m", "tmpfs", disk.toString()),
                "mounting takes root");
        try {
            assertThatThrownBy(() -> prepare(disk))
                    .isInstanceOf(SpillException.class)
                    .hasMessage(disk + ": Read-only file system");
        } finally {
            assertThat(Programs.succeeds("umount", disk.toString())).isTrue();
        }
    }

    private static void prepare(Path... directories) throws SpillException {
        try (FreezingStore store = store(SpillSettings.to(directories))) {
            store.prepare();
        }
    }

    // ----------------------------------------------------------------------------------------------- neighbours

    @Test
    @Slow
    void twoStoresShareADirectory() throws IOException {
        try (FreezingStore one = store(SpillSettings.to(directory));
                FingerprintMap first = one.openMap(OPTIONS, RecheckPolicy.measured())) {
            fill(first, 0, 60_000);
            try (FreezingStore two = store(SpillSettings.to(directory));
                    FingerprintMap second = two.openMap(OPTIONS, RecheckPolicy.measured())) {
                two.prepare();
                fill(first, 60_000, 120_000);
                tally.assertSame(first);
                SpillStoreTest other = new SpillStoreTest();
                other.fill(second, 0, 60_000);
            }
            fill(first, 120_000, 150_000);
            tally.assertSame(first);
        }
        assertThat(filesIn(directory)).isEmpty();
    }

    /** Spills, says so, and waits to be killed. */
    static final class Victim {
        private Victim() {}

        public static void main(String[] args) throws IOException {
            FreezingStore store = store(SpillSettings.to(Path.of(args[0])));
            FingerprintMap map = store.openMap(OPTIONS, RecheckPolicy.measured());
            new SpillStoreTest().fill(map, 0, 60_000);
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
            long runs = runsIn(directory);
            assertThat(runs).isPositive();
            prepare(directory);
            assertThat(runsIn(directory)).as("runs of a living process").isEqualTo(runs);
        } finally {
            victim.destroyForcibly();
            assertThat(victim.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(runsIn(directory)).as("runs of the dead").isPositive();
        Path notOurs = Files.writeString(directory.resolve("compscan-spill-report.txt"), "mine");
        prepare(directory);
        assertThat(filesIn(directory)).containsExactly(notOurs);
    }

    // ------------------------------------------------------------------------------------------------- fixtures

    private static List<Path> filesIn(Path parent) throws IOException {
        try (Stream<Path> files = Files.list(parent)) {
            return files.toList();
        }
    }

    private static long runsIn(Path parent) throws IOException {
        try (Stream<Path> files = Files.walk(parent)) {
            return files.filter(file -> file.toString().endsWith(".run")).count();
        }
    }

    private static void delete(Path tree) throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
