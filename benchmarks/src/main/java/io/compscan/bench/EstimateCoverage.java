package io.compscan.bench;

import io.compscan.core.estimate.ExtentEstimator;
import io.compscan.core.estimate.ExtentSums;
import io.compscan.core.estimate.Interval;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Measures how often the interval of a partial read holds the truth, and how wide it is.
 *
 * <p>Nothing is read. Sequences of chunks with a known number of distinct ones are cut into extents. Samples of these are drawn again and
 * again.
 *
 * <pre>
 *   java -cp ... io.compscan.bench.EstimateCoverage [SAMPLES] [CHUNKS] [SEED]      200, 1048576 (4 GiB in chunks of 4 KiB), the time
 * </pre>
 *
 * <p>Each row is one kind of data and one share. It shows the part of the samples whose interval holds the truth, and the means of the ends
 * as fractions of the truth. The program fails if a row covers less than 92.8 %.
 */
public final class EstimateCoverage {

    private static final int CHUNKS_PER_EXTENT = 32;
    private static final double CHUNK_BYTES = 4096;
    private static final double[] SHARES = {0.05, 0.1, 0.15, 0.25};
    private static final double LEAST_COVERAGE = 0.928;

    private final int[] chunks;
    private final int extents;
    private final int distinct;

    private EstimateCoverage(int[] chunks) {
        this.chunks = chunks;
        extents = chunks.length / CHUNKS_PER_EXTENT;
        boolean[] isSeen = new boolean[Arrays.stream(chunks).max().orElse(0) + 1];
        int count = 0;
        for (int chunk : chunks) {
            if (chunk >= 0 && !isSeen[chunk]) {
                isSeen[chunk] = true;
                count++;
            }
        }
        distinct = count;
    }

    /** Makes a sequence of chunks, -1 for zeros. */
    private interface Kind {
        int[] make(int count, Random random);
    }

    /** Runs the simulation. */
    public static void main(String[] args) {
        int samples = args.length > 0 ? Integer.parseInt(args[0]) : 200;
        int count = args.length > 1 ? Integer.parseInt(args[1]) : 1 << 20;
        long seed = args.length > 2 ? Long.parseLong(args[2]) : System.nanoTime();
        System.out.printf(Locale.ROOT, "%d samples of %d chunks, seed %d%n", samples, count, seed);
        System.out.printf(
                Locale.ROOT, "%-12s %6s %9s %7s %7s %7s%n", "data", "share", "coverage", "low", "value", "high");
        boolean isHonest = true;
        for (Map.Entry<String, Kind> kind : kinds().entrySet()) {
            EstimateCoverage data = new EstimateCoverage(kind.getValue().make(count, new Random(seed)));
            for (double share : SHARES) {
                isHonest &= data.print(kind.getKey(), share, samples, seed);
            }
        }
        if (!isHonest) {
            throw new IllegalStateException("an interval covers less than it says");
        }
    }

    private boolean print(String name, double share, int samples, long seed) {
        int covered = 0;
        double[] sums = new double[3];
        for (int s = 0; s < samples; s++) {
            Interval interval = estimate(share, new Random(seed + 1 + s));
            double truth = distinct * CHUNK_BYTES;
            covered += interval.low() <= truth * (1 + 1e-9) && interval.high() >= truth * (1 - 1e-9) ? 1 : 0;
            sums[0] += interval.low() / truth / samples;
            sums[1] += interval.value() / truth / samples;
            sums[2] += interval.high() / truth / samples;
        }
        double coverage = (double) covered / samples;
        System.out.printf(
                Locale.ROOT,
                "%-12s %4.0f %% %9.3f %7.3f %7.3f %7.3f%n",
                name,
                100 * share,
                coverage,
                sums[0],
                sums[1],
                sums[2]);
        return coverage >= LEAST_COVERAGE;
    }

    private Interval estimate(double share, Random random) {
        int n = (int) Math.round(share * extents);
        boolean[] isSampled = new boolean[extents];
        for (int drawn = 0; drawn < n; ) {
            int extent = random.nextInt(extents);
            if (!isSampled[extent]) {
                isSampled[extent] = true;
                drawn++;
            }
        }
        int[] counts = new int[Arrays.stream(chunks).max().orElse(0) + 1];
        int[][] locals = new int[extents][];
        int most = 0;
        for (int e = 0; e < extents; e++) {
            if (isSampled[e]) {
                locals[e] = Arrays.stream(chunks, e * CHUNKS_PER_EXTENT, (e + 1) * CHUNKS_PER_EXTENT)
                        .filter(chunk -> chunk >= 0)
                        .distinct()
                        .toArray();
                for (int chunk : locals[e]) {
                    most = Math.max(most, ++counts[chunk]);
                }
            }
        }
        ExtentSums sums = new ExtentSums(extents, most);
        double seen = 0;
        for (int count : counts) {
            if (count > 0) {
                sums.addChunk(count, CHUNK_BYTES);
                seen += CHUNK_BYTES;
            }
        }
        for (int[] local : locals) {
            if (local != null) {
                for (int chunk : local) {
                    sums.addToExtent(counts[chunk], CHUNK_BYTES);
                }
                sums.endExtent(local.length * CHUNK_BYTES);
            }
        }
        double extentBytes = CHUNKS_PER_EXTENT * CHUNK_BYTES;
        return ExtentEstimator.ONE_LOOK.estimate(sums, extentBytes, seen, seen + (extents - n) * extentBytes);
    }

    private static Map<String, Kind> kinds() {
        Map<String, Kind> kinds = new LinkedHashMap<>();
        kinds.put("none", (count, random) -> sequence(count));
        kinds.put("halves", (count, random) -> generate(count, k -> k % (count / 2)));
        kinds.put("pairs far", (count, random) -> shuffled(generate(count, k -> k / 2), random));
        kinds.put("pairs near", (count, random) -> generate(count, k -> k / 2));
        for (double exponent : new double[] {0.8, 1.1, 1.5}) {
            kinds.put("Zipf " + exponent, (count, random) -> zipf(count, exponent, random));
        }
        kinds.put("half is one", (count, random) -> generate(count, k -> random.nextBoolean() ? 0 : k + 1));
        kinds.put("in 1 %", (count, random) -> {
            int length = count / 100;
            return generate(
                    count, k -> k / length == 33 ? count / 3 + k % length % (length / 50) : k < count / 3 ? k : k + length);
        });
        kinds.put("zeros 90 %", (count, random) -> {
            int[] isData = generate(count / 512 + 1, i -> random.nextInt(10));
            return generate(count, k -> isData[k / 512] > 0 ? -1 : random.nextBoolean() ? k : count + random.nextInt(count / 40));
        });
        kinds.put("backups 14", (count, random) -> copies(count, 14, 0.02, 8, random));
        kinds.put("clones 30", (count, random) -> copies(count, 30, 0.12, 32, random));
        kinds.put("a tenth twice", (count, random) ->
                generate(count, k -> k >= count / 2 && k < count / 2 + count / 10 ? k - count / 2 : k));
        return kinds;
    }

    private interface Chunk {
        int at(int k);
    }

    private static int[] generate(int count, Chunk chunk) {
        int[] chunks = new int[count];
        for (int k = 0; k < count; k++) {
            chunks[k] = chunk.at(k);
        }
        return chunks;
    }

    private static int[] sequence(int count) {
        return generate(count, k -> k);
    }

    private static int[] shuffled(int[] chunks, Random random) {
        for (int i = chunks.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int kept = chunks[i];
            chunks[i] = chunks[j];
            chunks[j] = kept;
        }
        return chunks;
    }

    private static int[] zipf(int count, double exponent, Random random) {
        double[] sums = new double[count];
        double sum = 0;
        for (int k = 0; k < count; k++) {
            sum += Math.pow(k + 1, -exponent);
            sums[k] = sum;
        }
        double all = sum;
        return generate(count, k -> {
            int place = Arrays.binarySearch(sums, random.nextDouble() * all);
            return Math.min(count - 1, place < 0 ? -1 - place : place);
        });
    }

    /** Copies of one base, each with a share of its chunks replaced in runs; backups keep what the copy before has replaced. */
    private static int[] copies(int count, int copies, double share, int run, Random random) {
        int base = count / copies;
        int[] now = sequence(base);
        int[] chunks = new int[base * copies / CHUNKS_PER_EXTENT * CHUNKS_PER_EXTENT];
        int next = base;
        for (int k = 0; k < chunks.length; k++) {
            if (k % base == 0 && k > 0) {
                for (int changed = 0; changed < base * share; changed += run) {
                    int from = random.nextInt(base - run);
                    for (int i = from; i < from + run; i++) {
                        now[i] = next++;
                    }
                }
            }
            chunks[k] = now[k % base];
        }
        return chunks;
    }
}
