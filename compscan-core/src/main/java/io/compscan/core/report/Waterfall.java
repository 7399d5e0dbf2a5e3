package io.compscan.core.report;

import io.compscan.core.result.Compression;
import io.compscan.core.result.Layout;
import io.compscan.core.result.Totals;

/**
 * From the logical bytes down to the physical ones, a line for each step and a bar for each line:
 *
 * <pre>
 *   logical        1,000,000 B   977 KiB  100.0 %  |########################
 *   - zeros          250,000 B   244 KiB   25.0 %  |                  ------
 *   = unique         750,000 B   732 KiB   75.0 %  |##################
 * </pre>
 *
 * <p>Shares are of the scanned bytes, as the savings are.
 */
final class Waterfall {

    private static final int BAR_LENGTH = 24;

    private final Totals totals;
    private final Layout layout;
    private final TextTable table = new TextTable("lrrrl");
    private long leftBytes;

    /** Stands before each figure that is estimated. */
    private String mark = "";

    private Waterfall(Totals totals, Layout layout) {
        this.totals = totals;
        this.layout = layout;
    }

    /** Appends the steps of one chunking, with the last two for each compressor. */
    static void append(StringBuilder out, Totals totals, Layout layout) {
        new Waterfall(totals, layout).append(out);
    }

    private void append(StringBuilder out) {
        table.add("", "bytes", "", "of scanned", "");
        level("logical", totals.logicalBytes());
        step("- hard links", totals.hardLinkBytes());
        step("- unread", totals.unreadBytes());
        level("= scanned", totals.scannedBytes());
        step("- zeros", layout.zeroBytes());
        step("- duplicates", layout.duplicateBytes());
        level("= unique", layout.uniqueBytes());
        for (Compression compression : layout.compression()) {
            leftBytes = layout.uniqueBytes();
            mark = ConsoleReport.isEstimated(compression) ? "~" : "";
            if (ConsoleReport.isUncompressed(compression)) {
                level("= physical, uncompressed", compression.physicalBytes());
            } else {
                step("- compressed by " + compression.compressor(), compression.compressedAwayBytes());
                level("= physical with " + compression.compressor(), compression.physicalBytes());
            }
        }
        table.appendTo(out, "  ");
    }

    /** What there is at this point. */
    private void level(String label, long bytes) {
        leftBytes = bytes;
        row(label, bytes, "#".repeat(cells(bytes)));
    }

    /** What goes away on the way down. */
    private void step(String label, long bytes) {
        leftBytes -= bytes;
        int from = Math.min(cells(leftBytes), BAR_LENGTH - 1);
        int to = Math.max(cells(leftBytes + bytes), from + 1);
        row(label, bytes, bytes == 0 ? "" : " ".repeat(from) + "-".repeat(to - from));
    }

    private void row(String label, long bytes, String bar) {
        table.add(
                label,
                mark + Figures.exact(bytes),
                mark + Figures.human(bytes),
                mark + Figures.percent(bytes, totals.scannedBytes()),
                "|" + bar);
    }

    /** The length of a bar; the logical bytes, the most there is, fill it. */
    private int cells(long bytes) {
        return bytes == 0 ? 0 : (int) Math.max(1, Math.round((double) bytes / totals.logicalBytes() * BAR_LENGTH));
    }
}
