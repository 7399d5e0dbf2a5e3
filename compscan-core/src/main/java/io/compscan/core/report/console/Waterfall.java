package io.compscan.core.report.console;

import io.compscan.core.report.Figures;
import io.compscan.core.result.Compression;
import io.compscan.core.result.Layout;
import io.compscan.core.result.ProfileResult;
import io.compscan.core.result.Totals;
import java.util.List;

/**
 * From the logical bytes down to the physical ones, a line for each step and a bar for each line:
 *
 * <pre>
 *   logical        1,000,000 B   977 KiB  100.0 %  |########################
 *   - zeros          250,000 B   244 KiB   25.0 %  |                  ------
 *   = unique         750,000 B   732 KiB   75.0 %  |##################
 * </pre>
 *
 * <p>Shares, like the savings, refer to the scanned bytes.
 */
final class Waterfall {

    private static final int BAR_LENGTH = 24;

    private final Totals totals;
    private final Layout layout;
    private final List<ProfileResult> profiles;
    private final TextTable table = new TextTable("lrrrl");
    private long leftBytes;

    /** Stands before each figure that is estimated. */
    private String mark = "";

    private Waterfall(Totals totals, Layout layout, List<ProfileResult> profiles) {
        this.totals = totals;
        this.layout = layout;
        this.profiles = profiles;
    }

    /** Appends the steps of one chunking, with the last two for each compressor and the last three for each target system. */
    static void append(StringBuilder out, Totals totals, Layout layout, List<ProfileResult> profiles) {
        new Waterfall(totals, layout, profiles).append(out);
    }

    private void append(StringBuilder out) {
        table.add("", "bytes", "", "of scanned", "");
        level("logical", totals.logicalBytes());
        step("- hard links", totals.hardLinkBytes());
        step("- unread", totals.unreadBytes());
        level("= scanned", totals.scannedBytes());
        step("- zeros", layout.zeroBytes());
        mark = Labels.estimate(layout);
        step("- duplicates", layout.duplicateBytes());
        level("= unique", layout.uniqueBytes());
        for (Compression compression : layout.compression()) {
            leftBytes = layout.uniqueBytes();
            mark = Labels.isEstimated(compression) ? "~" : "";
            if (Labels.isUncompressed(compression)) {
                level("= physical, uncompressed", compression.physicalBytes());
            } else {
                step(
                        "- compressed by " + Labels.shortened(compression.compressor()),
                        compression.compressedAwayBytes());
                level("= physical with " + Labels.shortened(compression.compressor()), compression.physicalBytes());
            }
            for (ProfileResult profile : profiles) {
                if (profile.chunking().equals(layout.chunking())
                        && profile.compressor().equals(compression.compressor())) {
                    allocated(profile);
                }
            }
        }
        table.appendTo(out, "  ");
    }

    private void allocated(ProfileResult profile) {
        leftBytes = profile.physicalBytes();
        String name = Labels.shortened(profile.profile());
        addition("+ rounding", profile.roundingBytes());
        addition("+ metadata", profile.metadataBytes());
        level("= on " + name, profile.allocatedBytes());
    }

    /** Adds a step upwards. */
    private void addition(String label, long bytes) {
        int from = Math.min(cells(leftBytes), BAR_LENGTH - 1);
        leftBytes += bytes;
        int to = Math.max(cells(leftBytes), from + 1);
        row(label, bytes, bytes <= 0 ? "" : " ".repeat(from) + "+".repeat(to - from));
    }

    /** Adds the level at this point. */
    private void level(String label, long bytes) {
        leftBytes = bytes;
        // A target system may take more than the data has.
        boolean isCut = bytes > totals.logicalBytes();
        row(label, bytes, isCut ? "#".repeat(BAR_LENGTH - 1) + ">" : "#".repeat(cells(bytes)));
    }

    /** Adds a step downwards. */
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

    /** The length of a bar; the logical bytes fill it. */
    private int cells(long bytes) {
        long length = Math.round((double) bytes / totals.logicalBytes() * BAR_LENGTH);
        return bytes == 0 ? 0 : (int) Math.max(1, Math.min(length, BAR_LENGTH));
    }
}
