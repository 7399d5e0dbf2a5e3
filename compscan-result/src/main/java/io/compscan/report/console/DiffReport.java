package io.compscan.report.console;

import io.compscan.report.Figures;
import io.compscan.report.Unread;
import io.compscan.result.Compression;
import io.compscan.result.Grade;
import io.compscan.result.set.ChunkGroup;
import io.compscan.result.set.DiffResult;
import io.compscan.result.set.DiffResult.DiffLayout;
import io.compscan.result.set.DiffResult.DiffStep;
import io.compscan.result.set.NextBackup;
import io.compscan.result.set.SetResult;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * A comparison as text for a person: for each chunking the changes from set to set, and the space of a backup of them.
 *
 * <p>Plain ASCII apart from names, within the columns of the screen, the same in every locale. {@code ~} marks estimates.
 */
public final class DiffReport {

    private final DiffResult result;
    private final Lines lines;

    private DiffReport(DiffResult result, Screen screen) {
        this.result = result;
        lines = new Lines(screen);
    }

    /** The whole text; each line ends with a line feed. */
    public static String render(DiffResult result, Screen screen) {
        return new DiffReport(result, screen).render();
    }

    private String render() {
        List<SetResult> sets = result.sets();
        long unlisted = Unread.directoryCount(sets);
        if (unlisted > 0) {
            lines.warning(Unread.HEAD, Unread.unknown(unlisted));
            lines.blank();
        }
        lines.prose("compscan: " + Figures.count(sets.size(), "set", "sets") + " compared, each with the one before");
        for (DiffLayout layout : result.shownLayouts()) {
            lines.blank();
            lines.prose(layout.chunking() + ", " + layout.fingerprint() + ": distinct chunks, one copy of each");
            lines.blank();
            unique(layout);
            for (String compressor : layout.compressors()) {
                physical(layout, compressor);
            }
            // The index of a repository has the chunks of many days.
            if (layout.steps().stream().allMatch(step -> step.nextBackup() == null)) {
                growth(layout);
            }
            layout.steps().stream()
                    .map(DiffStep::nextBackup)
                    .filter(Objects::nonNull)
                    .forEach(this::next);
        }
        lines.blank();
        lines.prose("Added: not in the set before. Removed: no longer there. Zeros and duplicates are not counted.");
        lines.prose("Kept is what a backup of the last " + result.keep() + " holds, each distinct chunk once.");
        if (sets.stream().anyMatch(SetResult::partial)) {
            lines.warning("PARTIAL: ", "a scan was stopped before its end. What it did not read counts as removed.");
        }
        return lines.toString();
    }

    private void unique(DiffLayout layout) {
        TextTable table = new TextTable("prrrrrrl").dropping(5);
        table.add("set", "unique", "common", "added", "removed", "added %", "kept", "");
        for (int i = 0; i < layout.steps().size(); i++) {
            DiffStep step = layout.steps().get(i);
            table.add(
                    MergeReport.shortName(result.sets().get(i)),
                    Figures.human(step.unique().bytes()),
                    Figures.human(step.common().bytes()),
                    Figures.human(step.added().bytes()),
                    Figures.human(step.removed().bytes()),
                    Figures.percent(step.added().bytes(), step.unique().bytes()),
                    Figures.human(step.kept().bytes()),
                    Labels.missing(
                            result.sets().get(i).partial(), result.sets().get(i).totals()));
        }
        lines.table(table);
    }

    private void physical(DiffLayout layout, String name) {
        if (name.equals("none")) {
            return;
        }
        lines.blank();
        lines.prose("  physical with " + name);
        lines.blank();
        TextTable table = new TextTable("prrrrr");
        table.add("set", "unique", "common", "added", "removed", "kept");
        for (int i = 0; i < layout.steps().size(); i++) {
            DiffStep step = layout.steps().get(i);
            table.add(
                    MergeReport.shortName(result.sets().get(i)),
                    human(step.unique(), name),
                    human(step.common(), name),
                    human(step.added(), name),
                    human(step.removed(), name),
                    human(step.kept(), name));
        }
        lines.table(table);
    }

    private static String human(ChunkGroup group, String compressor) {
        ChunkGroup.Physical physical = group.with(compressor);
        return physical == null ? "unknown" : human(physical.method(), physical.physicalBytes());
    }

    private static String human(Compression.Method method, long bytes) {
        return (method == Compression.Method.CHUNK ? "" : "~") + Figures.human(bytes);
    }

    /** What a backup adds to the repository. */
    private void next(NextBackup next) {
        lines.blank();
        lines.prose("  the next backup of " + next.format() + " adds " + Figures.human(next.bytes()) + " in "
                + Figures.count(next.chunkCount(), "new chunk", "new chunks") + ": "
                + next.grade().words());
        for (NextBackup.Stored stored : next.stored()) {
            lines.prose("  with " + stored.compressor() + " " + human(stored.method(), stored.physicalBytes()) + ": "
                    + stored.grade().words());
        }
        lines.prose("Left out are chunks of zeros and metadata: " + next.leavesOut() + ".");
        if (next.grade() == Grade.ASSUMED) {
            lines.warning(
                    "NOTHING IN COMMON: ",
                    "the repository may be encrypted, with keyed digests, which the index does not say. Then the backup"
                            + " may add less.");
        }
    }

    /** The mean addition of a set without the first, which has no predecessor. */
    private void growth(DiffLayout layout) {
        List<DiffStep> later = layout.steps()
                .subList(Math.min(1, layout.steps().size()), layout.steps().size());
        if (later.isEmpty()) {
            return;
        }
        long added = later.stream().mapToLong(step -> step.added().bytes()).sum() / later.size();
        long removed = later.stream().mapToLong(step -> step.removed().bytes()).sum() / later.size();
        lines.blank();
        lines.prose("  from set to set " + Figures.human(added) + " are added and " + Figures.human(removed)
                + " removed, on the mean of " + later.size());
        // Snapshots keep what is removed; the growth has what is added.
        long before = layout.steps().subList(0, layout.steps().size() - 1).stream()
                .mapToLong(step -> step.unique().bytes())
                .sum();
        long gone = later.stream().mapToLong(step -> step.removed().bytes()).sum();
        if (before > 0 && gone > 0) {
            lines.prose("If a day lies between the sets: compscan plan RESULT --change-per-day "
                    + String.format(Locale.ROOT, "%.2f%%", 100.0 * gone / before) + " --retention 30d");
        }
    }
}
