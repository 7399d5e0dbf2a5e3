package io.compscan.report.console;

import io.compscan.report.Figures;
import io.compscan.report.Grades;
import io.compscan.report.SafeText;
import io.compscan.report.Unread;
import io.compscan.result.Footprint;
import io.compscan.result.ScanResult;
import io.compscan.result.Timing.Coverage;
import io.compscan.result.Totals;
import io.compscan.result.answer.Headline;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The beginning of a report: what was scanned, and the {@link Headline}. */
final class AnswerSection {

    private static final int PATHS_SHOWN = 3;
    private static final int SYSTEMS_SHOWN = 3;

    private final ScanResult result;
    private final Totals totals;
    private final Lines lines;

    AnswerSection(ScanResult result, Lines lines) {
        this.result = result;
        this.totals = result.totals();
        this.lines = lines;
    }

    /** @param heading replaces the paths; null for a scan */
    void append(@Nullable String heading) {
        if (totals.unreadDirectoryCount() > 0) {
            lines.warning(Unread.HEAD, Unread.unknown(totals.unreadDirectoryCount()));
            lines.blank();
        }
        if (result.partial()) {
            lines.warning("PARTIAL: ", partial(heading != null, result.indexDamage()));
            lines.blank();
        }
        title(heading);
        String sampled = Unread.sampled(result);
        if (sampled != null) {
            lines.prose(sampled);
        }
        lines.blank();
        if (totals.scannedBytes() == 0) {
            lines.headline("Nothing was scanned" + whyNothing() + ".");
            return;
        }
        Headline headline = Headline.of(result);
        if (!result.profiles().isEmpty()) {
            systems(headline);
        } else if (!headline.footprints().isEmpty()) {
            single(headline.first());
        }
    }

    /** The answer once more, for the top of a long report leaves the screen. What is missing from it is named again. */
    void appendLast() {
        List<Footprint> footprints = Headline.of(result).footprints();
        if (totals.scannedBytes() == 0 || footprints.isEmpty()) {
            return;
        }
        String answer = footprints.size() == 1 ? one(footprints.get(0)) : several(footprints);
        String missing = Labels.missing(result.partial(), totals);
        if (missing.isEmpty()) {
            lines.prose("Answer   ", answer);
        } else {
            lines.warning("Answer   ", missing + ": " + answer);
        }
    }

    private static String one(Footprint footprint) {
        return Labels.estimate(footprint.estimated()) + Figures.human(footprint.allocatedBytes())
                + (footprint.profile() == null ? " as " : " on ") + footprint.title()
                + (footprint.reductionRatio() == null ? "" : ", data reduction " + Labels.reduction(footprint)) + ".";
    }

    private static String several(List<Footprint> footprints) {
        int more = footprints.size() - SYSTEMS_SHOWN;
        return "data reduction "
                + footprints.stream()
                        .limit(SYSTEMS_SHOWN)
                        .map(footprint -> Labels.estimate(footprint.estimated())
                                + Figures.perOne(footprint.dataReductionRatio()) + " on "
                                + Labels.shortened(footprint.title()) + " ("
                                + Labels.estimate(footprint.estimated()) + Figures.human(footprint.allocatedBytes())
                                + ")")
                        .collect(Collectors.joining(", "))
                + (more > 0 ? " and " + Figures.count(more, "more system", "more systems") : "") + ".";
    }

    private void title(@Nullable String heading) {
        List<String> paths = heading != null
                ? List.of(heading)
                : result.settings().paths().stream()
                        .map(path -> path.equals("-") ? "standard input" : path)
                        .toList();
        String shown = String.join(", ", paths.subList(0, Math.min(PATHS_SHOWN, paths.size())));
        String more = paths.size() > PATHS_SHOWN ? " and " + Figures.exact(paths.size() - PATHS_SHOWN) + " more" : "";
        String tool = "compscan " + result.settings().toolVersion() + ": ";
        lines.line(SafeText.oneLine(tool + shown, lines.columns() - more.length()) + more);
    }

    /** The statement about a scan that read only a part of the data. */
    private String partial(boolean isUnion, @Nullable String indexDamage) {
        if (indexDamage != null) {
            return "unique, physical and all that follows from them are upper bounds, because the index could not be"
                    + " read back: " + SafeText.oneLine(indexDamage);
        }
        Coverage coverage = result.timing().coverage();
        String read = "";
        if (coverage != null) {
            Double share = coverage.share();
            read = " It read " + Figures.human(coverage.coveredBytes()) + " of "
                    + (coverage.allFound() ? "" : "at least ") + Figures.human(coverage.foundBytes())
                    + (share == null || !coverage.allFound() ? "" : " (" + Figures.percent(share) + ")") + ".";
        }
        return (isUnion ? "a scan" : "the scan") + " was stopped before its end." + read
                + " The figures hold for what was read. That is no random part of the data, so the rest may give"
                + " other figures.";
    }

    private String data() {
        return Figures.human(totals.scannedBytes()) + (result.partial() ? " read so far" : " of data") + " would take";
    }

    private void single(Footprint footprint) {
        String estimate = Labels.estimate(footprint.estimated());
        lines.headline(data() + " " + estimate + Figures.human(footprint.allocatedBytes()) + " as " + footprint.title()
                + ": "
                + (footprint.reductionRatio() == null ? "" : "data reduction " + Labels.reduction(footprint) + ", ")
                + "saves " + estimate + Figures.percent(footprint.savings()) + ".");
        if (footprint.hasInterval()) {
            lines.prose("Interval, " + Labels.interval(footprint) + ".");
        }
    }

    private void systems(Headline headline) {
        lines.headline(data());
        boolean hasThin = headline.footprints().stream()
                .anyMatch(footprint -> !Figures.perOne(footprint.dataReductionRatio())
                        .equals(Figures.perOne(footprint.reductionRatio())));
        TextTable table =
                new TextTable(hasThin ? "nrrrrl" : "nrrrl").dropping(hasThin ? new int[] {4, 5} : new int[] {3, 4});
        row(table, hasThin, "", "", "data reduction", "with thin provisioning", "saves", "");
        long leastBytes = Labels.leastBytes(result);
        for (Footprint footprint : headline.footprints()) {
            String estimate = Labels.estimate(footprint.estimated());
            row(
                    table,
                    hasThin,
                    "on " + footprint.title(),
                    estimate + Figures.human(footprint.allocatedBytes()),
                    estimate + Figures.perOne(footprint.dataReductionRatio()),
                    estimate + Figures.perOne(footprint.reductionRatio()),
                    estimate + Figures.percent(footprint.savings()),
                    Labels.least(footprint.allocatedBytes(), leastBytes));
        }
        lines.table(table);
        for (Footprint footprint : headline.footprints()) {
            if (footprint.hasInterval()) {
                lines.prose("Interval on " + footprint.title() + ", " + Labels.interval(footprint) + ".");
            }
        }
        result.profiles().forEach(profile -> Grades.notes(profile).forEach(lines::prose));
        Grades.sentences(headline.footprints()).forEach(lines::prose);
    }

    private static void row(
            TextTable table,
            boolean hasThin,
            String name,
            String bytes,
            String data,
            String thin,
            String saves,
            String mark) {
        if (hasThin) {
            table.add(name, bytes, data, thin, saves, mark);
        } else {
            table.add(name, bytes, data, saves, mark);
        }
    }

    private String whyNothing() {
        if (totals.fileCount() == 0) {
            return totals.excludedCount() > 0 ? ": everything is excluded" : ": no file was found";
        }
        return totals.logicalBytes() == 0 && totals.unreadPathCount() == 0
                ? ": every file is empty"
                : ": no file could be read";
    }
}
