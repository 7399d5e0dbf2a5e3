package io.compscan.core.report.console;

import io.compscan.core.report.Figures;
import io.compscan.core.result.Compression;
import io.compscan.core.result.set.ChunkGroup;
import io.compscan.core.result.set.DiffResult;
import io.compscan.core.result.set.DiffResult.DiffLayout;
import io.compscan.core.result.set.DiffResult.DiffStep;
import io.compscan.core.result.set.SetResult;
import java.util.List;

/**
 * A comparison as text for a person: for each chunking what changed from set to set, and what a backup of them takes.
 *
 * <p>Plain ASCII apart from names, at most 100 columns, the same in every locale. {@code ~} marks what is estimated.
 */
public final class DiffReport {

    private final DiffResult result;
    private final StringBuilder out = new StringBuilder();

    private DiffReport(DiffResult result) {
        this.result = result;
    }

    /** The whole text; each line ends with a line feed. */
    public static String render(DiffResult result) {
        return new DiffReport(result).render();
    }

    private String render() {
        List<SetResult> sets = result.sets();
        line("compscan: " + Figures.count(sets.size(), "set", "sets") + " compared, each with the one before");
        for (DiffLayout layout : result.layouts()) {
            line("");
            line(layout.chunking() + ", " + layout.fingerprint() + ": distinct chunks, one copy of each");
            line("");
            unique(layout);
            int compressors = sets.isEmpty()
                    ? 0
                    : layout.steps().get(0).unique().physical().size();
            for (int c = 0; c < compressors; c++) {
                physical(layout, c);
            }
            growth(layout);
        }
        line("");
        line("Added is not in the set before, removed is in it alone; zeros and duplicates count nowhere.");
        line("Kept is what a backup of the last " + result.keep() + " holds, each distinct chunk once.");
        if (sets.stream().anyMatch(SetResult::partial)) {
            line("PARTIAL: a scan was stopped before its end; what it did not read counts as removed.");
        }
        return out.toString();
    }

    private void unique(DiffLayout layout) {
        TextTable table = new TextTable("lrrrrrrl");
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
                    result.sets().get(i).partial() ? "partial" : "");
        }
        table.appendTo(out, "  ");
    }

    private void physical(DiffLayout layout, int compressor) {
        String name = layout.steps().get(0).unique().physical().get(compressor).compressor();
        if (name.equals("none")) {
            return;
        }
        line("");
        line("  physical with " + name);
        line("");
        TextTable table = new TextTable("lrrrrr");
        table.add("set", "unique", "common", "added", "removed", "kept");
        for (int i = 0; i < layout.steps().size(); i++) {
            DiffStep step = layout.steps().get(i);
            table.add(
                    MergeReport.shortName(result.sets().get(i)),
                    human(step.unique(), compressor),
                    human(step.common(), compressor),
                    human(step.added(), compressor),
                    human(step.removed(), compressor),
                    human(step.kept(), compressor));
        }
        table.appendTo(out, "  ");
    }

    private static String human(ChunkGroup group, int compressor) {
        ChunkGroup.Physical physical = group.physical().get(compressor);
        return (physical.method() == Compression.Method.CHUNK ? "" : "~") + Figures.human(physical.physicalBytes());
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
        line("");
        line("  from set to set " + Figures.human(added) + " are added and " + Figures.human(removed)
                + " removed, on the mean of " + later.size());
    }

    private void line(String text) {
        out.append(text).append('\n');
    }
}
