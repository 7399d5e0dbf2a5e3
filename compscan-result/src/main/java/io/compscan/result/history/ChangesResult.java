package io.compscan.result.history;

import io.compscan.result.Changes;
import io.compscan.result.ScanResult;
import java.time.Instant;
import java.util.List;

/**
 * What the last scan of a catalog has found changed; the document of {@code compscan diff CATALOG}.
 *
 * @param format always {@value #FORMAT}
 * @param version of the format, {@value #VERSION}
 * @param toolVersion of the compscan that scanned
 * @param paths what was scanned
 * @param startedAt when the scan began
 * @param scannedBytes what it has read
 * @param changes since the scan before
 */
public record ChangesResult(
        String format,
        int version,
        String toolVersion,
        List<String> paths,
        Instant startedAt,
        long scannedBytes,
        Changes changes) {

    /** The name of the format. */
    public static final String FORMAT = "compscan-changes";
    /** The version of the format. */
    public static final int VERSION = 1;

    /** Copies the list. */
    public ChangesResult {
        paths = List.copyOf(paths);
    }

    /** Those of a scan. */
    public static ChangesResult of(ScanResult result, Changes changes) {
        return new ChangesResult(
                FORMAT,
                VERSION,
                result.settings().toolVersion(),
                result.settings().paths(),
                result.timing().startedAt(),
                result.totals().scannedBytes(),
                changes);
    }
}
