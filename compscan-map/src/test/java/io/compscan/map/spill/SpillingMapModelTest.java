package io.compscan.map.spill;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.map.EntryBatch;
import io.compscan.map.MapOptions;
import io.compscan.map.MemoryBudget;
import io.compscan.map.RecheckPolicy;
import io.compscan.map.RecordLayout;
import io.compscan.map.RunFile;
import io.compscan.map.RunWriter;
import io.compscan.map.SpillSettings;
import io.compscan.map.TableSpec;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** A map that is frozen, compacted, checkpointed and opened anew at random, beside a plain one. */
final class SpillingMapModelTest {

    private Path directory;
    private final List<RunFile> checkpoints = new ArrayList<>();

    @BeforeTry
    void makeDirectory() throws IOException {
        directory = Files.createTempDirectory("compscan-test-");
        checkpoints.clear();
    }

    @AfterTry
    void removeDirectory() throws IOException {
        for (RunFile run : checkpoints) {
            run.close();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Property(tries = 40)
    @Slow
    void holdsWhatAPlainMapHoldsWhateverIsDoneToIt(
            @ForAll long seed,
            @ForAll @IntRange(min = 0, max = 4) int shardBits,
            @ForAll @IntRange(min = 2, max = 6) int mostRuns,
            @ForAll @IntRange(min = 1, max = 6000) int keySpace,
            @ForAll boolean alwaysRechecks)
            throws IOException {
        Random random = new Random(seed);
        MapOptions options = MapOptions.of(Tally.KEY_BYTES, RecordLayout.of(new RecordLayout.Field("stored", 2)))
                .withShardCount(1 << shardBits);
        Tally tally = new Tally();
        EntryBatch batch = new EntryBatch(options, 400);
        EntryBatch sizes = new EntryBatch(options, 400);
        int[] numbers = new int[400];
        FreezingStore store = open(mostRuns);
        FreezingMap map = store.openMap(options, policy(alwaysRechecks));
        try {
            for (int step = 0; step < 40; step++) {
                switch (random.nextInt(8)) {
                    case 0 -> store.freezeLargest();
                    case 1 -> checkpoint(map, options);
                    case 2 -> {
                        if (random.nextInt(4) == 0) {
                            // As after a crash: what is not in a checkpoint is gone with the process.
                            checkpoint(map, options);
                            List<Path> spilled = keep(map.spilledRuns());
                            map.close();
                            store.close();
                            store = open(mostRuns);
                            map = store.openMap(options, policy(alwaysRechecks));
                            for (Path run : spilled) {
                                checkpoints.add(RunFile.open(run));
                            }
                            for (RunFile run : checkpoints) {
                                map.adopt(run, 0);
                            }
                        }
                    }
                    case 3 -> tally.assertSame(map);
                    default -> {
                        batch.clear();
                        for (int i = 0; i < batch.capacity(); i++) {
                            numbers[i] = random.nextInt(keySpace);
                            batch.add(Tally.key(numbers[i]), 0, random.nextInt(30) == 0 ? 300 : 1);
                        }
                        assertThat(map.addAll(batch)).isZero();
                        if (random.nextInt(4) == 0) {
                            // Between a key and its size: the size then comes alone.
                            store.freezeLargest();
                        }
                        tally.deliver(map, batch, numbers, sizes);
                    }
                }
            }
            assertThat(store.failure()).isNull();
            tally.assertSame(map);
            map.verify();
        } finally {
            map.close();
            store.close();
        }
    }

    private FreezingStore open(int mostRuns) {
        return new FreezingStore(SpillSettings.to(directory), new MemoryBudget(400_000), mostRuns);
    }

    private static RecheckPolicy policy(boolean always) {
        RecheckPolicy policy = always ? RecheckPolicy.always() : RecheckPolicy.measured();
        policy.noteNewKeys(1, 1_000_000);
        return policy;
    }

    private void checkpoint(FreezingMap map, MapOptions options) throws IOException {
        Path file = directory.resolve("checkpoint-" + checkpoints.size());
        try (RunWriter writer = RunWriter.create(file)) {
            writer.beginTable(TableSpec.of("changes", options.keyBytes(), options.layout()));
            map.writeChanges(writer);
            writer.endTable();
            writer.finish(new byte[0]);
        }
        RunFile run = RunFile.open(file);
        checkpoints.add(run);
        map.changesWritten(run, 0);
    }

    /** Links that stay when the map removes its files. */
    private List<Path> keep(List<Path> runs) throws IOException {
        List<Path> kept = new ArrayList<>();
        for (Path run : runs) {
            kept.add(Files.createLink(directory.resolve("kept-" + checkpoints.size() + "-" + kept.size()), run));
        }
        return kept;
    }
}
