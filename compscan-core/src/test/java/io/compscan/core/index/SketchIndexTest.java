package io.compscan.core.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.index.sketch.ChoosingIndex;
import io.compscan.core.index.sketch.SketchIndex;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** A sketch with room for all chunks keeps the contract of an index; one without keeps a sample that depends on the data alone. */
class SketchIndexTest extends ChunkIndexContract {

    private static final int ENTRIES = 1000;

    @Override
    ChunkIndex open(int compressorCount, long memoryBytes) {
        return new SketchIndex(settings(compressorCount), 1 << 14);
    }

    private static IndexSettings settings(int compressorCount) {
        return new IndexSettings(FINGERPRINT_BYTES, FULL_BYTES, compressorCount, 4, 32, IndexSpace.ofMemory(1L << 30));
    }

    /** A chunk is known by a number; its length and stored size follow from it. */
    private static int lengthOf(int chunk) {
        return chunk % 3 == 0 ? FULL_BYTES : 1 + chunk % (FULL_BYTES - 1);
    }

    private static byte[] fingerprintOf(int chunk) {
        byte[] fingerprint = new byte[FINGERPRINT_BYTES];
        new Random(chunk * 0x9E3779B97F4A7C15L).nextBytes(fingerprint);
        return fingerprint;
    }

    private static void add(ChunkIndex index, int[] references) {
        IndexWriter writer = index.writer(64);
        for (int from = 0; from < references.length; from += 64) {
            int count = Math.min(64, references.length - from);
            ChunkList chunks = new ChunkList();
            byte[] fingerprints = new byte[count * FINGERPRINT_BYTES];
            for (int i = 0; i < count; i++) {
                chunks.add(0, lengthOf(references[from + i]));
                System.arraycopy(fingerprintOf(references[from + i]), 0, fingerprints, i * FINGERPRINT_BYTES, 20);
            }
            NewChunks fresh = writer.add(fingerprints, chunks, 0, count);
            StoredSizes sizes = new StoredSizes(1);
            sizes.clear(0, count);
            for (int i = 0; i < count; i++) {
                if (fresh.isNew(i)) {
                    sizes.set(i, 0, 1 + lengthOf(references[from + i]) / 2);
                }
            }
            writer.deliver(sizes, 0);
        }
    }

    /** Every entry as a line, in the order of the index. */
    private static List<String> entries(ChunkIndex index) {
        List<String> lines = new ArrayList<>();
        lines.add(Double.toString(index.inclusionProbability()));
        index.forEach((fingerprint, references, length, stored) -> lines.add(HexFormat.of()
                        .formatHex(fingerprint) + " " + references + " " + length + " " + Arrays.toString(stored)));
        return lines;
    }

    private static int[] references(Random random, int count, int chunks) {
        return random.ints(count)
                .map(any -> (int) (chunks * Math.pow(random.nextDouble(), 3)))
                .toArray();
    }

    @Property(tries = 30)
    void theSketchDependsOnTheDataAlone(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int parts, @ForAll boolean startsExact)
            throws Exception {
        Random random = new Random(seed);
        int[] references = references(random, 12_000, 9000);
        List<String> expected;
        try (ChunkIndex whole = new SketchIndex(settings(1), ENTRIES)) {
            add(whole, references);
            expected = entries(whole);
        }
        assertThat(expected.size() - 1).isBetween(ENTRIES * 3 / 4, ENTRIES);
        // Another order, several threads.
        int[] shuffled = references.clone();
        for (int i = shuffled.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int kept = shuffled[i];
            shuffled[i] = shuffled[j];
            shuffled[j] = kept;
        }
        // An exact index that outgrows its memory at some moment is the same sketch.
        try (ChunkIndex shared = startsExact
                ? ChoosingIndex.factory(ENTRIES, 60_000).open(settings(1))
                : new SketchIndex(settings(1), ENTRIES)) {
            List<Thread> threads = new ArrayList<>();
            int length = shuffled.length / parts;
            for (int t = 0; t < parts; t++) {
                int[] own =
                        Arrays.copyOfRange(shuffled, t * length, t == parts - 1 ? shuffled.length : (t + 1) * length);
                Thread thread = new Thread(() -> add(shared, own));
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(entries(shared).equals(expected))
                    .as("one index, several threads")
                    .isTrue();
        }
        assertThat(entries(merged(shuffled, parts, random)).equals(expected))
                .as("merged")
                .isTrue();
    }

    /** The sketches of some parts, merged in some tree. */
    private static SketchIndex merged(int[] references, int parts, Random random) {
        List<SketchIndex> sketches = new ArrayList<>();
        int length = references.length / parts;
        for (int t = 0; t < parts; t++) {
            SketchIndex sketch = new SketchIndex(settings(1), ENTRIES);
            add(
                    sketch,
                    Arrays.copyOfRange(references, t * length, t == parts - 1 ? references.length : (t + 1) * length));
            sketches.add(sketch);
        }
        while (sketches.size() > 1) {
            SketchIndex one = sketches.remove(random.nextInt(sketches.size()));
            sketches.get(random.nextInt(sketches.size())).addAll(one);
        }
        return sketches.get(0);
    }

    @Test
    void keptChunksAreCountedExactly() {
        long seed = System.nanoTime();
        int[] references = references(new Random(seed), 50_000, 20_000);
        Map<Long, Long> expected = new HashMap<>();
        for (int chunk : references) {
            byte[] fingerprint = fingerprintOf(chunk);
            expected.merge(ByteBuffer.wrap(fingerprint).getLong(12), 1L, Long::sum);
        }
        try (SketchIndex sketch = new SketchIndex(settings(1), ENTRIES)) {
            add(sketch, references);
            double probability = sketch.inclusionProbability();
            long[] kept = new long[1];
            sketch.forEach((fingerprint, count, length, stored) -> {
                kept[0]++;
                assertThat(count)
                        .as("seed %d", seed)
                        .isEqualTo(expected.get(ByteBuffer.wrap(fingerprint).getLong(12)));
                assertThat(SampleLevels.lastBytes(SampleLevels.key(fingerprint, 0, 20)))
                        .isEqualTo(ByteBuffer.wrap(fingerprint).getLong(12));
            });
            // All chunks of the level, and no other; the level before it would hold too many.
            long ofLevel = expected.keySet().stream()
                    .filter(last -> rank(last) < probability)
                    .count();
            long ofLevelBefore = expected.keySet().stream()
                    .filter(last -> rank(last) < probability * Math.sqrt(Math.sqrt(2)))
                    .count();
            assertThat(kept[0]).isEqualTo(ofLevel).isLessThanOrEqualTo(ENTRIES);
            assertThat(ofLevelBefore).isGreaterThan(ENTRIES);
        }
    }

    /** The key as a number between 0 and 1. */
    private static double rank(long lastBytes) {
        byte[] fingerprint = new byte[FINGERPRINT_BYTES];
        ByteBuffer.wrap(fingerprint).putLong(12, lastBytes);
        long key = SampleLevels.key(fingerprint, 0, FINGERPRINT_BYTES);
        return (key >>> 11) * 0x1p-53;
    }
}
