package io.compscan.report.console;

import io.compscan.report.Figures;
import io.compscan.report.InnerQuestion;
import io.compscan.report.SafeText;
import io.compscan.report.Unread;
import io.compscan.result.Changes;
import io.compscan.result.Container;
import io.compscan.result.ReadError;
import io.compscan.result.ScanResult;
import io.compscan.result.Timing;
import io.compscan.result.Totals;
import io.compscan.result.answer.Variants;
import io.compscan.result.answer.Variants.Variant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The end of a report: files read, skipped and unread, and hints on the data. */
final class ReadingSection {

    private static final String INDENT = "         ";
    private static final int BRIEF_ERRORS = 1;
    private static final int DETAILED_ERRORS = 20;
    private static final int MAX_REASON_LINES = 6;
    private static final int MAX_NOTES = 12;

    /** Data that shrinks by less counts as incompressible. */
    private static final double HARDLY_COMPRESSES = 1.05;

    private final ScanResult result;
    private final Totals totals;
    private final Lines lines;

    ReadingSection(ScanResult result, Lines lines) {
        this.result = result;
        this.totals = result.totals();
        this.lines = lines;
    }

    /** @param isUnion whether several scans were taken together, so that no speed belongs to the whole */
    void append(boolean isUnion) {
        lines.blank();
        reading(isUnion);
        skipped();
        errors(
                "Unread   ",
                Unread.summary(totals),
                totals.unreadPathCount(),
                error -> error.kind().isUnread() || error.kind() == ReadError.Kind.LOOP);
        errors(
                "Changed  ",
                Figures.count(totals.changedPathCount(), "path", "paths") + " while being read",
                totals.changedPathCount(),
                error -> error.kind().isChange());
        notes();
        hints();
    }

    private void reading(boolean isUnion) {
        Timing timing = result.timing();
        String found = Figures.count(totals.fileCount(), "file", "files") + ", "
                + Figures.count(totals.directoryCount(), "directory", "directories");
        if (isUnion) {
            lines.prose("Read     ", found + ", all scans together in " + Figures.elapsed(timing.elapsedNanos()));
            return;
        }
        lines.prose(
                "Read     ",
                found + " in " + Figures.elapsed(timing.elapsedNanos()) + speed(timing) + requests(timing)
                        + unchanged(timing));
        Changes changes = timing.changes();
        if (changes != null) {
            lines.prose("Changes  ", ChangesReport.summary(changes));
        }
        if (lines.screen().isDetailed()) {
            lines.prose(
                    "Used     ",
                    Figures.count(timing.readers(), "reader", "readers") + ", "
                            + Figures.count(timing.workers(), "worker", "workers") + ", "
                            + Figures.human(timing.indexBytes()) + " for the index");
        }
    }

    /** In brackets; nothing where the bytes of a trace were never read. */
    private String speed(Timing timing) {
        if (!timing.tellsSpeed(totals.scannedBytes())) {
            return "";
        }
        // A write session reads nothing, and waits for those who write.
        String measured = timing.readers() == 0 ? " while its workers were busy" : "";
        return " (" + Figures.human(timing.scannedBytesPerSecond()) + "/s" + measured + ")";
    }

    /** A store may charge for them. */
    private static String requests(Timing timing) {
        Long count = timing.requestCount();
        return count == null ? "" : ", " + Figures.count(count, "request", "requests");
    }

    /** Nobody has read these. */
    private static String unchanged(Timing timing) {
        Timing.Unchanged unchanged = timing.unchanged();
        return unchanged == null || unchanged.fileCount() == 0
                ? ""
                : "; of these, " + Figures.count(unchanged.fileCount(), "file", "files") + " with "
                        + Figures.human(unchanged.bytes())
                        + " not read: unchanged since the last scan, from the catalog";
    }

    private void skipped() {
        containers();
        List<String> skipped = new ArrayList<>();
        addCount(skipped, totals.hardLinkCount(), "further hard link (read once)", "further hard links (read once)");
        addCount(skipped, totals.symlinkCount(), "symbolic link not followed", "symbolic links not followed");
        addCount(skipped, totals.specialFileCount(), "FIFO, socket or device", "FIFOs, sockets or devices");
        addCount(skipped, totals.excludedCount(), "file or directory excluded", "files or directories excluded");
        addCount(skipped, totals.consumedCount(), "file read as a part of an image", "files read as parts of images");
        if (skipped.isEmpty()) {
            return;
        }
        if (lines.screen().isDetailed()) {
            String head = "Skipped  ";
            for (String one : skipped) {
                lines.prose(head, one);
                head = INDENT;
            }
        } else {
            lines.prose("Skipped  ", String.join(", ", skipped));
        }
    }

    private void containers() {
        List<Container> all = result.containers();
        if (all.isEmpty()) {
            return;
        }
        Map<String, Long> formats =
                all.stream().collect(Collectors.groupingBy(Container::format, TreeMap::new, Collectors.counting()));
        long fileBytes = all.stream().mapToLong(Container::fileBytes).sum();
        lines.prose(
                "Into     ",
                Figures.count(all.size(), "container", "containers") + " of " + Figures.human(fileBytes)
                        + ": "
                        + formats.entrySet().stream()
                                .map(format ->
                                        Figures.exact(format.getValue()) + " " + SafeText.oneLine(format.getKey()))
                                .collect(Collectors.joining(", ")));
    }

    private static void addCount(List<String> parts, long number, String one, String many) {
        if (number > 0) {
            parts.add(Figures.count(number, one, many));
        }
    }

    private void errors(String head, String heading, long pathCount, Predicate<ReadError> which) {
        // There may be millions, which the list need not hold.
        long found = result.errors().stream().filter(which).count();
        if (pathCount == 0 && found == 0) {
            return;
        }
        List<ReadError> shown = result.errors().stream()
                .filter(which)
                .limit(lines.screen().isDetailed() ? DETAILED_ERRORS : BRIEF_ERRORS)
                .toList();
        lines.warning(head, heading);
        shown.forEach(this::error);
        if (found == 0) {
            lines.prose(INDENT, "their names are withheld in the sets");
        } else if (found > shown.size()) {
            lines.prose(INDENT, "and " + Figures.exact(found - shown.size()) + " more" + rest());
        }
    }

    /** Where the paths are that this report leaves out. */
    private String rest() {
        return (lines.screen().isDetailed() ? "; " : "; --details shows " + DETAILED_ERRORS + ", ")
                + "--out DIR writes all to errors.csv";
    }

    /** What counts, and perhaps not as the reader thinks. */
    private void notes() {
        List<ReadError> notes = result.errors().stream()
                .filter(error -> error.kind().isNote())
                .limit(MAX_NOTES + 1L)
                .toList();
        for (ReadError note : notes.subList(0, Math.min(MAX_NOTES, notes.size()))) {
            lines.warning(
                    "Note     ",
                    SafeText.oneLine(note.path(), lines.columns() / 2) + ": "
                            + SafeText.oneLine(note.reason(), MAX_REASON_LINES * lines.columns()));
        }
        if (notes.size() > MAX_NOTES) {
            lines.prose(INDENT, "and more; --out DIR writes all to errors.csv");
        }
    }

    /** A reason says what can be done, so it is told to its end, below the path where it is long. */
    private void error(ReadError error) {
        String kind = String.format(
                Locale.ROOT, INDENT + "%-10s  ", error.kind().name().toLowerCase(Locale.ROOT));
        int width = lines.columns() - kind.length();
        String reason = Arrays.stream(SafeText.oneLine(error.reason()).split(" ", -1))
                .map(word -> SafeText.oneLine(word, width))
                .collect(Collectors.joining(" "));
        if (reason.length() <= lines.columns() / 2 - 4) {
            int room = width - ": ".length() - reason.length();
            lines.line(kind + SafeText.oneLine(error.path(), Math.max(8, room)) + ": " + reason);
        } else {
            lines.line(kind + SafeText.oneLine(error.path(), width - 1) + ":");
            lines.prose(" ".repeat(kind.length()), SafeText.oneLine(reason, MAX_REASON_LINES * width));
        }
    }

    private void hints() {
        List<String> hints = new ArrayList<>();
        if (totals.unreadBytes() > 0 && totals.unreadBytes() >= totals.logicalBytes() / 100) {
            hints.add(Figures.percent(totals.unreadBytes(), totals.logicalBytes())
                    + " of the logical bytes could not be read; the figures say nothing about them.");
        }
        String read = result.partial() ? "that was read so far" : "that was read";
        if (totals.scannedBytes() > 0 && result.layouts().stream().allMatch(layout -> layout.nonZeroBytes() == 0)) {
            hints.add("All " + read + " is zeros; a sparse or wiped image, or a device that was never written?");
        }
        List<Double> ratios = new ArrayList<>();
        for (Variant variant : new Variants(result).all()) {
            Double ratio = variant.compression().compressionRatio();
            if (ratio != null && !variant.compression().keepsRaw()) {
                ratios.add(ratio);
            }
        }
        if (!ratios.isEmpty() && ratios.stream().allMatch(ratio -> ratio < HARDLY_COMPRESSES)) {
            hints.add("The unique data " + (result.partial() ? read + " " : "")
                    + "hardly compresses; it may be compressed or encrypted already.");
        }
        InnerQuestion.of(result).ifPresent(hints::add);
        for (String hint : hints) {
            lines.warning("Note     ", hint);
        }
    }
}
