package io.compscan.result;

import io.compscan.result.Growth.Curve;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How much storage the scanned data needs in the years to come; the document of {@code compscan plan}.
 *
 * @param format always {@value #FORMAT}
 * @param version of the format, {@value #VERSION}
 * @param toolVersion of the compscan that scanned
 * @param paths what was scanned
 * @param partial whether the scan was stopped before its end, so that the plan covers what had been read
 * @param unreadBytes what the scan could not read, and the plan does not cover
 * @param unreadDirectoryCount directories that could not be listed; the size of everything below them is unknown, and not covered
 * @param assumptions what is assumed of the years to come
 * @param notGiven the names of the assumptions that a capacity to buy needs and that nobody gave; without them no capacity follows
 * @param systems one for each target
 * @param measuredGrowth what a catalog's scans show; null if the plan has no history. The assumptions say what is planned with
 */
public record CapacityResult(
        String format,
        int version,
        String toolVersion,
        List<String> paths,
        boolean partial,
        long unreadBytes,
        long unreadDirectoryCount,
        Assumptions assumptions,
        List<String> notGiven,
        List<SystemPlan> systems,
        @LeftOut @Nullable Growth measuredGrowth) {

    /** The name of the format. */
    public static final String FORMAT = "compscan-plan";
    /** The version of the format. */
    public static final int VERSION = 2;

    /**
     * The assumptions on the years to come; shares, so 0.2 is 20 %. What is null was not given.
     *
     * @param growthPerYear by which share the data grows a year; above -1
     * @param growthPerYearLow the least growth of a range; null if one number was given
     * @param growthPerYearHigh the most growth of it, likewise
     * @param years how many years the plan looks ahead
     * @param changePerDay which share of the stored data is replaced a day
     * @param retention which snapshots or backups on the target keep what was replaced; with {@code changePerDay} or not at all
     * @param headroom which share of the usable capacity stays free; below 1
     * @param growthCurve whether the growth is a share of each year, or one of today; null without growth
     */
    public record Assumptions(
            @Nullable Double growthPerYear,
            @Nullable Double growthPerYearLow,
            @Nullable Double growthPerYearHigh,
            @Nullable Integer years,
            @Nullable Double changePerDay,
            @Nullable Retention retention,
            @Nullable Double headroom,
            @Nullable Curve growthCurve) {

        /** Nothing is assumed. */
        public static final Assumptions NONE = new Assumptions(null, null, null, null, null, null, null);

        /** Growth is a share of each year. */
        public Assumptions(
                @Nullable Double growthPerYear,
                @Nullable Double growthPerYearLow,
                @Nullable Double growthPerYearHigh,
                @Nullable Integer years,
                @Nullable Double changePerDay,
                @Nullable Retention retention,
                @Nullable Double headroom) {
            this(
                    growthPerYear,
                    growthPerYearLow,
                    growthPerYearHigh,
                    years,
                    changePerDay,
                    retention,
                    headroom,
                    growthPerYear == null ? null : Curve.EXPONENTIAL);
        }

        /** The names of what a capacity to buy needs and was not given. */
        public List<String> notGiven() {
            List<String> names = new ArrayList<>();
            if (years == null) {
                names.add("years");
            }
            if (growthPerYear == null && (years == null || years > 0)) {
                names.add("growth");
            }
            if (headroom == null) {
                names.add("headroom");
            }
            return names;
        }
    }

    /**
     * What somebody says of one system; shares, and what is null was not given.
     *
     * @param pricePerTb of 10^12 bytes of usable capacity, in any currency
     * @param raidShare which share of the raw capacity RAID, mirrors or erasure codes take; below 1
     * @param spareShare which share of the raw capacity is spare; below 1
     * @param guaranteedRatio the data reduction ratio that the vendor guarantees
     */
    public record Offer(
            @Nullable Double pricePerTb,
            @Nullable Double raidShare,
            @Nullable Double spareShare,
            @Nullable Double guaranteedRatio) {

        /** Nothing was said. */
        public static final Offer NONE = new Offer(null, null, null, null);
    }

    /**
     * The need on one target.
     *
     * @param today what the data takes today
     * @param offer what is said of the target
     * @param years from year 0, today, on; today alone if the years or the growth were not given
     * @param rangeCovers the errors that the ranges of the years hold; empty if there is no range
     * @param ifWorse what a model that is wrong would cost in the last year; null if the model was checked, if there is none, or no
     *     capacity follows
     * @param guarantee whether the data reaches the guaranteed ratio; null if none was given
     * @param ifAsAdded the last year if new data shrinks as what a history has added; null without a history, a growth or a capacity
     */
    public record SystemPlan(
            Footprint today,
            Offer offer,
            List<Year> years,
            List<Cover> rangeCovers,
            @Nullable IfWorse ifWorse,
            @Nullable Guarantee guarantee,
            @LeftOut @Nullable IfAsAdded ifAsAdded) {

        /** Without a history. */
        public SystemPlan(
                Footprint today,
                Offer offer,
                List<Year> years,
                List<Cover> rangeCovers,
                @Nullable IfWorse ifWorse,
                @Nullable Guarantee guarantee) {
            this(today, offer, years, rangeCovers, ifWorse, guarantee, null);
        }

        /** Copies the lists. */
        public SystemPlan {
            years = List.copyOf(years);
            rangeCovers = List.copyOf(rangeCovers);
        }

        /** The last year. */
        public Year last() {
            return years.get(years.size() - 1);
        }
    }

    /**
     * The need of one year. What is null does not follow from what was given.
     *
     * @param year 0 for today
     * @param scannedBytes the data itself
     * @param allocatedBytes what it takes on the target, what snapshots keep of it included
     * @param allocatedBytesLow the least of the range that the stated ranges give; {@code allocatedBytes} without any
     * @param allocatedBytesHigh the most, likewise
     * @param usableBytes the capacity that leaves the headroom free
     * @param usableBytesLow what {@code allocatedBytesLow} needs
     * @param usableBytesHigh what {@code allocatedBytesHigh} needs
     * @param rawBytes the disks behind {@code usableBytes}; null unless RAID or spares were given
     * @param effectiveBytes the written data that {@code usableBytes} hold if all reduces as the scanned data
     * @param price of {@code usableBytes}, rounded to hundredths
     * @param grade that of the number of the year: assumed wherever an assumption is part of it
     */
    public record Year(
            int year,
            long scannedBytes,
            long allocatedBytes,
            long allocatedBytesLow,
            long allocatedBytesHigh,
            @Nullable Long usableBytes,
            @Nullable Long usableBytesLow,
            @Nullable Long usableBytesHigh,
            @Nullable Long rawBytes,
            @Nullable Long effectiveBytes,
            @Nullable Double price,
            Grade grade) {}

    /**
     * The cost of a reduction that is worse than the model says.
     *
     * @param reductionWorse by which share the ratio is worse
     * @param usableBytesMore the capacity that is then missing in the last year
     * @param priceMore its price; null without a price
     */
    public record IfWorse(
            double reductionWorse,
            long usableBytesMore,
            @Nullable Double priceMore) {}

    /**
     * The last year if new data shrinks as the data that came between the scans of a history.
     *
     * @param dataReductionRatio of what came
     * @param usableBytes the capacity of the last year
     */
    public record IfAsAdded(double dataReductionRatio, long usableBytes) {}

    /**
     * A vendor's guarantee beside what the scan says.
     *
     * @param ratio the guaranteed data reduction ratio
     * @param verdict whether the data reaches it
     * @param expectedRatio the data reduction ratio of the scanned data; null if nothing remains
     * @param expectedRatioLow the least that the verdict counts with
     * @param expectedRatioHigh the most
     * @param restsOn the ground of the verdict
     */
    public record Guarantee(
            double ratio,
            Verdict verdict,
            @Nullable Double expectedRatio,
            @Nullable Double expectedRatioLow,
            @Nullable Double expectedRatioHigh,
            Ground restsOn) {}

    /** Whether data reaches a guaranteed ratio. */
    public enum Verdict {
        /** The whole range lies at the ratio or above it. */
        LIKELY,
        /** The ratio lies in the range. */
        OPEN,
        /** The whole range lies below it. */
        UNLIKELY
    }

    /** The ground of a verdict. */
    public enum Ground {
        /** The deviations of a checked model, and the interval of the scan. */
        CHECKED_MODEL,
        /** A model that nobody has checked: a tenth to either side stands for its unknown error. */
        UNCHECKED_MODEL,
        /** The scanned bytes without any system's model: a tenth to either side stands for it. */
        NO_MODEL
    }

    /** Copies the lists. */
    public CapacityResult {
        paths = List.copyOf(paths);
        notGiven = List.copyOf(notGiven);
        systems = List.copyOf(systems);
    }
}
