package io.compscan.core.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.ChunkList;
import io.compscan.testing.Slow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** What every exact index must do, checked against a plain map. */
abstract class ChunkIndexContract {

    static final int FINGERPRINT_BYTES = 20;
    static final int FULL_BYTES = 4096;

    /** An empty index with this budget. */
    abstract ChunkIndex open(int compressorCount, long memoryBytes);

    private record Distinct(long references, int length, List<Integer> stored) {}

    /** A chunk is known by a number; its length and stored sizes follow from it. */
    private static int lengthOf(int chunk) {
        return chunk % 3 == 0 ? FULL_BYTES : 1 + chunk % (FULL_BYTES - 1);
    }

    private static int storedOf(int chunk, int compressor) {
        return 1 + (chunk * 31 + compressor * 7) % lengthOf(chunk);
    }

    private static byte[] fingerprintOf(int chunk) {
        byte[] fingerprint = new byte[FINGERPRINT_BYTES];
        new Random(chunk * 0x9E3779B97F4A7C15L).nextBytes(fingerprint);
        return fingerprint;
    }

    private static final int BATCH = 500;

    @Property(tries = 80)
    @Slow
    void agreesWithAPlainMap(
            @ForAll long seed,
            @ForAll @IntRange(min = 0, max = 3) int compressorCount,
            @ForAll @IntRange(min = 1, max = 4) int threadCount,
            @ForAll boolean tight)
            throws Exception {
        // A tight budget makes the maps reject; the index must not lose anything all the same.
        long memoryBytes = tight ? 200_000 : 1L << 30;
        try (ChunkIndex index = open(compressorCount, memoryBytes)) {
            Map<Integer, Long> expected = new HashMap<>();
            ExecutorService threads = Executors.newFixedThreadPool(threadCount);
            List<Future<Long>> newCounts = new ArrayList<>();
            for (int t = 0; t < threadCount; t++) {
                // Every other reference goes to one of a few chunks, whose counts so outgrow a byte.
                int[] references = new Random(seed + t).ints(6000, 0, 9000).toArray();
                for (int i = 0; i < references.length; i += 2) {
                    references[i] %= 12;
                }
                for (int i = 0; i < references.length; i++) {
                    expected.merge(references[i], countOf(i), Long::sum);
                }
                newCounts.add(threads.submit(() -> write(index, compressorCount, references)));
            }
            long newCount = 0;
            for (Future<Long> count : newCounts) {
                newCount += count.get();
            }

            TreeMap<String, Integer> actual = new TreeMap<>();
            List<String> order = new ArrayList<>();
            index.forEach((fingerprint, references, length, stored) -> {
                order.add((length == FULL_BYTES ? "full " : "other ")
                        + HexFormat.of().formatHex(fingerprint));
                actual.merge(
                        new Distinct(
                                        references,
                                        length,
                                        Arrays.stream(stored).boxed().toList())
                                .toString(),
                        1,
                        Integer::sum);
            });
            assertThat(order.equals(order.stream().sorted().distinct().toList()))
                    .as("full chunks first, each part in the order of its fingerprints")
                    .isTrue();
            TreeMap<String, Integer> wanted = new TreeMap<>();
            expected.forEach((chunk, references) -> {
                List<Integer> stored = new ArrayList<>();
                for (int c = 0; c < compressorCount; c++) {
                    stored.add(storedOf(chunk, c));
                }
                wanted.merge(new Distinct(references, lengthOf(chunk), stored).toString(), 1, Integer::sum);
            });
            Map<String, Integer> byParts = new ConcurrentHashMap<>();
            List<Future<?>> walks = new ArrayList<>();
            for (ChunkIndex.Part part : index.parts()) {
                walks.add(threads.submit(() -> part.forEach((fingerprint, references, length, stored) -> byParts.merge(
                        new Distinct(
                                        references,
                                        length,
                                        Arrays.stream(stored).boxed().toList())
                                .toString(),
                        1,
                        Integer::sum))));
            }
            for (Future<?> walk : walks) {
                walk.get();
            }
            threads.shutdown();
            assertThat(byParts.equals(actual))
                    .as("several threads see the same")
                    .isTrue();
            // The differences alone: there are thousands of rows.
            assertThat(difference(actual, wanted)).as("only in the index").isEmpty();
            assertThat(difference(wanted, actual)).as("not in the index").isEmpty();
            assertThat(newCount).as("each chunk is new exactly once").isEqualTo(expected.size());
            if (!tight) {
                assertThat(index.distinctChunkCount()).isEqualTo(expected.size());
                assertThat(index.isFull()).isFalse();
            }
        }
    }

    /** The first hundred of a batch come in numbers, the others one by one. */
    private static long countOf(int i) {
        return i % BATCH < 100 ? 1 + i % 7 * 1000L : 1;
    }

    private static long write(ChunkIndex index, int compressorCount, int[] references) {
        int batch = BATCH;
        IndexWriter writer = index.writer(batch);
        long newCount = 0;
        for (int from = 0; from < references.length; from += batch) {
            ChunkList chunks = new ChunkList();
            byte[] fingerprints = new byte[batch * FINGERPRINT_BYTES];
            for (int i = 0; i < batch; i++) {
                chunks.add(0, lengthOf(references[from + i]));
                System.arraycopy(
                        fingerprintOf(references[from + i]), 0, fingerprints, i * FINGERPRINT_BYTES, FINGERPRINT_BYTES);
            }
            // Not from the start of the list, as for the files of a slab.
            long[] counts = LongStream.range(from, from + 100)
                    .map(i -> countOf((int) i))
                    .toArray();
            NewChunks fresh = writer.add(fingerprints, chunks, counts, 0, 100);
            newCount += deliver(writer, fresh, compressorCount, references, from, 0, 100);
            fresh = writer.add(fingerprints, chunks, 100, batch);
            newCount += deliver(writer, fresh, compressorCount, references, from, 100, batch);
        }
        return newCount;
    }

    private static long deliver(
            IndexWriter writer, NewChunks fresh, int compressorCount, int[] references, int base, int from, int to) {
        long newCount = 0;
        StoredSizes sizes = new StoredSizes(compressorCount);
        sizes.clear(from, to);
        for (int i = from; i < to; i++) {
            if (fresh.isNew(i)) {
                newCount++;
                for (int c = 0; c < compressorCount; c++) {
                    sizes.set(i, c, storedOf(references[base + i], c));
                }
            }
        }
        writer.deliver(sizes, 0);
        return newCount;
    }

    private static List<Map.Entry<String, Integer>> difference(Map<String, Integer> a, Map<String, Integer> b) {
        return a.entrySet().stream()
                .filter(row -> !row.getValue().equals(b.get(row.getKey())))
                .limit(10)
                .toList();
    }
}
