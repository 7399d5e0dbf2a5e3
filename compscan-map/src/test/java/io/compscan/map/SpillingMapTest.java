package io.compscan.map;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.map.memory.RawMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.Stream;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** The contract on a map whose memory holds a fraction of its entries: shards go to disk all the time. */
final class SpillingMapTest extends FingerprintMapContract {

    private static final long SHARD_BYTES = 40_000;

    private Path directory;
    private long liveBefore;
    private volatile long runCount;

    @BeforeTry
    void makeDirectory() throws IOException {
        directory = Files.createTempDirectory("compscan-test-");
        liveBefore = RawMemory.liveBytes();
    }

    @AfterTry
    void nothingIsLeft() throws IOException {
        assertThat(RawMemory.liveBytes()).as("bytes that were not freed").isEqualTo(liveBefore);
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).as("files that were not removed").isEmpty();
        }
        Files.delete(directory);
    }

    @Override
    boolean spills() {
        return true;
    }

    @Override
    void assertSpilled() {
        assertThat(runCount).as("runs").isGreaterThan(5);
    }

    @Override
    FingerprintMap openMap(MapOptions options) {
        long asked = options.memoryBudgetBytes();
        long budgetBytes = asked < Long.MAX_VALUE ? asked : 100_000 + SHARD_BYTES * options.shardCount();
        SpillStore store = SpillStore.open(SpillSettings.to(directory), new MemoryBudget(budgetBytes));
        return new Owned(store.openMap(options, RecheckPolicy.always()), store, stats -> runCount = stats.runCount());
    }

    /** A map that closes its store. */
    private record Owned(FingerprintMap map, SpillStore store, Consumer<SpillStats> observer) implements WrappedMap {

        @Override
        public int addAll(EntryBatch batch) {
            int rejected = map.addAll(batch);
            SpillException failure = store.failure();
            if (failure != null) {
                throw new AssertionError(failure);
            }
            observer.accept(store.stats());
            return rejected;
        }

        @Override
        public void close() {
            map.close();
            store.close();
        }
    }
}
