package io.compscan.bench;

import io.compscan.core.statistics.ExtentEstimator;
import io.compscan.core.statistics.ExtentSums;
import io.compscan.core.statistics.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
 *   java -cp ... io.compscan.bench.EstimateCoverage [SAMPLES] [CHUNKS] [SEED]      250, 262144 (1 GiB in chunks of 4 KiB), the time
 * </pre>
 *
 * <p>Each row is one kind of data and one share. It shows the part of the samples whose interval holds the truth, and the means of the ends
 * as fractions of the truth. The program fails if all samples of a kind together, 1,000 by default, cover less than 92.8 %.
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
        distinct = EstimateData.distinct(chunks);
    }

    /** Runs the simulation. */
    public static void main(String[] args) {
        int samples = args.length > 0 ? Integer.parseInt(args[0]) : 250;
        int count = args.length > 1 ? Integer.parseInt(args[1]) : 1 << 18;
        long seed = args.length > 2 ? Long.parseLong(args[2]) : System.nanoTime();
        System.out.printf(Locale.ROOT, "%d samples of %d chunks, seed %d%n", samples, count, seed);
        System.out.printf(
                Locale.ROOT, "%-17s %6s %9s %7s %7s %7s%n", "data", "share", "coverage", "low", "value", "high");
        List<String> dishonest = new ArrayList<>();
        for (Map.Entry<String, EstimateData.Kind> kind :
                EstimateData.kinds(CHUNKS_PER_EXTENT).entrySet()) {
            EstimateCoverage data = new EstimateCoverage(kind.getValue().make(count, new Random(seed)));
            int covered = 0;
            for (double share : SHARES) {
                covered += data.print(kind.getKey(), share, samples, seed);
            }
            if (covered < LEAST_COVERAGE * samples * SHARES.length) {
                dishonest.add(kind.getKey() + ": " + covered + " of " + samples * SHARES.length);
            }
        }
        if (!dishonest.isEmpty()) {
            throw new IllegalStateException("intervals cover less than they say: " + dishonest);
        }
    }

    /** Prints a row and returns how many samples hold the truth. */
    private int print(String name, double share, int samples, long seed) {
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
                "%-17s %4.0f %% %9.3f %7.3f %7.3f %7.3f%n",
                name,
                100 * share,
                coverage,
                sums[0],
                sums[1],
                sums[2]);
        return covered;
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
}
