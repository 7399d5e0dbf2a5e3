package io.compscan.result.history;

import io.compscan.result.Churn;
import io.compscan.result.Footprint;
import io.compscan.result.Later;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import io.compscan.result.Totals;
import io.compscan.result.answer.Variants;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One complete scan in the history of a catalog.
 *
 * @param startedAt when it began
 * @param elapsedNanos the duration
 * @param paths what was scanned
 * @param fileCount files
 * @param logicalBytes the sizes of the files of all names
 * @param scannedBytes what could be read
 * @param unreadPathCount paths that could not be read
 * @param unreadDirectoryCount of these, directories that could not be listed; everything below them is missing
 * @param churn what has changed since the scan before
 * @param method what decides the numbers of the targets beside the data, as in the settings of a result; empty in documents of earlier versions
 * @param targets what is left, for each chunking with each compressor that the user asked for, and on each target system
 */
public record PastScan(
        Instant startedAt,
        long elapsedNanos,
        List<String> paths,
        long fileCount,
        long logicalBytes,
        long scannedBytes,
        long unreadPathCount,
        long unreadDirectoryCount,
        Churn churn,
        @Later List<String> method,
        List<Stored> targets) {

    /** Copies the lists. */
    public PastScan {
        paths = List.copyOf(paths);
        method = List.copyOf(method);
        targets = List.copyOf(targets);
    }

    /** The line of a scan that is complete. */
    public static PastScan of(ScanResult result, Churn churn) {
        Totals totals = result.totals();
        List<Stored> targets = new ArrayList<>();
        for (Variants.Variant variant : new Variants(result).asked()) {
            targets.add(Stored.of(variant));
        }
        result.profiles().forEach(profile -> targets.add(Stored.of(Footprint.of(result, profile.profile()))));
        return new PastScan(
                result.timing().startedAt(),
                result.timing().elapsedNanos(),
                result.settings().paths(),
                totals.fileCount(),
                totals.logicalBytes(),
                totals.scannedBytes(),
                totals.unreadPathCount(),
                totals.unreadDirectoryCount(),
                churn,
                result.settings().method(),
                targets);
    }

    /** What is left on the target that another scan has under this name; null if nothing is. */
    public @Nullable Stored target(Stored other) {
        return targets.stream().filter(other::isSameTarget).findFirst().orElse(null);
    }

    /** Whether the number of a target was found as in another scan, so that the two compare. */
    public boolean measures(Stored target, PastScan other) {
        return ScanSettings.methodOf(method, target.profile())
                .equals(ScanSettings.methodOf(other.method, target.profile()));
    }

    /**
     * What is left of the data on one target.
     *
     * @param profile the target system; null if it is a chunking with a compressor
     * @param chunking the layout
     * @param compressor the compressor of that layout
     * @param writtenBytes what is not zero to this chunking; null if the result lacks the layout
     * @param allocatedBytes what it takes; the layout's {@code physicalBytes} if there is no profile
     * @param allocatedBytesLow the lower end of a 95 % interval; {@code allocatedBytes} where nothing was estimated
     * @param allocatedBytesHigh the upper end, likewise
     */
    public record Stored(
            @Nullable String profile,
            String chunking,
            String compressor,
            @Nullable Long writtenBytes,
            long allocatedBytes,
            long allocatedBytesLow,
            long allocatedBytesHigh) {

        private static Stored of(Variants.Variant variant) {
            long bytes = variant.compression().physicalBytes();
            var sample = variant.compression().sample();
            return new Stored(
                    null,
                    variant.layout().chunking(),
                    variant.compression().compressor(),
                    variant.layout().nonZeroBytes(),
                    bytes,
                    sample == null ? bytes : sample.physicalBytesLow(),
                    sample == null ? bytes : sample.physicalBytesHigh());
        }

        private static Stored of(Footprint system) {
            return new Stored(
                    system.profile(),
                    system.chunking(),
                    system.compressor(),
                    system.writtenBytes(),
                    system.allocatedBytes(),
                    system.allocatedBytesLow(),
                    system.allocatedBytesHigh());
        }

        /** Whether a chunk takes the same way to both. */
        public boolean isSameTarget(Stored other) {
            return profile == null
                    ? other.profile == null && chunking.equals(other.chunking) && compressor.equals(other.compressor)
                    : profile.equals(other.profile);
        }

        /** Whether the number is an estimate. */
        public boolean isEstimated() {
            return allocatedBytesLow != allocatedBytesHigh;
        }

        /** The profile, or the chunking and the compressor, as a person speaks of them. */
        public String title() {
            return profile != null ? profile : chunking + " with " + compressor;
        }
    }
}
