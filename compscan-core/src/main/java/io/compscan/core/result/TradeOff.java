package io.compscan.core.result;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The gain of chunkings against the cost of their index, from the fewest distinct chunks to the most.
 *
 * @param steps one for each chunking
 */
public record TradeOff(List<Step> steps) {

    /** The least size of an index entry: a fingerprint of 20 bytes, a place and a count. */
    public static final int INDEX_ENTRY_BYTES = 32;

    private static final int MIN_STEPS = 3;
    /** A curve that bends less than this, of the whole gain, has no knee worth the name. */
    private static final double MIN_BEND = 0.05;

    /**
     * One chunking.
     *
     * @param layout the chunking
     * @param rank 1 for the one that takes the least
     * @param physicalBytes with the compressor that takes the least
     * @param indexBytes what an index of its chunks takes at the least
     * @param savedPerIndexByte physical bytes saved against the step before, for each byte that the index takes more; null for the first
     *     step and where the index takes no more
     * @param isKnee whether the gain levels off here
     */
    public record Step(
            Layout layout,
            int rank,
            long physicalBytes,
            long indexBytes,
            @Nullable Double savedPerIndexByte,
            boolean isKnee) {}

    /** Copies the steps. */
    public TradeOff {
        steps = List.copyOf(steps);
    }

    /**
     * The trade-off of a scan's chunkings.
     *
     * <p>The knee is the point farthest below the straight line from the first step to the last, with the distinct chunks on a
     * logarithmic scale, so that each halving of the chunk size is a step of the same length. Source: Satopaa, Albrecht, Irwin,
     * Raghavan: Finding a "kneedle" in a haystack. ICDCSW 2011.
     */
    public static TradeOff of(List<Layout> layouts) {
        List<Layout> ascending = layouts.stream()
                .sorted(Comparator.comparingLong(Layout::uniqueChunkCount))
                .toList();
        Layout knee = knee(ascending);
        List<Step> steps = new ArrayList<>();
        Layout before = null;
        for (Layout layout : ascending) {
            long better = layouts.stream()
                    .filter(other -> physicalBytes(other) < physicalBytes(layout))
                    .count();
            steps.add(new Step(
                    layout,
                    (int) better + 1,
                    physicalBytes(layout),
                    indexBytes(layout),
                    before == null
                            ? null
                            : Ratio.of(
                                    physicalBytes(before) - physicalBytes(layout),
                                    indexBytes(layout) - indexBytes(before)),
                    layout.equals(knee)));
            before = layout;
        }
        return new TradeOff(steps);
    }

    private static @Nullable Layout knee(List<Layout> ascending) {
        if (ascending.size() < MIN_STEPS || ascending.get(0).uniqueChunkCount() == 0) {
            return null;
        }
        Layout first = ascending.get(0);
        Layout last = ascending.get(ascending.size() - 1);
        double width = log(last) - log(first);
        double height = physicalBytes(first) - (double) physicalBytes(last);
        if (width <= 0 || height <= 0) {
            return null;
        }
        Layout knee = null;
        double largest = MIN_BEND;
        for (Layout layout : ascending) {
            double gained = (physicalBytes(first) - (double) physicalBytes(layout)) / height;
            double bend = gained - (log(layout) - log(first)) / width;
            if (bend > largest) {
                largest = bend;
                knee = layout;
            }
        }
        return knee;
    }

    private static double log(Layout layout) {
        return Math.log((double) layout.uniqueChunkCount());
    }

    private static long indexBytes(Layout layout) {
        return layout.uniqueChunkCount() * INDEX_ENTRY_BYTES;
    }

    private static long physicalBytes(Layout layout) {
        return layout.compression().stream()
                .mapToLong(Compression::physicalBytes)
                .min()
                .orElse(layout.uniqueBytes());
    }
}
