package io.compscan.report.console;

import io.compscan.report.Figures;
import io.compscan.report.SafeText;
import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.ProfileResult;
import io.compscan.result.ScanResult;
import io.compscan.result.answer.Variants;
import io.compscan.result.answer.Variants.Variant;
import io.compscan.result.set.MergeResult;
import io.compscan.result.set.Overlap;
import io.compscan.result.set.Overlap.Share;
import io.compscan.result.set.SetResult;
import java.util.List;

/**
 * A merge as text for a person: the union as {@link ConsoleReport} shows a scan, then each set alone, then the bytes that the sets share.
 *
 * <p>Plain ASCII apart from names, within the columns of the screen, the same in every locale.
 */
public final class MergeReport {

    private static final int NAMES_SHOWN = 3;
    private static final int NAME_WIDTH = 20;
    private static final int SETS_SHOWN = 20;
    /** The widest matrix that fits; beyond it the largest pairs are listed. */
    private static final int MATRIX_SETS = 6;

    private static final int PAIRS_SHOWN = 15;

    private final MergeResult result;
    private final Lines lines;

    private MergeReport(MergeResult result, Screen screen) {
        this.result = result;
        lines = new Lines(screen);
    }

    /** The whole text; each line ends with a line feed. */
    public static String render(MergeResult result, Screen screen) {
        return new MergeReport(result, screen).render();
    }

    private String render() {
        Variants variants = new Variants(result.union());
        Variant first = variants.first();
        if (first != null && !result.sets().isEmpty()) {
            sets(variants.layoutNumber(first), variants.compressionNumber(first));
            pools();
            overlap(variants.layoutNumber(first));
        }
        List<SetResult> sets = result.sets();
        String names = String.join(
                ", ",
                sets.stream().limit(NAMES_SHOWN).map(MergeReport::shortName).toList());
        String more = sets.size() > NAMES_SHOWN ? " and " + Figures.exact(sets.size() - NAMES_SHOWN) + " more" : "";
        return ConsoleReport.render(
                result.union(), Figures.count(sets.size(), "set", "sets") + " merged: " + names + more, lines);
    }

    static String shortName(SetResult set) {
        return SafeText.oneLineEnd(set.name(), NAME_WIDTH);
    }

    private void sets(int layoutNumber, int compressionNumber) {
        ScanResult union = result.union();
        Layout together = union.layouts().get(layoutNumber);
        String compressor = together.compression().get(compressionNumber).compressor();
        Overlap overlap = result.overlaps().get(layoutNumber);
        List<Share> shares = overlap.shares();
        String shared = mark(overlap);
        lines.blank();
        lines.prose("Each alone, and its part of the whole (" + together.chunking() + ", " + compressor + ")");
        lines.blank();
        TextTable table = new TextTable("prrrrrrl").dropping(2);
        table.add("set", "scanned", "unique", "physical", "data reduction", "exclusive", "unique share", "");
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
                        shared,
                        Labels.missing(set.partial(), set.totals()));
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
                shared,
                Labels.missing(union.partial(), union.totals()));
        lines.table(table);
        if (sets.size() > SETS_SHOWN) {
            lines.prose(
                    "  and " + Figures.exact(sets.size() - SETS_SHOWN) + " sets more, all in sets.csv of --out DIR");
        }
        lines.blank();
        // Of sets that have nothing in common, the estimate of the whole may be the larger one.
        long saved = Math.max(0, apart - together.uniqueBytes());
        lines.prose("  unique apart " + shared + Figures.human(apart) + ", together " + shared
                + Figures.human(together.uniqueBytes()) + ": deduplicating across sets saves " + shared
                + Figures.human(saved) + " (" + shared + Figures.percent(saved, apart) + ")");
        lines.blank();
        lines.prose(
                "Exclusive: in no other set. Unique share: unique bytes, where all references to a chunk share its bytes"
                        + " equally. Both are before compression.");
    }

    /** What the sets take on each target system, in pools of their own and in one. */
    private void pools() {
        if (result.alone().size() < 2) {
            return;
        }
        lines.blank();
        lines.prose("Each set in a pool of its own, and all in one");
        lines.blank();
        TextTable table = new TextTable("prrrr");
        table.add("system", "apart", "together", "one pool saves", "");
        List<ProfileResult> systems = result.union().profiles();
        for (int i = 0; i < systems.size(); i++) {
            int number = i;
            List<ProfileResult> alone = result.alone().stream()
                    .map(one -> one.profiles().get(number))
                    .toList();
            long apart = alone.stream().mapToLong(ProfileResult::allocatedBytes).sum();
            long together = systems.get(i).allocatedBytes();
            // Of sets that have nothing in common, the estimate of the whole may be the larger one.
            long saved = Math.max(0, apart - together);
            String apartMark = Labels.estimate(alone.stream().anyMatch(MergeReport::isEstimated));
            String togetherMark = Labels.estimate(isEstimated(systems.get(i)));
            String mark = apartMark.isEmpty() ? togetherMark : apartMark;
            table.add(
                    systems.get(i).profile(),
                    apartMark + Figures.human(apart),
                    togetherMark + Figures.human(together),
                    mark + Figures.human(saved),
                    mark + Figures.percent(saved, apart));
        }
        lines.table(table);
    }

    private static boolean isEstimated(ProfileResult profile) {
        return profile.allocatedBytesLow() != profile.allocatedBytesHigh();
    }

    /** The mark of whatever is known of the sets together: an estimate if one of them is a sketch. */
    private static String mark(Overlap overlap) {
        return Labels.estimate(overlap.method() != null);
    }

    private static void row(
            TextTable table,
            String name,
            long scannedBytes,
            Layout layout,
            Compression compression,
            Share share,
            String shared,
            String missing) {
        String estimate = Labels.estimate(compression);
        table.add(
                name,
                Figures.human(scannedBytes),
                Labels.estimate(layout) + Figures.human(layout.uniqueBytes()),
                estimate + Figures.human(compression.physicalBytes()),
                estimate + Figures.ratio(layout.dataReductionRatio(compression)),
                shared + Figures.human(share.exclusiveBytes()),
                shared + Figures.human(share.uniqueShareBytes()),
                missing);
    }

    private void overlap(int layoutNumber) {
        Overlap overlap = result.overlaps().get(layoutNumber);
        int count = result.sets().size();
        if (count < 2) {
            return;
        }
        lines.blank();
        lines.prose("Unique bytes common to two sets (" + overlap.chunking() + ")");
        lines.blank();
        if (count <= MATRIX_SETS) {
            matrix(overlap, layoutNumber);
        } else {
            pairs(overlap);
        }
    }

    private void matrix(Overlap overlap, int layoutNumber) {
        int count = result.sets().size();
        int width = Math.max(8, (lines.columns() - 4 - NAME_WIDTH) / count - 2);
        TextTable table = new TextTable("p" + "r".repeat(count));
        String[] cells = new String[count + 1];
        cells[0] = "";
        for (int j = 0; j < count; j++) {
            cells[j + 1] = SafeText.oneLineEnd(result.sets().get(j).name(), width);
        }
        table.add(cells);
        for (int i = 0; i < count; i++) {
            cells[0] = shortName(result.sets().get(i));
            for (int j = 0; j < count; j++) {
                String mark =
                        i == j ? Labels.estimate(result.sets().get(i).layouts().get(layoutNumber)) : mark(overlap);
                cells[j + 1] = mark
                        + Figures.human(overlap.shares().get(i).commonBytes().get(j));
            }
            table.add(cells);
        }
        lines.table(table);
    }

    private void pairs(Overlap overlap) {
        List<Overlap.Pair> pairs = overlap.pairs().stream().limit(PAIRS_SHOWN).toList();
        TextTable table = new TextTable("pprr");
        table.add("set", "and", "common", "of the smaller");
        for (Overlap.Pair pair : pairs) {
            table.add(
                    shortName(result.sets().get(pair.one())),
                    shortName(result.sets().get(pair.other())),
                    mark(overlap) + Figures.human(pair.commonBytes()),
                    mark(overlap) + Figures.percent(pair.commonBytes(), pair.smallerBytes()));
        }
        lines.table(table);
        lines.prose("  and " + Figures.exact(overlap.pairCount() - pairs.size()) + " pairs with less in common; "
                + (overlap.isCut()
                        ? "overlap.csv of --out DIR has the " + Overlap.PARTNERS + " strongest of each set"
                        : "all in overlap.csv of --out DIR"));
    }
}
