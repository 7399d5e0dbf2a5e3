package io.compscan.report.console;

import io.compscan.report.Figures;
import io.compscan.report.SafeText;
import io.compscan.result.Growth;
import io.compscan.result.Growth.Added;
import io.compscan.result.Growth.Change;
import io.compscan.result.Growth.Curve;
import io.compscan.result.Growth.TargetGrowth;
import io.compscan.result.Growth.Trend;
import io.compscan.result.history.HistoryResult;
import io.compscan.result.history.PastScan;
import io.compscan.result.history.PastScan.Stored;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The scans of a catalog as text for a person: a line for each, and the growth that they show.
 *
 * <p>Plain ASCII apart from paths, within the columns of the screen, the same in every locale. {@code ~} marks estimates.
 */
public final class HistoryReport {

    private static final int DATE_LENGTH = "2026-01-31".length();
    private static final int NAME_WIDTH = 30;
    /** A screen has as many lines. */
    private static final int MOST_ROWS = 12;

    private final HistoryResult history;
    private final Lines lines;

    private HistoryReport(HistoryResult history, Screen screen) {
        this.history = history;
        lines = new Lines(screen);
    }

    /** The whole text; each line ends with a line feed. */
    public static String render(HistoryResult history, Screen screen) {
        return new HistoryReport(history, screen).render();
    }

    private String render() {
        PastScan last = history.last();
        if (last == null) {
            lines.prose("compscan: no scan is complete");
            return lines.toString();
        }
        lines.line(SafeText.oneLine(
                "compscan: " + Figures.count(history.scans().size(), "scan", "scans") + " of "
                        + String.join(", ", last.paths()),
                lines.columns()));
        lines.blank();
        lines.headline(headline(history));
        lines.blank();
        scans(last);
        lines.blank();
        Growth growth = history.growth();
        if (growth != null) {
            growths(growth);
        }
        notes(history).forEach(lines::prose);
        return lines.toString();
    }

    /** The answer in one sentence. */
    public static String headline(HistoryResult history) {
        PastScan last = history.last();
        Growth growth = history.growth();
        return last == null
                ? "No scan is complete."
                : Figures.human(last.scannedBytes()) + " of data"
                        + (growth == null
                                ? " on " + date(last.startedAt()) + "."
                                : ", growing " + share(growth.data()) + " in "
                                        + Figures.count(growth.scanCount(), "scan", "scans") + " over " + days(growth)
                                        + ".");
    }

    /** What the numbers mean, a sentence or two each. */
    public static List<String> notes(HistoryResult history) {
        List<String> notes = new ArrayList<>();
        String none = history.noGrowth();
        if (none != null) {
            notes.add("No growth is shown: " + none + ".");
        }
        Growth growth = history.growth();
        if (growth != null) {
            notes.add("In brackets: 95 % interval of the average growth. The scans lie nearer to a "
                    + (growth.data().curve() == Curve.LINEAR ? "linear" : "compounded") + " growth of the data.");
            notes.add(
                    "Came: the difference of the last scan and the first one that counts, and its data reduction alone.");
            Change change = growth.change();
            if (change != null) {
                notes.add("At most " + changed(change) + " of the data was changed or deleted a day, by whole files.");
            }
            if (growth.scanCount() < history.scans().size()) {
                notes.add(Figures.count(history.scans().size() - growth.scanCount(), "scan does", "scans do")
                        + " not count: before --since, of other paths than the last one, or with other directories that could"
                        + " not be listed.");
            }
        }
        measuredOtherwise(history)
                .forEach((since, titles) -> notes.add("Other rules or libraries measured "
                        + String.join(", ", titles) + " before " + date(since)
                        + ", so its growth is not shown. --since "
                        + date(since) + " leaves out these scans."));
        if (history.scans().stream().anyMatch(scan -> scan.unreadDirectoryCount() > 0)) {
            notes.add("+? marks a scan that could not list every directory. What lies below these is missing.");
        }
        return notes;
    }

    /** The targets without a growth that an earlier scan measured otherwise, by the first scan since the last change of that. */
    private static Map<Instant, List<String>> measuredOtherwise(HistoryResult history) {
        Map<Instant, List<String>> found = new TreeMap<>();
        List<PastScan> scans = history.scans();
        PastScan last = history.last();
        Growth growth = history.growth();
        if (last == null || growth == null) {
            return found;
        }
        for (Stored target : last.targets()) {
            boolean isShown = growth.target(target.profile(), target.chunking(), target.compressor()) != null;
            for (int i = scans.size() - 2; i >= 0 && !isShown; i--) {
                if (scans.get(i).target(target) != null && !last.measures(target, scans.get(i))) {
                    found.computeIfAbsent(scans.get(i + 1).startedAt(), unused -> new ArrayList<>())
                            .add(SafeText.oneLine(target.title(), NAME_WIDTH));
                    break;
                }
            }
        }
        return found;
    }

    private static String changed(Change change) {
        return percent(change.sharePerDay(), 2) + " (" + percent(change.sharePerDayLow(), 2) + " to "
                + percent(change.sharePerDayHigh(), 2) + ")";
    }

    /** The growth of the data in one sentence. */
    public static String growth(Growth growth) {
        Change change = growth.change();
        return "growth " + share(growth.data()) + (growth.data().curve() == Curve.LINEAR ? "" : ", compounded")
                + ", in "
                + Figures.count(growth.scanCount(), "scan", "scans") + " over " + days(growth)
                + (change == null ? "" : "; at most " + changed(change) + " changed a day, by whole files");
    }

    private static String days(Growth growth) {
        return Figures.count(Duration.between(growth.firstAt(), growth.lastAt()).toDays(), "day", "days");
    }

    /** {@code 14.3 % a year (9.1 % to 20.2 %)}, or bytes where the growth is linear. */
    private static String share(Trend trend) {
        Double middle = trend.sharePerYear();
        Double low = trend.sharePerYearLow();
        Double high = trend.sharePerYearHigh();
        return trend.curve() == Curve.LINEAR || middle == null || low == null || high == null
                ? signed(trend.bytesPerYear()) + " a year (" + signed(trend.bytesPerYearLow()) + " to "
                        + signed(trend.bytesPerYearHigh()) + ")"
                : percent(middle, 1) + " a year (" + percent(low, 1) + " to " + percent(high, 1) + ")";
    }

    private static String percent(double share, int decimals) {
        return String.format(Locale.ROOT, "%,." + decimals + "f %%", 100 * share);
    }

    private static String signed(double bytes) {
        long whole = Math.round(Math.abs(bytes));
        return (bytes < 0 ? "-" : "") + Figures.decimal(whole);
    }

    private void scans(PastScan last) {
        List<PastScan> shown = history.scans();
        if (!lines.screen().isDetailed() && shown.size() > MOST_ROWS) {
            shown = shown.subList(shown.size() - MOST_ROWS, shown.size());
        }
        List<Stored> targets = last.targets();
        TextTable table = new TextTable("lrrrrr" + "r".repeat(targets.size())).dropping(4, 3, 2);
        List<String> cells = new ArrayList<>(List.of("scan of", "data", "files", "new", "changed", "deleted"));
        targets.forEach(target -> cells.add(SafeText.oneLine(target.title(), NAME_WIDTH)));
        table.add(cells.toArray(String[]::new));
        for (PastScan scan : shown) {
            boolean isFirst = scan.equals(history.scans().get(0));
            cells.clear();
            cells.addAll(List.of(
                    date(scan.startedAt()),
                    Figures.human(scan.scannedBytes()) + (scan.unreadDirectoryCount() > 0 ? "+?" : ""),
                    Figures.exact(scan.fileCount()),
                    isFirst ? "-" : Figures.human(scan.churn().newBytes()),
                    isFirst ? "-" : Figures.human(scan.churn().changedBytes()),
                    isFirst ? "-" : Figures.human(scan.churn().deletedBytes())));
            for (Stored target : targets) {
                Stored stored = scan.target(target);
                cells.add(
                        stored == null
                                ? "-"
                                : Labels.estimate(stored.isEstimated()) + Figures.human(stored.allocatedBytes()));
            }
            table.add(cells.toArray(String[]::new));
        }
        lines.table(table);
        if (shown.size() < history.scans().size()) {
            lines.line(
                    "  and " + Figures.exact(history.scans().size() - shown.size()) + " before; --details shows all");
        }
    }

    static String date(Instant instant) {
        return instant.toString().substring(0, DATE_LENGTH);
    }

    private void growths(Growth growth) {
        TextTable table = new TextTable("nrrrr").dropping(1);
        table.add("growth a year", "linear", "compounded", "came", "data reduction");
        table.add("data", bytes(growth.data()), compounded(growth.data()), signed((double) growth.addedBytes()), "");
        for (TargetGrowth target : growth.targets()) {
            Added added = target.added();
            table.add(
                    SafeText.oneLine(target.title(), NAME_WIDTH),
                    bytes(target.trend()),
                    compounded(target.trend()),
                    signed((double) added.allocatedBytes()),
                    Figures.perOne(added.dataReductionRatio()));
        }
        lines.table(table);
        lines.blank();
    }

    private static String bytes(Trend trend) {
        return signed(trend.bytesPerYear()) + " (" + signed(trend.bytesPerYearLow()) + " to "
                + signed(trend.bytesPerYearHigh()) + ")";
    }

    private static String compounded(Trend trend) {
        Double middle = trend.sharePerYear();
        Double low = trend.sharePerYearLow();
        Double high = trend.sharePerYearHigh();
        return middle == null || low == null || high == null
                ? "-"
                : percent(middle, 1) + " (" + percent(low, 1) + " to " + percent(high, 1) + ")";
    }
}
