package io.compscan.map.spill;

import io.compscan.map.MapOptions;
import io.compscan.map.MemoryBudget;
import io.compscan.map.RecordLayout;
import io.compscan.map.SpillException;
import io.compscan.map.SpillSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Stores with little memory, and what lies in their directories. */
final class SmallStore {

    static final MapOptions OPTIONS = MapOptions.of(
                    Tally.KEY_BYTES, RecordLayout.of(new RecordLayout.Field("stored", 2)))
            .withShardCount(4);
    static final long BUDGET_BYTES = 1_000_000;

    private SmallStore() {}

    static FreezingStore open(SpillSettings settings) {
        return new FreezingStore(settings, new MemoryBudget(BUDGET_BYTES));
    }

    /** Opens a store in these directories as a scan does before it reads, and closes it. */
    static void prepare(Path... directories) throws SpillException {
        try (FreezingStore store = open(SpillSettings.to(directories))) {
            store.prepare();
        }
    }

    static List<Path> filesIn(Path parent) throws IOException {
        try (Stream<Path> files = Files.list(parent)) {
            return files.toList();
        }
    }

    static long runsIn(Path parent) throws IOException {
        try (Stream<Path> files = Files.walk(parent)) {
            return files.filter(file -> file.toString().endsWith(".run")).count();
        }
    }
}
