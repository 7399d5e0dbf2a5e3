package io.compscan.core.scan.catalog;

import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.ProfileResult;
import io.compscan.result.ScanResult;
import java.util.ArrayList;
import java.util.List;

/**
 * One complete scan in the history of a catalog.
 *
 * @param startedAtMillis when it began, since 1970
 * @param elapsedNanos how long it took
 * @param fileCount files
 * @param logicalBytes what their names add up to
 * @param scannedBytes what could be read
 * @param zeroBytes all-zero chunks under the first chunking
 * @param unreadPathCount paths that could not be read
 * @param churn what has changed since the scan before
 * @param layouts what is left, for each chunking and compressor
 * @param systems what is left on each target system
 */
public record CatalogScan(
        long startedAtMillis,
        long elapsedNanos,
        long fileCount,
        long logicalBytes,
        long scannedBytes,
        long zeroBytes,
        long unreadPathCount,
        Churn churn,
        List<Stored> layouts,
        List<Stored> systems) {

    /** The line of a scan that is complete. */
    public static CatalogScan of(ScanResult result, Churn churn) {
        List<Stored> layouts = new ArrayList<>();
        for (Layout layout : result.layouts()) {
            layouts.add(new Stored(layout.chunking() + " none", layout.uniqueBytes(), layout.uniqueBytes()));
            for (Compression compression : layout.compression()) {
                layouts.add(new Stored(
                        layout.chunking() + " " + compression.compressor(),
                        layout.uniqueBytes(),
                        compression.physicalBytes()));
            }
        }
        List<Stored> systems = new ArrayList<>();
        for (ProfileResult profile : result.profiles()) {
            systems.add(new Stored(profile.profile(), profile.allocatedBytes(), profile.allocatedBytes()));
        }
        return new CatalogScan(
                result.timing().startedAt().toEpochMilli(),
                result.timing().elapsedNanos(),
                result.totals().fileCount(),
                result.totals().logicalBytes(),
                result.totals().scannedBytes(),
                result.layouts().get(0).zeroBytes(),
                result.errors().size(),
                churn,
                layouts,
                systems);
    }

    /** Copies the lists. */
    public CatalogScan {
        layouts = List.copyOf(layouts);
        systems = List.copyOf(systems);
    }

    /**
     * What has changed between two scans.
     *
     * @param newCount files that were not there before
     * @param newBytes their bytes
     * @param changedCount files whose metadata has changed
     * @param changedBytes their bytes now
     * @param deletedCount files that are gone
     * @param deletedBytes their bytes before
     * @param unchangedCount files that were not read
     * @param unchangedBytes their bytes
     */
    public record Churn(
            long newCount,
            long newBytes,
            long changedCount,
            long changedBytes,
            long deletedCount,
            long deletedBytes,
            long unchangedCount,
            long unchangedBytes) {}

    /**
     * What is left of the data.
     *
     * @param name of the chunking and compressor, or of the target system
     * @param uniqueBytes one copy of each distinct chunk
     * @param physicalBytes what it takes
     */
    public record Stored(String name, long uniqueBytes, long physicalBytes) {}
}
