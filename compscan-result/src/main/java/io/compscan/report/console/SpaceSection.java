package io.compscan.report.console;

import io.compscan.report.Figures;
import io.compscan.report.SafeText;
import io.compscan.result.SourceSpace;
import io.compscan.result.SourceSpace.Extents;
import io.compscan.result.SourceSpace.FileSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The space that the data takes on its source now, as text; a part of {@link ConsoleReport} on request. */
final class SpaceSection {

    private static final String HEAD = "source: ";

    private SpaceSection() {}

    /** Appends the section after an empty line; nothing without a request. */
    static void append(@Nullable SourceSpace space, Lines lines) {
        if (space == null) {
            return;
        }
        lines.blank();
        lines.prose(HEAD, summary(space));
        List<FileSystem> told = space.fileSystems().stream()
                .filter(one -> one.extents() != null)
                .toList();
        if (lines.screen().isDetailed() && !told.isEmpty()) {
            lines.blank();
            lines.table(table(told));
        }
    }

    private static String summary(SourceSpace space) {
        List<String> parts = new ArrayList<>();
        parts.add(Figures.human(space.sum(FileSystem::logicalBytes)) + " in files take "
                + Figures.human(space.sum(FileSystem::allocatedBytes)) + " of blocks there now");
        long mapped = space.sumOfExtents(Extents::mappedBytes);
        if (mapped > 0) {
            parts.add("reflinks among them save " + Figures.human(space.sumOfExtents(Extents::sharedWithinBytes)));
            add(
                    parts,
                    space.sumOfExtents(Extents::sharedOutsideBytes),
                    " shared with snapshots or files outside of the scan");
            add(parts, space.sumOfExtents(Extents::encodedBytes), " compressed already");
            add(parts, space.sumOfExtents(Extents::unwrittenBytes), " never written");
        }
        add(parts, space.sumOfExtents(Extents::inlineBytes), " in metadata");
        add(parts, space.sumOfExtents(Extents::delayedBytes), " not placed yet (sync does that)");
        String silent = space.fileSystems().stream()
                .filter(one -> one.extents() == null)
                .map(one -> one.type() + " on " + one.device() + " (" + Figures.count(one.fileCount(), "file", "files")
                        + ")")
                .collect(Collectors.joining(", "));
        if (!silent.isEmpty()) {
            parts.add("extents are not told by " + SafeText.oneLine(silent));
        }
        if (space.unaskedFileCount() > 0) {
            parts.add(Figures.count(space.unaskedFileCount(), "file", "files") + " could not be asked for");
        }
        if (space.otherUnitCount() > 0) {
            parts.add(Figures.count(space.otherUnitCount(), "unit is", "units are") + " no local file");
        }
        return String.join("; ", parts) + ".";
    }

    private static void add(List<String> parts, long bytes, String text) {
        if (bytes > 0) {
            parts.add(Figures.human(bytes) + text);
        }
    }

    private static TextTable table(List<FileSystem> told) {
        TextTable table = new TextTable("rrrrrp").dropping(0, 4);
        table.add("allocated", "occupied", "saved by reflinks", "shared outside", "compressed", "file system");
        for (FileSystem one : told) {
            Extents extents = one.extents();
            if (extents != null) {
                table.add(
                        Figures.human(one.allocatedBytes()),
                        Figures.human(extents.occupiedBytes()),
                        Figures.human(extents.sharedWithinBytes()),
                        Figures.human(extents.sharedOutsideBytes()),
                        Figures.human(extents.encodedBytes()),
                        SafeText.oneLine(one.type() + " on " + one.device()));
            }
        }
        return table;
    }
}
