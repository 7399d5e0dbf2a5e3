package io.compscan.result.history;

import io.compscan.result.Growth;
import io.compscan.result.LeftOut;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The complete scans of a catalog; the document of {@code compscan history}, and a file of the catalog.
 *
 * @param format always {@value #FORMAT}
 * @param version of the format, {@value #VERSION}
 * @param toolVersion of the compscan that has written it
 * @param scans the scans, the oldest first
 * @param growth how the data has grown; null in a catalog, and if the scans do not show it
 * @param noGrowth why there is no growth; null if there is one, and in a catalog
 */
public record HistoryResult(
        String format,
        int version,
        String toolVersion,
        List<PastScan> scans,
        @LeftOut @Nullable Growth growth,
        @LeftOut @Nullable String noGrowth) {

    /** The name of the format. */
    public static final String FORMAT = "compscan-history";
    /** The version of the format. */
    public static final int VERSION = 1;

    /** Copies the list. */
    public HistoryResult {
        scans = List.copyOf(scans);
    }

    /** The scans alone. */
    public static HistoryResult of(String toolVersion, List<PastScan> scans) {
        return new HistoryResult(FORMAT, VERSION, toolVersion, scans, null, null);
    }

    /** The last scan; null if there is none. */
    public @Nullable PastScan last() {
        return scans.isEmpty() ? null : scans.get(scans.size() - 1);
    }
}
