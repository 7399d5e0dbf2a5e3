package io.compscan.core.report.console;

import io.compscan.core.report.Figures;
import io.compscan.core.report.SafeText;
import io.compscan.core.report.console.Variants.Variant;
import io.compscan.core.result.Container;
import io.compscan.core.result.ReadError;
import io.compscan.core.result.ScanResult;
import io.compscan.core.result.Timing;
import io.compscan.core.result.Totals;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The end of a report: files read, skipped and unread, and hints on the data. */
final class ReadingSection {

    private static final int ERRORS_SHOWN = 5;

    /** Data that shrinks by less counts as incompressible. */
    private static final double HARDLY_COMPRESSES = 1.05;

    private final ScanResult result;
    private final Totals totals;
    private final Variants variants;
    private final int width;
    private final StringBuilder out;

    ReadingSection(ScanResult result, Variants variants, int width, StringBuilder out) {
        this.result = result;
        this.totals = result.totals();
        this.variants = variants;
        this.width = width;
        this.out = out;
    }

    /** @param isUnion whether several scans were taken together, so that no speed belongs to the whole */
    void append(boolean isUnion) {
        reading(isUnion);
        hints();
    }

    private void reading(boolean isUnion) {
        Timing timing = result.timing();
        String found = Figures.count(totals.fileCount(), "file", "files") + ", "
                + Figures.count(totals.directoryCount(), "directory", "directories");
        if (isUnion) {
            line("Read     " + found + ", all scans together in " + Figures.elapsed(timing.elapsedNanos()));
        } else {
            line("Read     " + found + " in " + Figures.elapsed(timing.elapsedNanos()) + " ("
                    + Figures.human(timing.scannedBytesPerSecond()) + "/s)");
            line("Used     " + Figures.count(timing.readers(), "reader", "readers") + ", "
                    + Figures.count(timing.workers(), "worker", "workers") + ", " + Figures.human(timing.indexBytes())
                    + " for the index");
        }
        containers();
        List<String> skipped = new ArrayList<>();
        addCount(skipped, totals.hardLinkCount(), "further hard link (read once)", "further hard links (read once)");
        addCount(skipped, totals.symlinkCount(), "symbolic link not followed", "symbolic links not followed");
        addCount(skipped, totals.specialFileCount(), "FIFO, socket or device", "FIFOs, sockets or devices");
        addCount(skipped, totals.excludedCount(), "file or directory excluded", "files or directories excluded");
        addCount(skipped, totals.consumedCount(), "file read as a part of an image", "files read as parts of images");
        if (!skipped.isEmpty()) {
            line("Skipped  " + String.join("\n         ", skipped));
        }
        errors(
                "Unread   " + Figures.count(totals.unreadPathCount(), "path", "paths") + ", "
                        + Figures.count(totals.unreadBytes(), "byte", "bytes") + " ("
                        + Figures.percent(totals.unreadBytes(), totals.logicalBytes()) + " of logical)",
                totals.unreadPathCount(),
                error -> !error.kind().isChange());
        errors(
                "Changed  " + Figures.count(totals.changedPathCount(), "path", "paths") + " while being read",
                totals.changedPathCount(),
                error -> error.kind().isChange());
    }

    private void containers() {
        List<Container> all = result.containers();
        if (all.isEmpty()) {
            return;
        }
        Map<String, Long> formats =
                all.stream().collect(Collectors.groupingBy(Container::format, TreeMap::new, Collectors.counting()));
        long fileBytes = all.stream().mapToLong(Container::fileBytes).sum();
        line("Into     " + Figures.count(all.size(), "container", "containers") + " of " + Figures.human(fileBytes)
                + ": "
                + formats.entrySet().stream()
                        .map(format -> Figures.exact(format.getValue()) + " " + SafeText.oneLine(format.getKey()))
                        .collect(Collectors.joining(", ")));
    }

    private static void addCount(List<String> parts, long number, String one, String many) {
        if (number > 0) {
            parts.add(Figures.count(number, one, many));
        }
    }

    private void errors(String heading, long pathCount, Predicate<ReadError> which) {
        long count = result.errors().stream().filter(which).count();
        if (pathCount == 0 && count == 0) {
            return;
        }
        line(heading);
        List<ReadError> shown =
                result.errors().stream().filter(which).limit(ERRORS_SHOWN).toList();
        for (ReadError error : shown) {
            String reason = SafeText.oneLine(error.reason(), width / 2);
            String kind = String.format(
                    Locale.ROOT, "         %-10s  ", error.kind().name().toLowerCase(Locale.ROOT));
            int room = width - kind.length() - ": ".length() - reason.length();
            line(kind + SafeText.oneLine(error.path(), room) + ": " + reason);
        }
        if (count == 0) {
            line("         their names are withheld in the sets");
        } else if (count > ERRORS_SHOWN) {
            line("         and " + Figures.exact(count - ERRORS_SHOWN) + " more, all in errors.csv of --out DIR");
        }
    }

    private void hints() {
        List<String> hints = new ArrayList<>();
        if (totals.unreadBytes() > 0 && totals.unreadBytes() >= totals.logicalBytes() / 100) {
            hints.add(Figures.percent(totals.unreadBytes(), totals.logicalBytes())
                    + " of the logical bytes could not be read; the figures say nothing about them.");
        }
        if (totals.scannedBytes() > 0 && result.layouts().stream().allMatch(layout -> layout.nonZeroBytes() == 0)) {
            hints.add("All that was read is zeros; a sparse or wiped image, or a device that was never written?");
        }
        List<Double> ratios = new ArrayList<>();
        for (Variant variant : variants.all()) {
            Double ratio = variant.compression().compressionRatio();
            if (ratio != null && !Labels.isUncompressed(variant.compression())) {
                ratios.add(ratio);
            }
        }
        if (!ratios.isEmpty() && ratios.stream().allMatch(ratio -> ratio < HARDLY_COMPRESSES)) {
            hints.add("The unique data hardly compresses; it may be compressed or encrypted already.");
        }
        for (String hint : hints) {
            line("Note     " + hint);
        }
    }

    private void line(String text) {
        out.append(text).append('\n');
    }
}
