package io.compscan.report.console;

import io.compscan.report.Figures;
import io.compscan.report.SafeText;
import io.compscan.result.Ledger;
import io.compscan.result.Ledger.Charge;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The directories and file types that use the most space, as text; a part of {@link ConsoleReport}.
 *
 * <p>A directory is left out if nearly all of its space lies in one directory below it, for that one says it better.
 */
final class UsageSection {

    /** The most directories of a brief report. */
    static final int BRIEF_DIRECTORIES = 5;

    /** The most types of a brief report. */
    static final int BRIEF_TYPES = 3;

    /** The most directories, and the most types, of a detailed report. */
    static final int DETAILED = 10;

    private static final double NEARLY_ALL = 0.9;

    private final Ledger ledger;
    private final boolean isPartial;
    private final boolean isExact;

    UsageSection(Ledger ledger, boolean isPartial) {
        this.ledger = ledger;
        this.isPartial = isPartial;
        isExact = !ledger.estimates();
    }

    /** Appends the largest directories, after an empty line; nothing where there are fewer than two. */
    void appendDirectories(Lines lines, int most) {
        List<Integer> largest = largestDirectories(Math.max(0, most));
        if (largest.size() < 2) {
            return;
        }
        List<String> paths = ledger.paths();
        TextTable table = table("directories");
        for (int number : largest) {
            row(table, ledger.directories().get(number).charge(), SafeText.oneLine(paths.get(number)));
        }
        lines.blank();
        lines.table(table);
    }

    /** Appends the largest file types, after an empty line; nothing where there are fewer than two. */
    void appendTypes(Lines lines, int most) {
        List<Charge> largest = ledger.types().stream()
                .filter(type -> type.attributedBytes() > 0)
                .sorted(Comparator.comparingLong(Charge::attributedBytes)
                        .reversed()
                        .thenComparing(Charge::name))
                .limit(Math.max(0, most))
                .toList();
        if (largest.size() < 2) {
            return;
        }
        TextTable table = table("file types");
        for (Charge type : largest) {
            row(table, type, type.name().isEmpty() ? "(no extension)" : SafeText.oneLine(type.name()));
        }
        lines.blank();
        lines.table(table);
    }

    /** Appends the meaning of the columns. */
    void appendLegend(Lines lines) {
        lines.blank();
        lines.prose("With " + ledger.chunking() + " and " + ledger.compressor()
                + ". Attributed: stored bytes, where all references to a chunk share its bytes equally. Reclaimable: space"
                + " freed if this directory or type were deleted. With thin: scanned over attributed, zeros included. A directory includes those in it."
                + (isExact
                        ? ""
                        : " +- is the 95 % interval, from "
                                + (ledger.sampleShift() == 0 ? "stored sizes that are estimated, of " : "a sample of ")
                                + Figures.count(ledger.sampledChunkCount(), "chunk", "chunks") + "."));
    }

    private TextTable table(String title) {
        TextTable table = isExact ? new TextTable("rrrrp").dropping(2, 1) : new TextTable("rrrrrp").dropping(3, 1, 2);
        List<String> header = new ArrayList<>(List.of(
                "attributed",
                "reclaimable",
                "scanned",
                "with thin",
                isPartial ? title + " (of what was read)" : title + " using the most space"));
        if (!isExact) {
            header.add(1, "+-");
        }
        table.add(header.toArray(String[]::new));
        return table;
    }

    private void row(TextTable table, Charge charge, String name) {
        List<String> row = new ArrayList<>(List.of(
                Figures.human(charge.attributedBytes()),
                Figures.human(charge.reclaimableBytes()),
                Figures.human(charge.scannedBytes()),
                Figures.ratio((double) charge.scannedBytes() / charge.attributedBytes()),
                name));
        if (!isExact) {
            row.add(1, Figures.human(charge.attributedErrorBytes()));
        }
        table.add(row.toArray(String[]::new));
    }

    private List<Integer> largestDirectories(int limit) {
        List<Ledger.Directory> directories = ledger.directories();
        boolean[] isWrapper = new boolean[directories.size()];
        for (Ledger.Directory directory : directories) {
            if (directory.parent() >= 0) {
                Charge outer = directories.get(directory.parent()).charge();
                isWrapper[directory.parent()] |=
                        directory.charge().attributedBytes() >= NEARLY_ALL * outer.attributedBytes();
            }
        }
        return IntStream.range(0, directories.size())
                .filter(i -> !isWrapper[i] && directories.get(i).charge().attributedBytes() > 0)
                .boxed()
                .sorted(Comparator.comparingLong(
                                (Integer i) -> directories.get(i).charge().attributedBytes())
                        .reversed()
                        .thenComparing(Comparator.naturalOrder()))
                .limit(limit)
                .toList();
    }
}
