package io.compscan.report.console;

import io.compscan.report.Figures;
import io.compscan.result.Layout;
import io.compscan.result.Refcount;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The lines about a layout whose distinct chunks are estimated: the method and the accuracy. */
final class EstimateSection {

    /** The upper end of the exact interval of a Poisson mean for a count of 0. */
    private static final double UNSEEN = 3.69;

    private EstimateSection() {}

    /**
     * Appends a line on the origin of the estimates, or a note that there are none though the index could have given some. An exact index
     * has no line.
     *
     * @param index the requested index; null for an exact one
     */
    static void appendFirst(Lines lines, Layout layout, @Nullable String index) {
        Long sampled = layout.sampledChunkCount();
        if (sampled == null && index != null) {
            lines.prose("  ", "Exact: all distinct chunks have found room in the index (--index " + index + ").");
        } else if (sampled != null) {
            lines.prose("  ", "~ estimated; --details has the 95 % intervals. " + counted(layout, sampled) + ".");
        }
    }

    private static String counted(Layout layout, long sampled) {
        if (layout.method() == Layout.Method.PART) {
            return "The part that was read has " + Figures.exact(sampled) + " distinct chunks that were counted";
        }
        return "A sketch counted " + Figures.exact(sampled) + " chunks, "
                + String.format(Locale.ROOT, "%.3g %%", 100 * probability(layout, sampled)) + " of the distinct ones";
    }

    private static double probability(Layout layout, long sampled) {
        return layout.uniqueChunkCount() == 0 ? 1 : (double) sampled / layout.uniqueChunkCount();
    }

    static void append(Lines lines, Layout layout) {
        Long sampled = layout.sampledChunkCount();
        if (sampled == null) {
            return;
        }
        double probability = probability(layout, sampled);
        lines.prose(counted(layout, sampled) + ":");
        row(lines, "unique", layout.uniqueBytesLow(), layout.uniqueBytesHigh());
        row(lines, "duplicates", layout.duplicateBytesLow(), layout.duplicateBytesHigh());
        Double low = layout.dedupRatioLow();
        Double high = layout.dedupRatioHigh();
        if (low != null && high != null) {
            lines.prose("  ", "dedup       " + Figures.interval(layout.dedupRatio(), low, high, ""));
        }
        long once = layout.refcounts().stream()
                .filter(row -> row.references() == 1)
                .mapToLong(Refcount::chunks)
                .sum();
        if (probability < 1 && !layout.refcounts().isEmpty()) {
            lines.prose(
                    "  ",
                    "referenced once: ~" + Figures.exact(once)
                            + " chunks; a count of references that is not listed has at most "
                            + Figures.exact((long) Math.ceil(UNSEEN / probability)));
        }
    }

    private static void row(Lines lines, String name, @Nullable Long low, @Nullable Long high) {
        if (low != null && high != null) {
            lines.prose(
                    "  ", String.format(Locale.ROOT, "%-11s %s to %s", name, Figures.human(low), Figures.human(high)));
        }
    }
}
