package io.compscan.result;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How data has grown, as measured by several scans of the same paths. All intervals are of 95 %.
 *
 * @param scanCount the scans that count
 * @param firstAt when the first of them began
 * @param lastAt when the last of them began
 * @param addedBytes by how much the scanned bytes have grown between these two
 * @param data the growth of the scanned bytes
 * @param targets the growth of what is left, for each target
 * @param change how much was replaced; null if no scan has another one before it
 */
public record Growth(
        int scanCount,
        Instant firstAt,
        Instant lastAt,
        long addedBytes,
        Trend data,
        List<TargetGrowth> targets,
        @Nullable Change change) {

    /** Copies the list. */
    public Growth {
        targets = List.copyOf(targets);
    }

    /** The growth on a target that a scan has; null if it is none of these. */
    public @Nullable TargetGrowth target(@Nullable String profile, String chunking, String compressor) {
        return targets.stream()
                .filter(target -> profile == null
                        ? target.profile() == null
                                && target.chunking().equals(chunking)
                                && target.compressor().equals(compressor)
                        : profile.equals(target.profile()))
                .findFirst()
                .orElse(null);
    }

    /** The form of a growth. */
    public enum Curve {
        /** The same number of bytes each year. */
        LINEAR,
        /** The same share each year. */
        EXPONENTIAL
    }

    /**
     * A growth in both forms. A year has 365.25 days.
     *
     * @param curve the form that lies nearer to the scans
     * @param bytesPerYear the growth if it is linear
     * @param bytesPerYearLow the lower end of its interval
     * @param bytesPerYearHigh the upper end
     * @param sharePerYear the growth if it is exponential, so 0.2 is 20 %; null if a scan has found nothing
     * @param sharePerYearLow the lower end of its interval, likewise
     * @param sharePerYearHigh the upper end, likewise
     */
    public record Trend(
            Curve curve,
            double bytesPerYear,
            double bytesPerYearLow,
            double bytesPerYearHigh,
            @Nullable Double sharePerYear,
            @Nullable Double sharePerYearLow,
            @Nullable Double sharePerYearHigh) {}

    /**
     * The growth of what is left on one target.
     *
     * @param profile the target system; null if it is a chunking with a compressor
     * @param chunking the layout
     * @param compressor the compressor of that layout
     * @param trend the growth
     * @param added what came to the data from the first scan to the last
     */
    public record TargetGrowth(@Nullable String profile, String chunking, String compressor, Trend trend, Added added) {

        /** The profile, or the chunking and the compressor, as a person speaks of them. */
        public String title() {
            return profile != null ? profile : chunking + " with " + compressor;
        }
    }

    /**
     * The difference of two scans, so what came less what went.
     *
     * @param writtenBytes by how much the written data has grown; null if it is not known
     * @param allocatedBytes by how much more it takes
     * @param dataReductionRatio {@code writtenBytes / allocatedBytes}; null unless both have grown, and the data by a hundredth at least
     */
    public record Added(
            @Nullable Long writtenBytes,
            long allocatedBytes,
            @Nullable Double dataReductionRatio) {}

    /**
     * The share of the data that a day replaces, by whole files: those that have changed, and those that are gone. That is more than their changed
     * chunks. What changes several times between two scans counts once.
     *
     * @param sharePerDay the median over the scans
     * @param sharePerDayLow the least
     * @param sharePerDayHigh the most
     */
    public record Change(double sharePerDay, double sharePerDayLow, double sharePerDayHigh) {}
}
