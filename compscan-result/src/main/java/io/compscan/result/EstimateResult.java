package io.compscan.result;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An estimate of all data from a random part; the document of {@code compscan estimate}.
 *
 * @param format always {@value #FORMAT}
 * @param version the version of the format, {@value #VERSION}
 * @param toolVersion the version of compscan
 * @param paths the sampled paths
 * @param interrupted whether reading was stopped before its end; the numbers then come from the last complete pass
 * @param scannedBytes the sizes of all files, hard links once
 * @param extentBytes the most bytes of an extent
 * @param extentCount the extents of all data
 * @param sampledExtentCount how many of them were read
 * @param readBytes their bytes
 * @param layouts one for each chunking and compressor, in the order asked for
 * @param passes the reduction of the first of them after each pass
 * @param unreadDirectoryCount directories that could not be listed and paths whose size is unknown; everything below them is missing
 * @param errors the paths that could not be read, in ascending order; a path once, with the bytes of all its extents
 * @param profiles one for each target system, in the order asked for; empty where too little was read
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
        @Later long unreadDirectoryCount,
        List<ReadError> errors,
        @Later List<ProfileResult> profiles) {

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
        profiles = List.copyOf(profiles);
    }

    /** The result of a scan, which has read everything, as an estimate of one pass. */
    public static EstimateResult ofScan(ScanResult scan) {
        Totals totals = scan.totals();
        List<PartLayout> layouts = new ArrayList<>();
        for (Layout layout : scan.layouts()) {
            for (Compression one : layout.compression()) {
                layouts.add(PartLayout.of(layout, one, totals.scannedBytes()));
            }
        }
        PartLayout first = layouts.get(0);
        Pass pass = new Pass(
                totals.scannedBytes(),
                1,
                first.reductionRatio(),
                first.reductionRatioLow(),
                first.reductionRatioHigh(),
                scan.timing().elapsedNanos());
        return new EstimateResult(
                FORMAT,
                VERSION,
                scan.settings().toolVersion(),
                scan.settings().paths(),
                scan.partial(),
                totals.scannedBytes(),
                totals.scannedBytes(),
                1,
                1,
                totals.scannedBytes(),
                layouts,
                List.of(pass),
                totals.unreadDirectoryCount(),
                scan.errors(),
                scan.profiles());
    }

    /** This result with its figures for target systems. */
    public EstimateResult withProfiles(List<ProfileResult> newProfiles) {
        return new EstimateResult(
                format,
                version,
                toolVersion,
                paths,
                interrupted,
                scannedBytes,
                extentBytes,
                extentCount,
                sampledExtentCount,
                readBytes,
                layouts,
                passes,
                unreadDirectoryCount,
                errors,
                newProfiles);
    }

    /** The method behind the numbers of a layout. */
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
     * @param method the method behind the numbers
     * @param zeroBytes the bytes in chunks that are all zero
     * @param zeroBytesLow the lower end of the 95 % interval; the others likewise
     * @param uniqueBytes one copy of each distinct chunk; null if the interval is too wide for a single number; the numbers below likewise
     * @param physicalBytes the bytes that remain
     * @param reductionRatio {@code scannedBytes / physicalBytes}
     * @param readForTenPercent the approximate share of the data to read for an interval of ten per cent to either side; null if that is
     *     reached
     * @param note one line with the reasons for a wide interval, and with the bytes that could not be read; null for none
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

        /** The numbers of a scan. */
        static PartLayout of(Layout layout, Compression compression, long scannedBytes) {
            Sample sample = compression.sample();
            long low = sample == null ? compression.physicalBytes() : sample.physicalBytesLow();
            long high = sample == null ? compression.physicalBytes() : sample.physicalBytesHigh();
            return new PartLayout(
                    layout.chunking(),
                    compression.compressor(),
                    sample == null ? Method.EXACT : Method.SAMPLE,
                    layout.zeroBytes(),
                    layout.zeroBytes(),
                    layout.zeroBytes(),
                    layout.uniqueBytes(),
                    layout.uniqueBytes(),
                    layout.uniqueBytes(),
                    compression.physicalBytes(),
                    low,
                    high,
                    compression.reductionRatio(),
                    Ratio.of(scannedBytes, high),
                    Ratio.of(scannedBytes, low),
                    null,
                    null);
        }

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
     * @param readBytes the bytes read so far
     * @param share the share of the extents that were read so far
     * @param reductionRatio the ratio of the first layout; null if its interval is too wide
     * @param reductionRatioLow the lower end of its interval
     * @param reductionRatioHigh the upper end
     * @param elapsedNanos the time since reading began
     */
    public record Pass(
            long readBytes,
            double share,
            @Nullable Double reductionRatio,
            @Nullable Double reductionRatioLow,
            @Nullable Double reductionRatioHigh,
            long elapsedNanos) {}
}
