package io.compscan.result.answer;

import io.compscan.result.Layout;
import io.compscan.result.ScanResult;
import io.compscan.result.answer.Variants.Variant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The gain of finer chunks against the cost of their index.
 *
 * <p>A curve has one compressor and one algorithm, for chunks of two algorithms differ in more than their size.
 *
 * @param curves the curves by compressor, and for each compressor by algorithm, in the order asked for; only compressors with two or more
 *     chunkings
 */
public record TradeOff(List<Curve> curves) {

    /** The least size of an index entry: a fingerprint of 20 bytes, a place and a count. */
    public static final int INDEX_ENTRY_BYTES = 32;

    private static final int MIN_STEPS = 3;
    /** The least bend of a knee, as a part of the whole gain. */
    private static final double MIN_BEND = 0.05;

    /**
     * The chunkings of one algorithm with one compressor.
     *
     * @param compressor its name
     * @param algorithm such as {@code fixed} or {@code fastcdc}
     * @param steps one for each chunking, from the fewest distinct chunks to the most
     */
    public record Curve(String compressor, String algorithm, List<Step> steps) {

        /** Copies the steps. */
        public Curve {
            steps = List.copyOf(steps);
        }
    }

    /**
     * One chunking.
     *
     * @param layout the chunking
     * @param rank its rank among all chunkings with this compressor; 1 for the least physical bytes
     * @param physicalBytes its physical bytes with the curve's compressor
     * @param indexBytes the least size of an index of its chunks
     * @param savedPerIndexByte physical bytes saved against the step before, for each further byte of the index. Negative if finer chunks
     *     take more; null for the first step and if the index is no larger
     * @param isKnee whether the gain levels off here
     */
    public record Step(
            Layout layout,
            int rank,
            long physicalBytes,
            long indexBytes,
            @Nullable Double savedPerIndexByte,
            boolean isKnee) {}

    /** Copies the curves. */
    public TradeOff {
        curves = List.copyOf(curves);
    }

    /** The trade-off of the chunkings that the user asked for; a chunking that only a target system needs is no choice. */
    public static TradeOff of(ScanResult result) {
        return of(new Variants(result).asked());
    }

    /**
     * The trade-off of some variants.
     *
     * <p>The knee is the point farthest below the straight line from the first step to the last. The distinct chunks are on a logarithmic
     * scale, so each halving of the chunk size is a step of the same length. Source: Satopaa, Albrecht, Irwin, Raghavan: Finding a
     * "kneedle" in a haystack. ICDCSW 2011.
     */
    static TradeOff of(List<Variant> variants) {
        Map<String, List<Variant>> byCompressor = new LinkedHashMap<>();
        for (Variant variant : variants) {
            byCompressor
                    .computeIfAbsent(variant.compression().compressor(), unused -> new ArrayList<>())
                    .add(variant);
        }
        List<Curve> curves = new ArrayList<>();
        byCompressor.forEach((compressor, compared) -> {
            if (compared.size() > 1) {
                Map<String, List<Variant>> byAlgorithm = new LinkedHashMap<>();
                for (Variant variant : compared) {
                    byAlgorithm
                            .computeIfAbsent(algorithm(variant.layout()), unused -> new ArrayList<>())
                            .add(variant);
                }
                byAlgorithm.forEach(
                        (algorithm, points) -> curves.add(new Curve(compressor, algorithm, steps(points, compared))));
            }
        });
        return new TradeOff(curves);
    }

    /** The curves of one compressor. */
    public List<Curve> curvesOf(String compressor) {
        return curves.stream()
                .filter(curve -> curve.compressor().equals(compressor))
                .toList();
    }

    private static String algorithm(Layout layout) {
        return layout.chunking().replaceFirst(":.*", "");
    }

    private static List<Step> steps(List<Variant> points, List<Variant> compared) {
        List<Variant> ascending = points.stream()
                .sorted(Comparator.comparingLong(point -> point.layout().uniqueChunkCount()))
                .toList();
        Variant knee = knee(ascending);
        List<Step> steps = new ArrayList<>();
        Variant before = null;
        for (Variant point : ascending) {
            long better = compared.stream()
                    .filter(other -> physicalBytes(other) < physicalBytes(point))
                    .count();
            steps.add(new Step(
                    point.layout(),
                    (int) better + 1,
                    physicalBytes(point),
                    indexBytes(point),
                    before == null
                            ? null
                            : gain(
                                    physicalBytes(before) - physicalBytes(point),
                                    indexBytes(point) - indexBytes(before)),
                    point.equals(knee)));
            before = point;
        }
        return steps;
    }

    private static @Nullable Double gain(long savedBytes, long indexBytes) {
        return indexBytes == 0 ? null : Double.valueOf((double) savedBytes / indexBytes);
    }

    private static @Nullable Variant knee(List<Variant> ascending) {
        if (ascending.size() < MIN_STEPS || ascending.get(0).layout().uniqueChunkCount() == 0) {
            return null;
        }
        Variant first = ascending.get(0);
        Variant last = ascending.get(ascending.size() - 1);
        double width = log(last) - log(first);
        double height = physicalBytes(first) - (double) physicalBytes(last);
        if (width <= 0 || height <= 0) {
            return null;
        }
        Variant knee = null;
        double largest = MIN_BEND;
        for (Variant point : ascending) {
            double gained = (physicalBytes(first) - (double) physicalBytes(point)) / height;
            double bend = gained - (log(point) - log(first)) / width;
            if (bend > largest) {
                largest = bend;
                knee = point;
            }
        }
        return knee;
    }

    private static double log(Variant point) {
        return Math.log((double) point.layout().uniqueChunkCount());
    }

    private static long indexBytes(Variant point) {
        return point.layout().uniqueChunkCount() * INDEX_ENTRY_BYTES;
    }

    private static long physicalBytes(Variant point) {
        return point.compression().physicalBytes();
    }
}
