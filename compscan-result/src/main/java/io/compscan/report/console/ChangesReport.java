package io.compscan.report.console;

import io.compscan.report.Figures;
import io.compscan.report.SafeText;
import io.compscan.result.Changes;
import io.compscan.result.Changes.Files;
import io.compscan.result.Changes.Group;
import io.compscan.result.history.ChangesResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * What has changed between the last two scans of a catalog, as text for a person.
 *
 * <p>Plain ASCII apart from names, within the columns of the screen, the same in every locale.
 */
public final class ChangesReport {

    private static final int MOST_ROWS = 8;
    private static final double DAY_SECONDS = 86_400;

    private final ChangesResult result;
    private final Changes changes;
    private final Lines lines;

    private ChangesReport(ChangesResult result, Screen screen) {
        this.result = result;
        changes = result.changes();
        lines = new Lines(screen);
    }

    /** The whole text; each line ends with a line feed. */
    public static String render(ChangesResult result, Screen screen) {
        return new ChangesReport(result, screen).render();
    }

    /** All changes in one sentence. */
    static String summary(Changes changes) {
        Group all = changes.all();
        return "since " + HistoryReport.date(changes.since()) + ": " + files(all.added(), "new") + ", "
                + files(all.changed(), "changed") + ", " + files(all.deleted(), "deleted")
                + (all.moved().count() == 0 ? "" : "; of the new ones, " + files(all.moved(), "only moved"));
    }

    private static String files(Files files, String word) {
        return Figures.exact(files.count()) + " " + word
                + (files.count() == 0 ? "" : " (" + Figures.human(files.bytes()) + ")");
    }

    private String render() {
        lines.line(SafeText.oneLine(
                "compscan diff: " + String.join(", ", result.paths()) + " on " + HistoryReport.date(result.startedAt()),
                lines.columns()));
        lines.blank();
        lines.headline("Files " + summary(changes) + ".");
        lines.blank();
        table("directories with the most changes", "p", changes.directories());
        lines.blank();
        table("file types", "n", changes.types());
        lines.blank();
        double days = Duration.between(changes.since(), result.startedAt()).toSeconds() / DAY_SECONDS;
        long replaced =
                changes.all().changed().bytes() + changes.all().deleted().bytes();
        long before = result.scannedBytes()
                - changes.all().added().bytes()
                + changes.all().deleted().bytes();
        if (days >= 1 && before > 0) {
            lines.prose("Changed or deleted a day: at most "
                    + Figures.percent(-Math.expm1(Math.log1p(-Math.min(1, (double) replaced / before)) / days))
                    + " of the data. A file of which one byte has changed counts with all its bytes.");
        } else {
            lines.prose("A file of which one byte has changed counts with all its bytes.");
        }
        return lines.toString();
    }

    private void table(String name, String alignment, List<Group> groups) {
        TextTable table = new TextTable("rrrr" + alignment);
        table.add("new", "changed", "deleted", "moved", name);
        List<Group> shown =
                lines.screen().isDetailed() ? groups : groups.subList(0, Math.min(MOST_ROWS, groups.size()));
        for (Group group : shown) {
            List<String> cells = new ArrayList<>();
            for (Function<Group, Files> files :
                    List.<Function<Group, Files>>of(Group::added, Group::changed, Group::deleted, Group::moved)) {
                Files some = files.apply(group);
                cells.add(some.count() == 0 ? "-" : Figures.human(some.bytes()));
            }
            cells.add(
                    !group.name().isEmpty()
                            ? SafeText.oneLine(group.name())
                            : alignment.equals("n") ? "(no extension)" : ".");
            table.add(cells.toArray(String[]::new));
        }
        lines.table(table);
    }
}
