package io.compscan.map;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.map.memory.RawMemory;
import io.compscan.testing.Nightly;
import io.compscan.testing.ShortProperties;
import io.compscan.testing.Slow;
import java.util.Map;
import java.util.TreeMap;
import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.jetbrains.kotlinx.lincheck.annotations.Param;
import org.jetbrains.kotlinx.lincheck.annotations.Validate;
import org.jetbrains.kotlinx.lincheck.paramgen.IntGen;
import org.jetbrains.kotlinx.lincheck.strategy.stress.StressOptions;
import org.junit.jupiter.api.Test;

/**
 * Lincheck runs random operations of several threads on a map. It looks for an order in which a plain map gives the same answers.
 *
 * <p>Stress mode: what the map shares between threads lies off the heap, where Lincheck cannot see the accesses to reorder them.
 * Batches are of one entry; a larger one is not atomic, nor is it said to be.
 */
@Slow
final class LinearizabilityTest {

    @Test
    @Nightly
    void oneShardIsLinearizable() {
        check(OfOneShard.class);
    }

    @Test
    void fourShardsAreLinearizable() {
        check(OfFourShards.class);
    }

    private static void check(Class<? extends Operations> operations) {
        long liveBefore = RawMemory.liveBytes();
        LinChecker.check(
                operations,
                new StressOptions()
                        .iterations(ShortProperties.areShort() ? 4 : 10)
                        .invocationsPerIteration(1000)
                        .threads(3)
                        .actorsPerThread(4)
                        .actorsBefore(2)
                        .actorsAfter(2)
                        .minimizeFailedScenario(true)
                        .sequentialSpecification(Reference.class));
        assertThat(RawMemory.liveBytes()).as("bytes that were not freed").isEqualTo(liveBefore);
    }

    /** What threads do to a map: few keys, so that they meet. */
    @Param(name = "key", gen = IntGen.class, conf = "0:5")
    @Param(name = "count", gen = IntGen.class, conf = "0:200")
    @Param(name = "size", gen = IntGen.class, conf = "0:9")
    public abstract static class Operations {

        /** Keys that only fill a leaf up, so that the next one splits it. */
        private static final int FILLERS = 7;

        private static final int FIRST_FILLER = 100;
        private static final RecordLayout ONE_SIZE = RecordLayout.of(new RecordLayout.Field("stored", 2));

        private final FingerprintMap map;

        Operations(int shards) {
            map = FingerprintMap.open(
                    MapOptions.of(8, ONE_SIZE).withShardCount(shards).withMapListSize(8));
            for (int i = 0; i < FILLERS; i++) {
                add(FIRST_FILLER + i, 1, 0);
            }
        }

        @Operation
        public boolean add(
                @Param(name = "key") int key, @Param(name = "count") int count, @Param(name = "size") int size) {
            EntryBatch batch = new EntryBatch(map.options(), 1);
            int i = batch.add(bytes(key), 0, count);
            batch.setField(i, 0, size);
            assertThat(map.addAll(batch)).isZero();
            return batch.isNew(i);
        }

        @Operation
        public String get(@Param(name = "key") int key) {
            int[] fields = new int[1];
            long references = map.get(bytes(key), 0, fields);
            return references < 0 ? "absent" : references + " of size " + fields[0];
        }

        @Validate
        public void verifyAndClose() {
            try {
                map.verify();
            } finally {
                map.close();
            }
        }

        /** Spreads keys over the shards, and lets keys of a shard differ in their last bits only. */
        private static byte[] bytes(int key) {
            byte[] bytes = new byte[8];
            bytes[0] = (byte) (key << 6);
            bytes[7] = (byte) key;
            return bytes;
        }
    }

    /** All keys behind one lock. */
    public static final class OfOneShard extends Operations {
        public OfOneShard() {
            super(1);
        }
    }

    /** A lock for every fourth key. */
    public static final class OfFourShards extends Operations {
        public OfFourShards() {
            super(4);
        }
    }

    /** The same by one plain map. */
    public static final class Reference {
        private final Map<Integer, int[]> entries = new TreeMap<>();

        public boolean add(int key, int count, int size) {
            boolean absent = !entries.containsKey(key);
            int[] entry = entries.computeIfAbsent(key, k -> new int[2]);
            entry[0] += count;
            entry[1] = Math.max(entry[1], size);
            return absent;
        }

        public String get(int key) {
            int[] entry = entries.get(key);
            return entry == null ? "absent" : entry[0] + " of size " + entry[1];
        }
    }
}
