package io.compscan.core.result;

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
 * @param today what the data takes today
 * @param assumptions what is assumed of the years to come
 * @param years from year 0, today, on
 */
public record CapacityResult(
        String format,
        int version,
        String toolVersion,
        List<String> paths,
        boolean partial,
        long unreadBytes,
        Footprint today,
        Assumptions assumptions,
        List<Year> years) {

    /** The name of the format. */
    public static final String FORMAT = "compscan-plan";
    /** The version of the format. */
    public static final int VERSION = 1;

    /**
     * The assumptions on the years to come; shares, so 0.2 is 20 %.
     *
     * @param growthPerYear by which share the data grows a year; above -1
     * @param changePerDay which share of the stored data is replaced a day
     * @param retentionDays how many days snapshots or backups on the target keep what was replaced
     * @param headroom which share of the usable capacity stays free; below 1
     * @param pricePerTb of 10^12 bytes of usable capacity, in any currency; null if there is none
     */
    public record Assumptions(
            Double growthPerYear,
            Double changePerDay,
            int retentionDays,
            Double headroom,
            @Nullable Double pricePerTb) {}

    /**
     * The need of one year.
     *
     * @param year 0 for today
     * @param scannedBytes the data itself
     * @param allocatedBytes what it takes on the target, what snapshots keep of it included
     * @param allocatedBytesLow the least that it may take today's sample being what it is, with a certainty of 95 %
     * @param allocatedBytesHigh the most, likewise
     * @param usableBytes the capacity that leaves the headroom free
     * @param usableBytesLow what {@code allocatedBytesLow} needs
     * @param usableBytesHigh what {@code allocatedBytesHigh} needs
     * @param price of {@code usableBytes}, rounded to hundredths; null if none was given
     */
    public record Year(
            int year,
            long scannedBytes,
            long allocatedBytes,
            long allocatedBytesLow,
            long allocatedBytesHigh,
            long usableBytes,
            long usableBytesLow,
            long usableBytesHigh,
            @Nullable Double price) {}

    /** Copies the lists. */
    public CapacityResult {
        paths = List.copyOf(paths);
        years = List.copyOf(years);
    }
}
