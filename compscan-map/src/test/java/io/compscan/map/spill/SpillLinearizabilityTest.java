package io.compscan.map.spill;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.map.EntryBatch;
import io.compscan.map.MapOptions;
import io.compscan.map.MemoryBudget;
import io.compscan.map.RecheckPolicy;
import io.compscan.map.RecordLayout;
import io.compscan.map.SpillSettings;
import io.compscan.map.memory.RawMemory;
import io.compscan.testing.Nightly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.jetbrains.kotlinx.lincheck.annotations.Param;
import org.jetbrains.kotlinx.lincheck.annotations.Validate;
import org.jetbrains.kotlinx.lincheck.paramgen.IntGen;
import org.jetbrains.kotlinx.lincheck.strategy.stress.StressOptions;
import org.junit.jupiter.api.Test;

/**
 * Threads add and look up keys while other threads freeze shards and compact runs; every answer fits some order of the operations.
 *
 * <p>The map looks every key up, so that each is new exactly once. Files make a run slow, so there are fewer runs than for a map in memory.
 */
@Nightly
final class SpillLinearizabilityTest {

    private static final AtomicLong RUNS = new AtomicLong();

    @Test
    void aMapThatSpillsIsLinearizable() throws IOException {
        long liveBefore = RawMemory.liveBytes();
        LinChecker.check(
                Operations.class,
                new StressOptions()
                        .iterations(10)
                        .invocationsPerIteration(100)
                        .threads(3)
                        .actorsPerThread(3)
                        .actorsBefore(2)
                        .actorsAfter(2)
                        .minimizeFailedScenario(true)
                        .sequentialSpecification(Reference.class));
        assertThat(RawMemory.liveBytes()).as("bytes that were not freed").isEqualTo(liveBefore);
        assertThat(RUNS.get()).as("runs written").isGreaterThan(500);
        try (Stream<Path> left = Files.list(Operations.DIRECTORY)) {
            assertThat(left).isEmpty();
        }
        Files.delete(Operations.DIRECTORY);
    }

    /** What threads do to a map: few keys in two shards, so that they meet. */
    @Param(name = "key", gen = IntGen.class, conf = "0:3")
    @Param(name = "count", gen = IntGen.class, conf = "0:150")
    public static final class Operations {

        static final Path DIRECTORY = directory();
        private static final RecordLayout ONE_SIZE = RecordLayout.of(new RecordLayout.Field("stored", 2));

        private final FreezingStore store =
                new FreezingStore(SpillSettings.to(DIRECTORY), new MemoryBudget(1_000_000), 2);
        private final FreezingMap map =
                store.openMap(MapOptions.of(8, ONE_SIZE).withShardCount(2).withMapListSize(8), RecheckPolicy.always());

        private static Path directory() {
            try {
                return Files.createTempDirectory("compscan-test-");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Operation
        public boolean add(@Param(name = "key") int key, @Param(name = "count") int count) {
            EntryBatch batch = new EntryBatch(map.options(), 1);
            batch.setField(batch.add(bytes(key), 0, count), 0, count);
            assertThat(map.addAll(batch)).isZero();
            return batch.isNew(0);
        }

        @Operation
        public String get(@Param(name = "key") int key) {
            int[] fields = new int[1];
            long references = map.get(bytes(key), 0, fields);
            return references < 0 ? "absent" : references + " of size " + fields[0];
        }

        @Operation
        public void freeze() {
            store.freezeLargest();
        }

        @Validate
        public void verifyAndClose() {
            try {
                map.verify();
                assertThat(store.failure()).isNull();
            } finally {
                RUNS.addAndGet(store.stats().runCount());
                store.close();
            }
        }

        private static byte[] bytes(int key) {
            byte[] bytes = new byte[8];
            bytes[0] = (byte) (key << 7);
            bytes[7] = (byte) key;
            return bytes;
        }
    }

    /** The same by one plain map. */
    public static final class Reference {
        private final Map<Integer, int[]> entries = new TreeMap<>();

        public boolean add(int key, int count) {
            boolean absent = !entries.containsKey(key);
            int[] entry = entries.computeIfAbsent(key, k -> new int[2]);
            entry[0] += count;
            entry[1] = Math.max(entry[1], count);
            return absent;
        }

        public String get(int key) {
            int[] entry = entries.get(key);
            return entry == null ? "absent" : entry[0] + " of size " + entry[1];
        }

        /** Changes nothing that a caller sees. */
        public void freeze() {}
    }
}
