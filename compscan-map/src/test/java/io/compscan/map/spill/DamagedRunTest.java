package io.compscan.map.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.map.EntryBatch;
import io.compscan.map.EntryCursor;
import io.compscan.map.FingerprintMap;
import io.compscan.map.MapOptions;
import io.compscan.map.MemoryBudget;
import io.compscan.map.RecheckPolicy;
import io.compscan.map.RecordLayout;
import io.compscan.map.RunFile;
import io.compscan.map.RunFormatException;
import io.compscan.map.RunWriter;
import io.compscan.map.SpillSettings;
import io.compscan.map.TableSpec;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A map with runs that cannot be read back: it continues, and a walk fails in their shards alone. */
final class DamagedRunTest {

    private static final int SHARDS = 4;
    private static final int MOST_RUNS = 4;
    private static final MapOptions OPTIONS = MapOptions.of(
                    Tally.KEY_BYTES, RecordLayout.of(new RecordLayout.Field("stored", 2)))
            .withShardCount(SHARDS);
    private static final long BUDGET_BYTES = 1_000_000;
    private static final int BATCH = 500;

    @TempDir
    Path directory;

    private final Set<Path> damaged = new HashSet<>();

    private FreezingStore store() {
        return new FreezingStore(SpillSettings.to(directory), new MemoryBudget(BUDGET_BYTES), MOST_RUNS);
    }

    private static void add(FingerprintMap map, int from, int to) {
        EntryBatch batch = new EntryBatch(OPTIONS, BATCH);
        for (int done = from; done < to; done += BATCH) {
            batch.clear();
            for (int i = 0; i < BATCH; i++) {
                batch.add(Tally.key(done + i), 0);
            }
            assertThat(map.addAll(batch)).as("rejected").isZero();
        }
    }

    private List<Path> runs() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".run"))
                    .sorted(Comparator.comparing(Path::toString))
                    .toList();
        }
    }

    private void damage(Path run) throws IOException {
        byte[] bytes = Files.readAllBytes(run);
        bytes[bytes.length / 2] ^= 1;
        Files.write(run, bytes);
        damaged.add(run);
    }

    private static int shardOf(Path run) throws IOException {
        try (RunFile file = RunFile.open(run)) {
            return Byte.toUnsignedInt(file.tables().get(0).firstKey()[0]) / (256 / SHARDS);
        }
    }

    /** The references of each key in the shards that can be read; the others fail and say why. */
    private Map<Integer, Long> readable(FingerprintMap map, Set<Integer> shardsLost) {
        Map<Integer, Long> found = new HashMap<>();
        for (int shard = 0; shard < SHARDS; shard++) {
            try (EntryCursor entries = map.cursor(shard)) {
                if (shardsLost.contains(shard)) {
                    assertThatThrownBy(() -> {
                                while (entries.next()) {
                                    assertThat(entries.references()).isPositive();
                                }
                            })
                            .isInstanceOf(UncheckedIOException.class)
                            .hasCauseInstanceOf(RunFormatException.class)
                            .satisfies(e -> assertThat(damaged)
                                    .anyMatch(run -> e.getCause().getMessage().startsWith(run + ": at byte ")));
                } else {
                    while (entries.next()) {
                        found.merge(Arrays.hashCode(entries.key()), entries.references(), Math::addExact);
                    }
                }
            }
        }
        return found;
    }

    private static Map<Integer, Long> expected(int keys, Set<Integer> shardsLost) {
        Map<Integer, Long> expected = new HashMap<>();
        for (int i = 0; i < keys; i++) {
            byte[] key = Tally.key(i);
            if (!shardsLost.contains(Byte.toUnsignedInt(key[0]) / (256 / SHARDS))) {
                expected.merge(Arrays.hashCode(key), 1L, Math::addExact);
            }
        }
        return expected;
    }

    /** A tier that cannot be merged is left alone; the runs after it are merged among themselves. */
    @Test
    @Slow
    void compactionGoesRoundADamagedRun() throws IOException {
        try (FreezingStore store = store();
                FingerprintMap map = store.openMap(OPTIONS, RecheckPolicy.measured())) {
            add(map, 0, 40_000);
            Path run = runs().get(0);
            int shard = shardOf(run);
            damage(run);
            add(map, 40_000, 500_000);
            assertThat(store.failure()).isNull();
            assertThat(store.stats().readBytes()).as("merged").isPositive();
            // Those of the tier that failed stay; without them there are as few as ever.
            assertThat(runs()).hasSizeLessThanOrEqualTo(SHARDS * MOST_RUNS + MOST_RUNS);
            assertThat(run).exists();
            assertThat(readable(map, Set.of(shard))).isEqualTo(expected(500_000, Set.of(shard)));
        }
        assertThat(directory).isEmptyDirectory();
    }

    /** A key that cannot be looked up is called new. */
    @Test
    @Slow
    void aLookupInADamagedRunFindsNothing() throws IOException {
        try (FreezingStore store = store();
                FingerprintMap map = store.openMap(OPTIONS, RecheckPolicy.always())) {
            add(map, 0, 60_000);
            long lookupsBefore = store.stats().recheckCount();
            Set<Integer> shards = new HashSet<>();
            for (Path run : runs()) {
                shards.add(shardOf(run));
                Files.write(run, new byte[0]);
                damaged.add(run);
            }
            assertThat(shards).hasSize(SHARDS);
            add(map, 0, 20_000);
            assertThat(store.stats().recheckCount()).isGreaterThan(lookupsBefore);
            assertThat(store.failure()).isNull();
            readable(map, shards);
        }
        assertThat(directory).isEmptyDirectory();
    }

    /** What is saved to a checkpoint comes from memory, so a damaged run does not prevent it. */
    @Test
    void changesAreSavedBesideADamagedRun() throws IOException {
        try (FreezingStore store = store();
                FreezingMap map = store.openMap(OPTIONS, RecheckPolicy.measured())) {
            add(map, 0, 60_000);
            for (Path run : map.spilledRuns()) {
                damage(run);
            }
            Path saved = directory.resolve("saved");
            try (RunWriter writer = RunWriter.create(saved)) {
                writer.beginTable(TableSpec.of("saved", OPTIONS.keyBytes(), OPTIONS.layout()));
                map.writeChanges(writer);
                writer.endTable();
                writer.finish(new byte[0]);
            }
            try (RunFile file = RunFile.open(saved)) {
                file.verify();
            }
            Files.delete(saved);
        }
    }
}
