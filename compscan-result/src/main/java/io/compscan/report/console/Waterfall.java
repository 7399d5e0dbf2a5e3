package io.compscan.report.console;

import io.compscan.report.Figures;
import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.ProfileResult;
import io.compscan.result.Totals;
import java.util.ArrayList;
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
 * <p>Shares, like the savings, refer to the scanned bytes. The bars take the room that the figures leave.
 */
final class Waterfall {

    private static final int USUAL_BAR = 24;
    private static final int LONGEST_BAR = 60;
    private static final int SHORTEST_BAR = 8;

    /** A bar from one number of bytes to another, in a letter of its kind. */
    private record Row(String label, long bytes, String mark, long fromBytes, long toBytes, char letter) {}

    private final Totals totals;
    private final Layout layout;
    private final List<Compression> compressions;
    private final List<ProfileResult> profiles;
    private final List<Row> rows = new ArrayList<>();
    private long leftBytes;

    /** Stands before each figure that is estimated. */
    private String mark = "";

    private Waterfall(Totals totals, Layout layout, List<Compression> compressions, List<ProfileResult> profiles) {
        this.totals = totals;
        this.layout = layout;
        this.compressions = compressions;
        this.profiles = profiles;
    }

    /**
     * Appends the steps of one chunking.
     *
     * @param compressions those whose last two steps are shown
     * @param profiles those whose last steps are shown, where they have the chunking and a compressor
     */
    static void append(
            Lines lines, Totals totals, Layout layout, List<Compression> compressions, List<ProfileResult> profiles) {
        new Waterfall(totals, layout, compressions, profiles).append(lines);
    }

    private void append(Lines lines) {
        steps(lines.screen().isDetailed());
        int room = lines.columns() - 2 - table(0, true).width() - 3;
        boolean hasHuman = room >= SHORTEST_BAR;
        if (!hasHuman) {
            room = lines.columns() - 2 - table(0, false).width() - 3;
        }
        int most = lines.columns() <= Screen.FILE.columns() ? USUAL_BAR : LONGEST_BAR;
        lines.table(table(room < SHORTEST_BAR ? 0 : Math.min(room, most), hasHuman));
    }

    private void steps(boolean isDetailed) {
        level("logical", totals.logicalBytes());
        if (isDetailed || totals.hardLinkBytes() > 0) {
            step("- hard links", totals.hardLinkBytes());
        }
        if (isDetailed || totals.unreadBytes() > 0) {
            step("- unread", totals.unreadBytes());
        }
        level("= scanned", totals.scannedBytes());
        mark = layout.method() == Layout.Method.PART ? Labels.estimate(layout) : "";
        step("- zeros", layout.zeroBytes());
        mark = Labels.estimate(layout);
        step("- duplicates", layout.duplicateBytes());
        level("= unique", layout.uniqueBytes());
        for (Compression compression : compressions) {
            leftBytes = layout.uniqueBytes();
            mark = Labels.estimate(compression);
            if (compression.keepsRaw()) {
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
    }

    private void allocated(ProfileResult profile) {
        leftBytes = profile.physicalBytes();
        Long copiesBytes = profile.copiesBytes();
        if (copiesBytes != null && copiesBytes > 0) {
            mark = Labels.estimate(profile, profile.copiesBytesLow(), profile.copiesBytesHigh());
            addition("+ copies kept", copiesBytes);
        }
        mark = Labels.estimate(profile, profile.roundingBytesLow(), profile.roundingBytesHigh());
        if (profile.roundingBytes() < 0) {
            step("- rounding", -profile.roundingBytes());
        } else {
            addition("+ rounding", profile.roundingBytes());
        }
        mark = Labels.estimate(profile, profile.metadataBytesLow(), profile.metadataBytesHigh());
        addition("+ metadata", profile.metadataBytes());
        mark = Labels.estimate(profile);
        level("= on " + Labels.shortened(profile.profile()), profile.allocatedBytes());
    }

    /** Adds a step upwards. */
    private void addition(String label, long bytes) {
        long before = leftBytes;
        leftBytes += bytes;
        rows.add(new Row(label, bytes, mark, before, leftBytes, '+'));
    }

    /** Adds the level at this point. */
    private void level(String label, long bytes) {
        leftBytes = bytes;
        rows.add(new Row(label, bytes, mark, 0, bytes, '#'));
    }

    /** Adds a step downwards. */
    private void step(String label, long bytes) {
        leftBytes -= bytes;
        rows.add(new Row(label, bytes, mark, leftBytes, leftBytes + bytes, '-'));
    }

    private TextTable table(int barLength, boolean hasHuman) {
        TextTable table = new TextTable(hasHuman ? "nrrrl" : "nrrl");
        List<String> header = new ArrayList<>(List.of("", "bytes", "of scanned", ""));
        if (hasHuman) {
            header.add(2, "");
        }
        table.add(header.toArray(String[]::new));
        for (Row row : rows) {
            List<String> cells = new ArrayList<>(List.of(
                    row.label,
                    row.mark + Figures.exact(row.bytes),
                    row.mark + Figures.percent(row.bytes, totals.scannedBytes()),
                    barLength == 0 ? "" : "|" + bar(row, barLength)));
            if (hasHuman) {
                cells.add(2, row.mark + Figures.human(row.bytes));
            }
            table.add(cells.toArray(String[]::new));
        }
        return table;
    }

    private String bar(Row row, int length) {
        if (row.letter == '#') {
            // A target system may take more than the data has.
            boolean isCut = row.bytes > totals.logicalBytes();
            return isCut ? "#".repeat(length - 1) + ">" : "#".repeat(cells(row.bytes, length));
        }
        if (row.bytes <= 0) {
            return "";
        }
        int from = Math.min(cells(row.fromBytes, length), length - 1);
        int to = Math.max(cells(row.toBytes, length), from + 1);
        return " ".repeat(from) + String.valueOf(row.letter).repeat(to - from);
    }

    /** The length of a bar; the logical bytes fill it. */
    private int cells(long bytes, int length) {
        long cells = Math.round((double) bytes / totals.logicalBytes() * length);
        return bytes == 0 ? 0 : (int) Math.max(1, Math.min(cells, length));
    }
}
