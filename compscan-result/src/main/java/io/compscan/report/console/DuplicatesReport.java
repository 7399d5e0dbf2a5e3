package io.compscan.report.console;

import io.compscan.report.Figures;
import io.compscan.report.SafeText;
import io.compscan.result.ReadError;
import io.compscan.result.duplicate.Duplicates;
import io.compscan.result.duplicate.Duplicates.Chunk;
import io.compscan.result.duplicate.Duplicates.Copies;
import io.compscan.result.duplicate.Duplicates.Directory;
import io.compscan.result.duplicate.Duplicates.DirectoryPair;
import io.compscan.result.duplicate.Duplicates.Origin;
import io.compscan.result.duplicate.Duplicates.Sharing;
import io.compscan.result.duplicate.Duplicates.Summary;
import java.util.List;

/**
 * Duplicates as text for a person: their amount, then the chunks, the files and the directories that hold most.
 *
 * <p>Plain ASCII apart from names, within the columns of the screen, the same in every locale.
 */
public final class DuplicatesReport {

    private static final int NAMES_SHOWN = 3;
    private static final int BRIEF_PATHS = 2;
    private static final int BRIEF_DIGEST = 16;
    private static final int SHOWN_ERRORS = 5;

    private final Duplicates duplicates;
    private final Lines lines;

    private DuplicatesReport(Duplicates duplicates, Screen screen) {
        this.duplicates = duplicates;
        lines = new Lines(screen);
    }

    /** The whole text; each line ends with a line feed. */
    public static String render(Duplicates duplicates, Screen screen) {
        DuplicatesReport report = new DuplicatesReport(duplicates, screen);
        report.append();
        return report.lines.toString();
    }

    private void append() {
        List<String> paths = duplicates.paths();
        String more = paths.size() > NAMES_SHOWN ? " and " + (paths.size() - NAMES_SHOWN) + " more" : "";
        lines.prose("compscan " + duplicates.toolVersion() + ": "
                + String.join(
                        ", ",
                        paths.stream().limit(NAMES_SHOWN).map(SafeText::oneLine).toList())
                + more);
        lines.blank();
        summary(duplicates.summary());
        List<Chunk> chunks = duplicates.chunks();
        if (chunks != null && !chunks.isEmpty()) {
            chunks(chunks);
        }
        List<Copies> files = duplicates.files();
        if (files != null && !files.isEmpty()) {
            files(files);
        }
        Sharing sharing = duplicates.directories();
        if (sharing != null && !sharing.pairs().isEmpty()) {
            directories(sharing);
        }
        closing();
    }

    private void summary(Summary summary) {
        String mark = Labels.estimate(summary.method() != null);
        lines.headline(mark + Figures.human(summary.duplicateBytes()) + " of " + Figures.human(summary.nonZeroBytes())
                + " are duplicates (" + mark + Figures.percent(summary.duplicateBytes(), summary.nonZeroBytes())
                + ") as "
                + duplicates.chunking() + "; zeros are not counted.");
        Long repeated = summary.repeatedChunkCount();
        if (repeated != null) {
            lines.prose((summary.uniqueChunkCount() == 1 ? "There is " : "There are ")
                    + Figures.count(summary.uniqueChunkCount(), "distinct chunk", "distinct chunks")
                    + ", " + Figures.exact(repeated) + " of them twice or more.");
        }
        Long files = summary.copiedFileCount();
        Long bytes = summary.copiedFileBytes();
        if (files != null && bytes != null) {
            lines.prose(Figures.human(bytes) + " of the duplicates are "
                    + Figures.count(files, "whole copy of a file", "whole copies of files") + ".");
        }
        if (duplicates.partial()) {
            lines.warning("PARTIAL: ", "the reading was stopped before its end. All this is of what was read.");
        }
    }

    private void chunks(List<Chunk> chunks) {
        boolean isDetailed = lines.screen().isDetailed();
        boolean hasPlaces = chunks.stream().anyMatch(chunk -> chunk.path() != null);
        TextTable table = new TextTable("rrrlrp").dropping(4, 2);
        table.add(
                "saved", "references", "bytes", "chunk", hasPlaces ? "offset" : "", hasPlaces ? "in, for example" : "");
        for (Chunk chunk : chunks) {
            String path = chunk.path();
            Long offset = chunk.offset();
            table.add(
                    Figures.human(chunk.savedBytes()),
                    Figures.exact(chunk.references()),
                    Figures.exact(chunk.bytes()),
                    isDetailed
                            ? chunk.fingerprint()
                            : chunk.fingerprint()
                                    .substring(
                                            0,
                                            Math.min(
                                                    BRIEF_DIGEST,
                                                    chunk.fingerprint().length())),
                    offset == null ? "" : Figures.exact(offset),
                    path == null ? "" : SafeText.oneLine(path));
        }
        lines.blank();
        lines.table(table);
    }

    private void files(List<Copies> groups) {
        int shown = lines.screen().isDetailed() ? Copies.MOST_PATHS : BRIEF_PATHS;
        TextTable table = new TextTable("rrrp");
        table.add("saved", "copies", "bytes", "files that are copies of each other");
        for (Copies group : groups) {
            String saved = Figures.human(group.savedBytes());
            String copies = Figures.exact(group.copies());
            String bytes = Figures.human(group.bytes());
            for (String path :
                    group.paths().subList(0, Math.min(shown, group.paths().size()))) {
                table.add(saved, copies, bytes, SafeText.oneLine(path));
                saved = "";
                copies = "";
                bytes = "";
            }
        }
        lines.blank();
        lines.table(table);
    }

    private void directories(Sharing sharing) {
        boolean isExact = sharing.pairs().stream().allMatch(pair -> pair.sharedBytesLow() == null);
        TextTable table = new TextTable("rrrp");
        table.add("shared", isExact ? "" : "+-", "part of it", "directories that share most");
        for (DirectoryPair pair : sharing.pairs()) {
            Long low = pair.sharedBytesLow();
            Long high = pair.sharedBytesHigh();
            table.add(
                    Figures.human(pair.sharedBytes()),
                    low == null || high == null
                            ? ""
                            : Figures.human(Math.max(pair.sharedBytes() - low, high - pair.sharedBytes())),
                    Figures.percent(pair.sharedBytes(), pair.first().bytes()),
                    name(pair.first()));
            table.add("", "", Figures.percent(pair.sharedBytes(), pair.second().bytes()), name(pair.second()));
        }
        lines.blank();
        lines.table(table);
        if (!isExact) {
            lines.prose(
                    "  ",
                    "+- is the 95 % interval, from a sample of "
                            + Figures.count(sharing.sampledChunkCount(), "chunk", "chunks")
                            + (sharing.compressor().equals("none")
                                    ? "."
                                    : ". Bytes stored with " + sharing.compressor() + "."));
        }
    }

    private static String name(Directory directory) {
        return SafeText.oneLine(directory.path()) + (directory.ownFilesOnly() ? " (its own files)" : "");
    }

    private void closing() {
        if (duplicates.origin() == Origin.SET) {
            lines.blank();
            lines.prose("A set knows chunks alone. Files, directories and places: compscan duplicates PATH");
        } else if (duplicates.origin() == Origin.RESULT) {
            lines.blank();
            lines.prose("A result knows the top-level directories alone. Chunks, files and all directories:"
                    + " compscan duplicates PATH");
        }
        List<ReadError> errors = duplicates.errors();
        if (errors.isEmpty()) {
            return;
        }
        lines.blank();
        lines.warning("", Figures.count(errors.size(), "path", "paths") + " could not be read, or changed meanwhile:");
        for (ReadError error : errors.subList(0, Math.min(SHOWN_ERRORS, errors.size()))) {
            lines.prose("    ", SafeText.oneLine(error.path(), 60) + ": " + error.reason());
        }
        if (errors.size() > SHOWN_ERRORS) {
            lines.prose("    ", "and " + Figures.exact(errors.size() - SHOWN_ERRORS) + " more, in --json");
        }
    }
}
