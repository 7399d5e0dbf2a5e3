package io.compscan.core.report.console;

import io.compscan.core.report.Figures;
import io.compscan.core.report.SafeText;
import io.compscan.core.result.Ledger;
import io.compscan.core.result.Ledger.Charge;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The directories that are charged with most, as text; a part of {@link ConsoleReport}.
 *
 * <p>A directory nearly all of which lies in one directory below it is left out: that one says it better.
 */
final class LedgerReport {

    private static final int SHOWN = 10;
    private static final int PATH_WIDTH = 40;
    private static final double NEARLY_ALL = 0.9;

    private LedgerReport() {}

    static void append(StringBuilder out, Ledger ledger) {
        List<Ledger.Directory> directories = ledger.directories();
        boolean[] isWrapper = new boolean[directories.size()];
        for (Ledger.Directory directory : directories) {
            if (directory.parent() >= 0) {
                Charge outer = directories.get(directory.parent()).charge();
                isWrapper[directory.parent()] |=
                        directory.charge().attributedBytes() >= NEARLY_ALL * outer.attributedBytes();
            }
        }
        List<Integer> largest = IntStream.range(0, directories.size())
                .filter(i -> !isWrapper[i] && directories.get(i).charge().attributedBytes() > 0)
                .boxed()
                .sorted(Comparator.comparingLong(
                                (Integer i) -> directories.get(i).charge().attributedBytes())
                        .reversed()
                        .thenComparing(Comparator.naturalOrder()))
                .limit(SHOWN)
                .toList();
        if (largest.size() < 2) {
            return;
        }
        out.append("\nDirectories charged with most (")
                .append(ledger.chunking())
                .append(", ")
                .append(ledger.compressor())
                .append(")\n\n");
        boolean isExact = ledger.sampleShift() == 0;
        TextTable table = new TextTable(isExact ? "rrrrl" : "rrrrrl");
        List<String> header =
                new ArrayList<>(List.of("attributed", "reclaimable", "scanned", "reduction", "directory"));
        if (!isExact) {
            header.add(1, "+-");
        }
        table.add(header.toArray(String[]::new));
        List<String> paths = ledger.paths();
        for (int i : largest) {
            Charge charge = directories.get(i).charge();
            List<String> row = new ArrayList<>(List.of(
                    Figures.human(charge.attributedBytes()),
                    Figures.human(charge.reclaimableBytes()),
                    Figures.human(charge.scannedBytes()),
                    Figures.ratio((double) charge.scannedBytes() / charge.attributedBytes()),
                    SafeText.oneLineEnd(paths.get(i), PATH_WIDTH)));
            if (!isExact) {
                row.add(1, Figures.human(charge.attributedErrorBytes()));
            }
            table.add(row.toArray(String[]::new));
        }
        table.appendTo(out, "  ");
        out.append(
                        "\nAttributed shares what a chunk is stored in equally among its references; reclaimable is held by\n")
                .append("nobody else. A directory includes those in it.");
        if (!isExact) {
            out.append(" +- holds for 95 %, from ")
                    .append(Figures.count(ledger.sampledChunkCount(), "chunk", "chunks"))
                    .append('.');
        }
        out.append('\n');
    }
}
