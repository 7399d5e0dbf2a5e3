package io.compscan.core.report.console;

import io.compscan.core.report.Figures;
import io.compscan.core.report.SafeText;
import io.compscan.core.result.Compression;
import io.compscan.core.result.Layout;
import io.compscan.core.result.ScanResult;
import io.compscan.core.result.set.MergeResult;
import io.compscan.core.result.set.Overlap;
import io.compscan.core.result.set.Overlap.Share;
import io.compscan.core.result.set.SetResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A merge as text for a person: the union as {@link ConsoleReport} shows a scan, then each set alone, then what the sets share.
 *
 * <p>Plain ASCII apart from names, at most 100 columns, the same in every locale.
 */
public final class MergeReport {

    private static final int NAMES_SHOWN = 3;
    private static final int NAME_WIDTH = 20;
    private static final int SETS_SHOWN = 20;
    /** The widest matrix that fits; beyond it the largest pairs are listed. */
    private static final int MATRIX_SETS = 6;

    private static final int PAIRS_SHOWN = 15;

    private final MergeResult result;
    private final StringBuilder out = new StringBuilder();

    private MergeReport(MergeResult result) {
        this.result = result;
    }

    /** The whole text; each line ends with a line feed. */
    public static String render(MergeResult result) {
        return new MergeReport(result).render();
    }

    private String render() {
        int[] best = new Variants(result.union()).bestPlace();
        if (best != null && !result.sets().isEmpty()) {
            sets(best[0], best[1]);
            overlap(result.overlaps().get(best[0]));
        }
        List<SetResult> sets = result.sets();
        String names = String.join(
                ", ",
                sets.stream().limit(NAMES_SHOWN).map(MergeReport::shortName).toList());
        String more = sets.size() > NAMES_SHOWN ? " and " + Figures.exact(sets.size() - NAMES_SHOWN) + " more" : "";
        return ConsoleReport.render(
                result.union(), Figures.count(sets.size(), "set", "sets") + " merged: " + names + more, out.toString());
    }

    static String shortName(SetResult set) {
        return SafeText.oneLineEnd(set.name(), NAME_WIDTH);
    }

    private void sets(int layoutNumber, int compressionNumber) {
        ScanResult union = result.union();
        Layout together = union.layouts().get(layoutNumber);
        String compressor = together.compression().get(compressionNumber).compressor();
        List<Share> shares = result.overlaps().get(layoutNumber).shares();
        line("");
        line("Each alone, and its part of the whole (" + together.chunking() + ", " + compressor + ")");
        line("");
        TextTable table = new TextTable("lrrrrrrl");
        table.add("set", "scanned", "unique", "physical", "reduction", "exclusive", "attributed", "");
        List<SetResult> sets = result.sets();
        long apart = 0;
        for (int i = 0; i < sets.size(); i++) {
            SetResult set = sets.get(i);
            Layout layout = set.layouts().get(layoutNumber);
            apart += layout.uniqueBytes();
            if (i < SETS_SHOWN) {
                row(
                        table,
                        shortName(set),
                        set.totals().scannedBytes(),
                        layout,
                        layout.compression().get(compressionNumber),
                        shares.get(i),
                        set.partial());
            }
        }
        Share whole = new Share(
                together.uniqueBytes(),
                shares.stream().mapToLong(Share::exclusiveBytes).sum(),
                together.uniqueBytes(),
                List.of());
        row(
                table,
                "together",
                union.totals().scannedBytes(),
                together,
                together.compression().get(compressionNumber),
                whole,
                union.partial());
        table.appendTo(out, "  ");
        if (sets.size() > SETS_SHOWN) {
            line("  and " + Figures.exact(sets.size() - SETS_SHOWN) + " sets more, all in sets.csv of --out DIR");
        }
        line("");
        line("  unique apart " + Figures.human(apart) + ", together " + Figures.human(together.uniqueBytes())
                + ": deduplicating across sets saves " + Figures.human(apart - together.uniqueBytes()) + " ("
                + Figures.percent(apart - together.uniqueBytes(), apart) + ")");
        line("");
        line("Exclusive is in no other set. Attributed shares each chunk equally among its references.");
    }

    private static void row(
            TextTable table,
            String name,
            long scannedBytes,
            Layout layout,
            Compression compression,
            Share share,
            boolean partial) {
        String estimate = Labels.estimate(compression);
        table.add(
                name,
                Figures.human(scannedBytes),
                Figures.human(layout.uniqueBytes()),
                estimate + Figures.human(compression.physicalBytes()),
                estimate + Figures.ratio(compression.reductionRatio()),
                Figures.human(share.exclusiveBytes()),
                Figures.human(share.attributedBytes()),
                partial ? "partial" : "");
    }

    private void overlap(Overlap overlap) {
        int count = result.sets().size();
        if (count < 2) {
            return;
        }
        line("");
        line("Unique bytes that two sets share (" + overlap.chunking() + ")");
        line("");
        if (count <= MATRIX_SETS) {
            matrix(overlap);
        } else {
            pairs(overlap);
        }
    }

    private void matrix(Overlap overlap) {
        int count = result.sets().size();
        int width = Math.max(8, (96 - NAME_WIDTH) / count - 2);
        TextTable table = new TextTable("l" + "r".repeat(count));
        String[] cells = new String[count + 1];
        cells[0] = "";
        for (int j = 0; j < count; j++) {
            cells[j + 1] = SafeText.oneLineEnd(result.sets().get(j).name(), width);
        }
        table.add(cells);
        for (int i = 0; i < count; i++) {
            cells[0] = shortName(result.sets().get(i));
            for (int j = 0; j < count; j++) {
                cells[j + 1] =
                        Figures.human(overlap.shares().get(i).sharedBytes().get(j));
            }
            table.add(cells);
        }
        table.appendTo(out, "  ");
    }

    private record Pair(int one, int other, long sharedBytes, long smallerBytes) {}

    private void pairs(Overlap overlap) {
        List<Pair> pairs = new ArrayList<>();
        List<Share> shares = overlap.shares();
        for (int i = 0; i < shares.size(); i++) {
            for (int j = i + 1; j < shares.size(); j++) {
                pairs.add(new Pair(
                        i,
                        j,
                        shares.get(i).sharedBytes().get(j),
                        Math.min(shares.get(i).uniqueBytes(), shares.get(j).uniqueBytes())));
            }
        }
        pairs.sort(Comparator.comparingLong(Pair::sharedBytes).reversed());
        TextTable table = new TextTable("llrr");
        table.add("set", "and", "share", "of the smaller");
        for (Pair pair : pairs.subList(0, Math.min(PAIRS_SHOWN, pairs.size()))) {
            table.add(
                    shortName(result.sets().get(pair.one)),
                    shortName(result.sets().get(pair.other)),
                    Figures.human(pair.sharedBytes),
                    Figures.percent(pair.sharedBytes, pair.smallerBytes));
        }
        table.appendTo(out, "  ");
        line("  and " + Figures.exact(pairs.size() - Math.min(PAIRS_SHOWN, pairs.size()))
                + " pairs that share less, all in overlap.csv of --out DIR");
    }

    private void line(String text) {
        out.append(text).append('\n');
    }
}
