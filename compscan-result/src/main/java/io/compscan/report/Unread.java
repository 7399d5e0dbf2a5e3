package io.compscan.report;

import io.compscan.result.SampledPart;
import io.compscan.result.ScanResult;
import io.compscan.result.Totals;
import io.compscan.result.set.Imported;
import io.compscan.result.set.SetResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What could not be read, in the words of all outputs. */
public final class Unread {

    /** Stands before {@link #unknown}, at the beginning of every output. */
    public static final String HEAD = "SIZE UNKNOWN: ";

    /** The upper end by the lower one. */
    private static final double WIDEST = 1.5;

    private Unread() {}

    /** What is missing where directories could not be listed. */
    public static String unknown(long directoryCount) {
        return Figures.count(directoryCount, "directory", "directories")
                + " could not be listed. Everything below is missing from all numbers.";
    }

    /** How many directories of some sets could not be listed. */
    public static long directoryCount(List<SetResult> sets) {
        return sets.stream()
                .mapToLong(set -> set.totals().unreadDirectoryCount())
                .sum();
    }

    /**
     * How much of the data an estimate has read, or what an index does not say; null for a scan, which reads all.
     */
    public static @Nullable String sampled(ScanResult result) {
        Imported index = Imported.of(result);
        if (index != null && index.listsOnce()) {
            return "The index lists each chunk once. What deduplication saves is unknown, and counts as nothing here.";
        }
        SampledPart part = result.part();
        return part == null
                ? null
                : "Estimated from a random part of the data: " + Figures.human(part.readBytes()) + " of "
                        + Figures.human(result.totals().scannedBytes()) + " was read ("
                        + Figures.percent(part.readBytes(), result.totals().scannedBytes()) + "), in "
                        + Figures.exact(part.sampledExtentCount()) + " of " + Figures.exact(part.extentCount())
                        + " extents."
                        + (isVague(result) ? " Some intervals are so wide that no single number means much." : "");
    }

    /** As in the document of an estimate, which then has no single number. */
    private static boolean isVague(ScanResult result) {
        return result.layouts().stream()
                        .flatMap(layout -> layout.compression().stream())
                        .anyMatch(one -> one.physicalBytesLow() != null
                                && one.physicalBytesHigh() != null
                                && one.physicalBytesHigh() > WIDEST * one.physicalBytesLow())
                || result.profiles().stream()
                        .anyMatch(system -> system.allocatedBytesHigh() > WIDEST * system.allocatedBytesLow());
    }

    /** The paths that were not read, and their bytes as far as these are known. */
    public static String summary(Totals totals) {
        long unlisted = totals.unreadDirectoryCount();
        String paths = Figures.count(totals.unreadPathCount(), "path", "paths");
        String bytes = Figures.count(totals.unreadBytes(), "byte", "bytes") + " ("
                + Figures.percent(totals.unreadBytes(), totals.logicalBytes()) + " of logical)";
        if (unlisted == 0) {
            return paths + ", " + bytes;
        }
        String unknown = Figures.count(unlisted, "directory", "directories") + " of unknown size";
        return unlisted == totals.unreadPathCount() ? unknown : paths + ": " + unknown + "; the others " + bytes;
    }
}
