package io.compscan.core.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a random part of the data tells of all of it; the document of {@code compscan estimate}.
 *
 * @param format always {@value #FORMAT}
 * @param version of the format, {@value #VERSION}
 * @param toolVersion of compscan
 * @param paths what was sampled
 * @param interrupted whether reading was stopped before its end; the numbers are those of the last complete pass
 * @param scannedBytes all bytes that the names add up to, hard links once
 * @param extentBytes the most bytes of an extent
 * @param extentCount the extents of all data
 * @param sampledExtentCount how many of them were read
 * @param readBytes their bytes
 * @param layouts one for each chunking and compressor, in the order asked for
 * @param passes the reduction of the first of them after each pass
 * @param errors what could not be read, in ascending order of the path; a path once, with the bytes of all its extents
 */
public record EstimateResult(
        String format,
        int version,
        String toolVersion,
        List<String> paths,
        boolean interrupted,
        long scannedBytes,
        long extentBytes,
        long extentCount,
        long sampledExtentCount,
        long readBytes,
        List<PartLayout> layouts,
        List<Pass> passes,
        List<ReadError> errors) {

    /** The name of the format. */
    public static final String FORMAT = "compscan-estimate";
    /** The version of the format. */
    public static final int VERSION = 1;

    /** Copies the lists. */
    public EstimateResult {
        paths = List.copyOf(paths);
        layouts = List.copyOf(layouts);
        passes = List.copyOf(passes);
        errors = List.copyOf(errors);
    }

    /** How the numbers of a layout came about. */
    public enum Method {
        /** Everything was read and counted. */
        EXACT,
        /** Everything was read, and a sample of the distinct chunks was compressed or, of much data, counted. */
        SAMPLE,
        /** An estimate from the extents that were read. */
        PART,
        /** Too few extents were read; the ends are certain, and there is no estimate between them. */
        BOUNDS
    }

    /**
     * One chunking with one compressor.
     *
     * @param chunking canonical name
     * @param compressor canonical name
     * @param method how the numbers came about
     * @param zeroBytes in chunks that are all zero
     * @param zeroBytesLow the lower end of the 95 % interval; the others likewise
     * @param uniqueBytes one copy of each distinct chunk; null if the interval is too wide for a single number, as all below
     * @param physicalBytes what remains
     * @param reductionRatio {@code scannedBytes / physicalBytes}
     * @param readForTenPercent about the share of the data to read for an interval of ten per cent to either side; null if that was
     *     reached
     * @param note one line on why the interval is wide and on what could not be read; null if there is nothing to say
     */
    public record PartLayout(
            String chunking,
            String compressor,
            Method method,
            long zeroBytes,
            long zeroBytesLow,
            long zeroBytesHigh,
            @Nullable Long uniqueBytes,
            long uniqueBytesLow,
            long uniqueBytesHigh,
            @Nullable Long physicalBytes,
            long physicalBytesLow,
            long physicalBytesHigh,
            @Nullable Double reductionRatio,
            @Nullable Double reductionRatioLow,
            @Nullable Double reductionRatioHigh,
            @Nullable Double readForTenPercent,
            @Nullable String note) {

        /** Refuses intervals that do not hold their numbers. */
        public PartLayout {
            if (uniqueBytesLow > uniqueBytesHigh
                    || physicalBytesLow > physicalBytesHigh
                    || (uniqueBytes != null && (uniqueBytes < uniqueBytesLow || uniqueBytes > uniqueBytesHigh))
                    || (physicalBytes != null
                            && (physicalBytes < physicalBytesLow || physicalBytes > physicalBytesHigh))) {
                throw new IllegalStateException("the numbers of " + chunking + " with " + compressor
                        + " do not add up: uniqueBytes " + uniqueBytes + " in " + uniqueBytesLow + " to "
                        + uniqueBytesHigh + ", physicalBytes " + physicalBytes + " in " + physicalBytesLow + " to "
                        + physicalBytesHigh);
            }
        }
    }

    /**
     * The state after one pass.
     *
     * @param readBytes so far
     * @param share of the extents that were read so far
     * @param reductionRatio of the first layout; null if its interval is too wide
     * @param reductionRatioLow the lower end of its interval
     * @param reductionRatioHigh the upper end
     * @param elapsedNanos since reading began
     */
    public record Pass(
            long readBytes,
            double share,
            @Nullable Double reductionRatio,
            @Nullable Double reductionRatioLow,
            @Nullable Double reductionRatioHigh,
            long elapsedNanos) {}
}
