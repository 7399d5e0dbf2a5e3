package io.compscan.core.estimate;

import io.compscan.core.statistics.Interval;
import io.compscan.result.EstimateResult.Method;
import io.compscan.result.EstimateResult.PartLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer for one chunking and compressor, look after look: later looks narrow its intervals.
 *
 * <p>One thread.
 */
final class PartAnswer {

    /** With fewer extents no interval from them holds. */
    private static final int LEAST_EXTENTS = 30;
    /** In a wider interval no single number means anything. */
    private static final double WIDEST = 1.5;

    private static final double WISH = 0.1;

    private final String chunking;
    private final String compressor;
    private final int field;
    private @Nullable Interval unique;
    private @Nullable Interval physical;

    /** @param field of the compressor among the stored sizes, -1 if chunks are stored raw */
    PartAnswer(String chunking, String compressor, int field) {
        this.chunking = chunking;
        this.compressor = compressor;
        this.field = field;
    }

    /** Goes on from the intervals of earlier looks. */
    void restore(PartState.Answer answer) {
        unique = answer.unique();
        physical = answer.physical();
    }

    /** The intervals that all looks so far have in common. A look that stands alone is not among them. */
    PartState.Answer state() {
        return new PartState.Answer(unique, physical);
    }

    /**
     * One more look at the table.
     *
     * @param isIntersected whether earlier looks still hold, and later ones are going to intersect this one
     */
    PartLayout add(TableLook look, boolean isIntersected) {
        IncidenceTable table = look.table();
        ExtentFrame frame = look.frame();
        long unread = Math.max(0, frame.totalBytes() - table.readBytes());
        boolean isAll = table.sampledCount() == frame.extentCount();
        Interval uniqueNow = look.unique();
        Interval physicalNow = field < 0 ? uniqueNow : look.physical(field);
        boolean isTooFew = !isAll && table.sampledCount() < LEAST_EXTENTS;
        if (isTooFew) {
            uniqueNow = bounds(uniqueNow.low(), table.readBytes() + (double) unread);
            physicalNow = bounds(physicalNow.low(), uniqueNow.high());
        }
        if (isIntersected && !isAll) {
            uniqueNow = intersect(unique, uniqueNow);
            physicalNow = intersect(physical, physicalNow);
            unique = uniqueNow;
            physical = physicalNow;
        }
        return layout(table, frame, new Figures(look.zeros(), uniqueNow, physicalNow), isAll, isTooFew);
    }

    /** The intervals of one look. */
    private record Figures(Interval zeros, Interval unique, Interval physical) {}

    /** From the bytes that were seen to these and all unseen bytes. */
    private static Interval bounds(double least, double most) {
        return new Interval(least, least, Math.max(least, most));
    }

    private static Interval intersect(@Nullable Interval before, Interval now) {
        if (before == null) {
            return now;
        }
        double low = Math.max(before.low(), now.low());
        double high = Math.min(before.high(), now.high());
        // Disjoint intervals mean that one of them is wrong; the later one has seen more.
        return low > high ? now : new Interval(Math.max(low, Math.min(high, now.value())), low, high);
    }

    private PartLayout layout(
            IncidenceTable table, ExtentFrame frame, Figures figures, boolean isAll, boolean isTooFew) {
        Interval zeros = figures.zeros();
        Interval u = figures.unique();
        Interval p = figures.physical();
        double total = frame.totalBytes();
        boolean isVague = isTooFew || p.high() > WIDEST * p.low() || u.high() > WIDEST * u.low();
        boolean isNarrow = p.high() - p.low() <= 2 * WISH * p.value();
        Double ratio = p.value() == 0 ? null : Double.valueOf(total / p.value());
        return new PartLayout(
                chunking,
                compressor,
                isAll && table.damagedCount() == 0
                        ? (table.isExact(field) ? Method.EXACT : Method.SAMPLE)
                        : isTooFew ? Method.BOUNDS : Method.PART,
                zeros.roundedValue(),
                zeros.roundedLow(),
                zeros.roundedHigh(),
                isVague ? null : Long.valueOf(u.roundedValue()),
                u.roundedLow(),
                u.roundedHigh(),
                isVague ? null : Long.valueOf(p.roundedValue()),
                p.roundedLow(),
                p.roundedHigh(),
                isVague ? null : ratio,
                p.high() == 0 ? null : Double.valueOf(total / p.high()),
                p.low() == 0 ? null : Double.valueOf(total / p.low()),
                isNarrow || isAll ? null : Double.valueOf(readForWish(table, frame, p)),
                note(table, isAll, isTooFew, isNarrow));
    }

    /** The width goes about as the odds against a byte being read. */
    private static double readForWish(IncidenceTable table, ExtentFrame frame, Interval p) {
        double share = (double) table.sampledCount() / frame.extentCount();
        double halfWidth = (p.high() - p.low()) / Math.max(1, p.high() + p.low());
        double odds = (1 - share) / share * WISH / halfWidth;
        return Math.min(1, Math.max(share, 1 / (1 + odds)));
    }

    private static @Nullable String note(IncidenceTable table, boolean isAll, boolean isTooFew, boolean isNarrow) {
        List<String> notes = new ArrayList<>();
        long failedCount = table.unreadCount() + table.damagedCount();
        if (failedCount > 0) {
            notes.add(failedCount
                    + " extents have changed or could not be read; the interval holds whatever they contain");
        }
        if (!isAll && !isNarrow) {
            notes.add("the interval is wide: " + reason(table, isTooFew));
        }
        return notes.isEmpty() ? null : String.join("; ", notes);
    }

    private static String reason(IncidenceTable table, boolean isTooFew) {
        if (isTooFew) {
            return "fewer than " + LEAST_EXTENTS + " extents were read";
        }
        if (table.filledCount() < LEAST_EXTENTS) {
            return "only " + table.filledCount() + " of the extents that were read hold more than zeros";
        }
        return table.meanExtents() < 3
                ? "most chunks were met in fewer than three of the extents that were read"
                : "duplicates are concentrated in few extents";
    }
}
