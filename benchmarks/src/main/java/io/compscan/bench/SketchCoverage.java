package io.compscan.bench;

import io.compscan.core.SplitMix;
import io.compscan.core.fold.ChunkSums;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.SchemeFold;
import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.index.sketch.SketchIndex;
import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.Refcount;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Measures how often the intervals of a sketch hold the truth.
 *
 * <p>Nothing is read. The chunks of data with known numbers go through sketch and fold, each time with other fingerprints.
 *
 * <pre>
 *   java -cp ... io.compscan.bench.SketchCoverage [SEEDS] [CHUNKS] [ENTRIES] [SEED]      1000, 32768, 1500, the time
 * </pre>
 *
 * <p>Each row is one kind of data with, for each figure, the part of the seeds whose interval holds the truth. Lengths vary in every second kind, and the
 * stored size of a chunk goes with its references in the kinds that say so. The program fails below 92.8 %.
 */
public final class SketchCoverage {

    private static final int MOST_CHUNK_BYTES = 4096;
    private static final double LEAST_COVERAGE = 0.928;
    private static final List<Long> ROWS = List.of(1L, 2L);

    /** Distinct chunks with what the index knows of them. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Data(long[] references, int[] lengths, int[] stored, ChunkSums sums) {

        long sum(int[] bytes) {
            long sum = 0;
            for (int one : bytes) {
                sum += one;
            }
            return sum;
        }
    }

    private SketchCoverage() {}

    /** Runs the simulation. */
    public static void main(String[] args) {
        int seeds = args.length > 0 ? Integer.parseInt(args[0]) : 1000;
        int count = args.length > 1 ? Integer.parseInt(args[1]) : 1 << 15;
        int entries = args.length > 2 ? Integer.parseInt(args[2]) : 1500;
        long seed = args.length > 3 ? Long.parseLong(args[3]) : System.nanoTime();
        System.out.printf(
                Locale.ROOT, "%d seeds from %d, %d chunks, sketches of %d entries%n", seeds, seed, count, entries);
        Map<String, Integer> failed = new LinkedHashMap<>();
        boolean isTied = false;
        for (Map.Entry<String, EstimateData.Kind> kind : EstimateData.kinds(32).entrySet()) {
            isTied = !isTied;
            Data data = data(kind.getValue().make(count, new Random(seed)), isTied, !isTied, seed);
            run(kind.getKey() + (isTied ? ", tied" : ", lengths vary"), data, entries, seeds, seed, failed);
        }
        // About as many chunks as entries: all are kept, or all but one level.
        for (int more : new int[] {-1, 0, 1, 20}) {
            int chunks = entries + more;
            int[] sequence = new Random(seed).ints(3L * chunks, 0, chunks).toArray();
            for (int k = 0; k < chunks; k++) {
                sequence[k] = k;
            }
            run(chunks + " chunks", data(sequence, false, true, seed), entries, seeds, seed, failed);
        }
        if (!failed.isEmpty()) {
            throw new IllegalStateException("intervals cover less than they say: " + failed);
        }
    }

    private static Data data(int[] sequence, boolean isTied, boolean lengthsVary, long seed) {
        Map<Integer, Long> references = new LinkedHashMap<>();
        long zeros = 0;
        for (int chunk : sequence) {
            if (chunk < 0) {
                zeros++;
            } else {
                references.merge(chunk, 1L, Long::sum);
            }
        }
        int distinct = references.size();
        Data data = new Data(new long[distinct], new int[distinct], new int[distinct], ChunkSums.NONE);
        long bytes = zeros * MOST_CHUNK_BYTES;
        int i = 0;
        for (Map.Entry<Integer, Long> chunk : references.entrySet()) {
            double random = SplitMix.unit(SplitMix.mix(seed ^ chunk.getKey() * SplitMix.GOLDEN));
            data.references[i] = chunk.getValue();
            data.lengths[i] = lengthsVary ? 1 + (int) (random * random * (MOST_CHUNK_BYTES - 1)) : MOST_CHUNK_BYTES;
            double share = isTied ? 1.0 / Math.min(50, chunk.getValue()) : (1 + (random * 997) % 1) / 2;
            data.stored[i] = Math.max(1, (int) (data.lengths[i] * share));
            bytes += data.references[i] * data.lengths[i];
            i++;
        }
        return new Data(
                data.references,
                data.lengths,
                data.stored,
                new ChunkSums(sequence.length, bytes, zeros, zeros * MOST_CHUNK_BYTES));
    }

    private static void run(String name, Data data, int entries, int seeds, long seed, Map<String, Integer> failed) {
        Map<String, int[]> held = new LinkedHashMap<>();
        for (int s = 0; s < seeds; s++) {
            check(layout(data, entries, seed + 1 + s), data, held);
        }
        StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "%-32s", name));
        held.forEach((figure, counts) -> {
            row.append(String.format(Locale.ROOT, "  %s %.3f", figure, (double) counts[0] / counts[1]));
            // Rows of the histogram that few seeds meet tell little.
            if (counts[1] >= seeds / 2 && counts[0] < LEAST_COVERAGE * counts[1]) {
                failed.put(name + ", " + figure, counts[0]);
            }
        });
        System.out.println(row);
    }

    private static Layout layout(Data data, int entries, long seed) {
        Scheme scheme = new Scheme(
                "fixed:" + MOST_CHUNK_BYTES,
                MOST_CHUNK_BYTES,
                MOST_CHUNK_BYTES,
                "sha1",
                List.of("lz4"),
                List.of(CompressSample.OFF),
                0);
        try (SketchIndex sketch = SketchIndex.merging(MOST_CHUNK_BYTES, 1, entries)) {
            DistinctChunkVisitor taker = sketch.taker();
            byte[] fingerprint = new byte[Long.BYTES];
            int[] stored = new int[1];
            for (int i = 0; i < data.lengths.length; i++) {
                ByteBuffer.wrap(fingerprint).putLong(SplitMix.mix(seed * SplitMix.GOLDEN + i));
                stored[0] = data.stored[i];
                taker.visit(fingerprint, data.references[i], data.lengths[i], stored);
            }
            return SchemeFold.of(scheme, sketch).layout(data.sums, List.of());
        }
    }

    private static void check(Layout layout, Data data, Map<String, int[]> held) {
        long unique = data.sum(data.lengths);
        long physical = data.sum(data.stored);
        double nonZero = (double) layout.nonZeroBytes();
        Compression lz4 = layout.compression().get(0);
        if (layout.method() == null) {
            boolean isExact = layout.uniqueBytes() == unique && lz4.physicalBytes() == physical;
            count(held, "exact", isExact);
            return;
        }
        count(held, "unique", layout.uniqueBytesLow(), (double) unique, layout.uniqueBytesHigh());
        count(held, "chunks", layout.uniqueChunkCountLow(), data.lengths.length, layout.uniqueChunkCountHigh());
        count(held, "dedup", layout.dedupRatioLow(), nonZero / unique, layout.dedupRatioHigh());
        count(held, "physical", lz4.physicalBytesLow(), (double) physical, lz4.physicalBytesHigh());
        count(held, "ratio", lz4.compressionRatioLow(), (double) unique / physical, lz4.compressionRatioHigh());
        for (long references : ROWS) {
            long chunks = 0;
            long bytes = 0;
            for (int i = 0; i < data.lengths.length; i++) {
                if (data.references[i] == references) {
                    chunks++;
                    bytes += data.lengths[i];
                }
            }
            for (Refcount row : layout.refcounts()) {
                if (row.references() == references) {
                    count(held, "chunks met " + references, row.chunksLow(), (double) chunks, row.chunksHigh());
                    count(held, "bytes met " + references, row.bytesLow(), (double) bytes, row.bytesHigh());
                }
            }
        }
    }

    private static void count(
            Map<String, int[]> held, String figure, @Nullable Number low, double truth, @Nullable Number high) {
        count(
                held,
                figure,
                low != null
                        && high != null
                        && low.doubleValue() <= truth * (1 + 1e-12)
                        && truth * (1 - 1e-12) <= high.doubleValue());
    }

    private static void count(Map<String, int[]> held, String figure, boolean isHeld) {
        int[] counts = held.computeIfAbsent(figure, unused -> new int[2]);
        counts[0] += isHeld ? 1 : 0;
        counts[1]++;
    }
}
