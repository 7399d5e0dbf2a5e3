package io.compscan.core.report.console;

import io.compscan.core.report.Figures;
import io.compscan.core.report.SafeText;
import io.compscan.core.result.Compression;
import io.compscan.core.result.FileResult;
import io.compscan.core.result.Layout;
import io.compscan.core.result.Ledger;
import io.compscan.core.result.ProfileResult;
import io.compscan.core.result.ReadError;
import io.compscan.core.result.Sample;
import io.compscan.core.result.ScanResult;
import io.compscan.core.result.Timing;
import io.compscan.core.result.Totals;
import io.compscan.core.result.TradeOff;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A result as text for a person: the answer first, then how it comes about, then what to know about it.
 *
 * <p>Plain ASCII apart from paths, at most 100 columns, the same in every locale. {@code ~} marks what is estimated.
 */
public final class ConsoleReport {

    private static final int WIDTH = 100;
    /** Names of chunkings that are longer are cut in tables; they stand in full above the numbers of each. */
    private static final int NAME_WIDTH = 20;

    private static final int COMPRESSOR_WIDTH = 10;

    private static final int PATHS_SHOWN = 3;
    private static final int ERRORS_SHOWN = 5;
    private static final int FILES_SHOWN = 20;

    /** Data that shrinks by less is called incompressible. */
    private static final double HARDLY_COMPRESSES = 1.05;

    /** One cell of the matrix. */
    private record Variant(Layout layout, Compression compression) {}

    private final ScanResult result;
    private final Totals totals;
    private final List<Variant> variants = new ArrayList<>();
    private final StringBuilder out = new StringBuilder();
    /** What stands for the paths, and what stands between figures and notes; null for a scan. */
    private final @Nullable String heading;

    private final String sections;

    private ConsoleReport(ScanResult result, @Nullable String heading, String sections) {
        this.result = result;
        this.heading = heading;
        this.sections = sections;
        this.totals = result.totals();
        for (Layout layout : result.layouts()) {
            for (Compression compression : layout.compression()) {
                variants.add(new Variant(layout, compression));
            }
        }
    }

    /** The whole text; each line ends with a line feed. */
    public static String render(ScanResult result) {
        return new ConsoleReport(result, null, "").render();
    }

    /**
     * A result that no scan of its own has found.
     *
     * @param heading what was taken together
     * @param sections what there is to say of it beyond what is said of a scan, lines that begin with an empty one
     */
    static String render(ScanResult result, String heading, String sections) {
        return new ConsoleReport(result, heading, sections).render();
    }

    private String render() {
        answer();
        if (totals.scannedBytes() > 0) {
            comparison();
            targets();
            tradeOff();
            result.layouts().forEach(this::layout);
            legend();
        }
        files();
        Ledger ledger = result.ledger();
        if (ledger != null) {
            LedgerReport.append(out, ledger);
        }
        out.append(sections);
        line("");
        reading();
        hints();
        return out.toString();
    }

    private void answer() {
        if (result.partial()) {
            line("PARTIAL: " + (heading == null ? "the scan" : "a scan")
                    + " was stopped before its end; the figures cover what had been read by then.");
            line("");
        }
        List<String> paths = heading != null
                ? List.of(heading)
                : result.plan().paths().stream()
                        .map(path -> path.equals("-") ? "standard input" : path)
                        .toList();
        String shown = String.join(", ", paths.subList(0, Math.min(PATHS_SHOWN, paths.size())));
        String more = paths.size() > PATHS_SHOWN ? " and " + Figures.exact(paths.size() - PATHS_SHOWN) + " more" : "";
        String tool = "compscan " + result.plan().toolVersion() + ": ";
        line(SafeText.oneLine(tool + shown, WIDTH - more.length()) + more);
        line("");
        Variant best = best();
        if (totals.scannedBytes() == 0) {
            line("Nothing was scanned" + whyNothing() + ".");
        } else if (best != null) {
            String estimate = estimate(best.compression);
            Double reduction = best.compression.reductionRatio();
            line(Figures.human(totals.scannedBytes()) + (result.partial() ? " read so far" : " of data")
                    + " would take " + estimate + Figures.human(best.compression.physicalBytes()) + ": "
                    + (reduction == null
                            ? ""
                            : "reduction " + estimate + Figures.ratio(reduction) + interval(best.compression) + ", ")
                    + "saves "
                    + estimate + Figures.percent(best.compression.savings()) + ".");
            if (variants.size() > 1) {
                line("This is " + best.layout.chunking() + " with " + best.compression.compressor() + ", the best of "
                        + variants.size() + ".");
            }
        }
    }

    private String whyNothing() {
        if (totals.fileCount() == 0) {
            return totals.excludedCount() > 0 ? ": everything is excluded" : ": no file was found";
        }
        return totals.logicalBytes() == 0 ? ": every file is empty" : ": no file could be read";
    }

    /** The number of the layout, and of its compression, that take the least, the first of equals; null if there is none. */
    static int @Nullable [] best(ScanResult result) {
        Variant best = new ConsoleReport(result, null, "").best();
        if (best == null) {
            return null;
        }
        int layout = result.layouts().indexOf(best.layout);
        return new int[] {layout, best.layout.compression().indexOf(best.compression)};
    }

    /** The one that takes the least, the first of equals; null if there is none. */
    private @Nullable Variant best() {
        return variants.stream()
                .min(Comparator.comparingLong(variant -> variant.compression.physicalBytes()))
                .orElse(null);
    }

    private void comparison() {
        if (variants.size() < 2) {
            return;
        }
        line("");
        TextTable table = new TextTable("llrrrrrrl");
        table.add("chunking", "compressor", "physical", "thin", "dedup", "compression", "reduction", "saves", "");
        Variant best = best();
        for (Variant variant : variants) {
            Layout layout = variant.layout;
            Compression compression = variant.compression;
            String estimate = estimate(compression);
            table.add(
                    shortName(layout),
                    shortened(compression.compressor(), COMPRESSOR_WIDTH),
                    estimate + Figures.human(compression.physicalBytes()),
                    Figures.ratio(layout.thinRatio()),
                    Figures.ratio(layout.dedupRatio()),
                    estimate + Figures.ratio(compression.compressionRatio()),
                    estimate + Figures.ratio(compression.reductionRatio()),
                    estimate + Figures.percent(compression.savings()),
                    variant.equals(best) ? "<- least" : "");
        }
        table.appendTo(out, "  ");
    }

    private void targets() {
        if (result.profiles().isEmpty()) {
            return;
        }
        line("");
        line("What it would take on these systems, their rounding and metadata included:");
        line("");
        TextTable table = new TextTable("lrrrrrr");
        table.add("system", "physical", "+ rounding", "+ metadata", "= allocated", "reduction", "saves");
        for (ProfileResult profile : result.profiles()) {
            String estimate = isEstimated(profile) ? "~" : "";
            table.add(
                    shortened(profile.profile()),
                    estimate + Figures.human(profile.physicalBytes()),
                    estimate + Figures.human(profile.roundingBytes()),
                    Figures.human(profile.metadataBytes()),
                    estimate + Figures.human(profile.allocatedBytes()),
                    estimate + Figures.ratio(profile.reductionRatio()),
                    estimate + Figures.percent(profile.savings()));
        }
        table.appendTo(out, "  ");
        for (ProfileResult profile : result.profiles()) {
            if (isEstimated(profile)) {
                line("  " + shortened(profile.profile()) + ": ~"
                        + Figures.human(profile.allocatedBytes()) + " ("
                        + Figures.human(profile.allocatedBytesLow()) + " to "
                        + Figures.human(profile.allocatedBytesHigh()) + ")");
            }
        }
        List<String> memory = result.profiles().stream()
                .filter(profile -> profile.memoryBytes() > 0)
                .map(profile -> profile.profile() + " " + Figures.human(profile.memoryBytes()))
                .toList();
        if (!memory.isEmpty()) {
            line("Memory of their own for it: " + String.join(", ", memory) + ".");
        }
        line("'compscan profiles NAME' tells what each models, and what the system does otherwise.");
    }

    private static boolean isEstimated(ProfileResult profile) {
        return profile.allocatedBytesLow() != profile.allocatedBytesHigh();
    }

    private void tradeOff() {
        if (result.layouts().size() < 2) {
            return;
        }
        line("");
        line("What finer chunks save and cost; gain: bytes saved for a byte of index, at " + TradeOff.INDEX_ENTRY_BYTES
                + " bytes a chunk:");
        line("");
        TextTable table = new TextTable("lrrrrrrl");
        table.add("chunking", "mean", "distinct", "index", "physical", "gain", "rank", "");
        for (TradeOff.Step step : TradeOff.of(result.layouts()).steps()) {
            Layout layout = step.layout();
            Double mean = layout.averageChunkBytes();
            table.add(
                    shortName(layout),
                    mean == null ? "-" : Figures.human(Math.round(mean)),
                    Figures.exact(layout.uniqueChunkCount()),
                    Figures.human(step.indexBytes()),
                    Figures.human(step.physicalBytes()),
                    Figures.ratio(step.savedPerIndexByte()),
                    Figures.exact(step.rank()),
                    step.isKnee() ? "<- knee" : "");
        }
        table.appendTo(out, "  ");
    }

    private void layout(Layout layout) {
        line("");
        String counts = layout.fingerprint() + ": "
                + Figures.count(layout.chunkCount(), "chunk", "chunks") + ", "
                + Figures.exact(layout.zeroChunkCount()) + " zero, " + Figures.exact(layout.uniqueChunkCount())
                + " distinct";
        boolean fits = layout.chunking().length() + 2 + counts.length() <= WIDTH;
        line(layout.chunking() + (fits ? ", " + counts : ","));
        if (!fits) {
            line(counts);
        }
        meanChunk(layout);
        line("");
        Waterfall.append(out, totals, layout, result.profiles());
        line("");
        for (Compression compression : layout.compression()) {
            String name = layout.compression().size() > 1 ? compression.compressor() + ": " : "";
            line("  " + name + product(layout, compression));
            Sample sample = compression.sample();
            if (sample != null) {
                line("  " + " ".repeat(name.length()) + "compression "
                        + Figures.interval(
                                compression.compressionRatio(),
                                sample.compressionRatioLow(),
                                sample.compressionRatioHigh(),
                                ", from " + Figures.percent(sample.sampledChunkCount(), layout.uniqueChunkCount())
                                        + " of the chunks"));
            }
        }
    }

    private static String shortName(Layout layout) {
        return shortened(layout.chunking());
    }

    /** As it stands in tables. */
    static String shortened(String name) {
        return shortened(name, NAME_WIDTH);
    }

    private static String shortened(String name, int width) {
        return name.length() <= width ? name : name.substring(0, width - 3) + "...";
    }

    /** Said of chunks that have no one length. */
    private void meanChunk(Layout layout) {
        Double mean = layout.averageChunkBytes();
        if (mean != null
                && layout.expectedChunkBytes() != 0
                && !layout.chunking().startsWith("fixed:")) {
            line("Mean chunk " + Figures.human(Math.round(mean)) + ", where random data would have "
                    + Figures.human(layout.expectedChunkBytes()) + ".");
        }
    }

    private static String product(Layout layout, Compression compression) {
        if (layout.nonZeroBytes() == 0) {
            return "nothing but zeros: nothing remains (saves " + Figures.percent(compression.savings()) + ")";
        }
        String estimate = estimate(compression);
        return "thin " + Figures.ratio(layout.thinRatio()) + " x dedup " + Figures.ratio(layout.dedupRatio())
                + " x compression " + estimate + Figures.ratio(compression.compressionRatio()) + " = reduction "
                + estimate + Figures.ratio(compression.reductionRatio()) + " (saves " + estimate
                + Figures.percent(compression.savings()) + ")";
    }

    /** How wide the reduction is, with the space before it; empty if there is no telling or no need. */
    private static String interval(Compression compression) {
        Sample sample = compression.sample();
        return sample == null
                ? ""
                : " (" + Figures.ratio(sample.reductionRatioLow()) + " to " + Figures.ratio(sample.reductionRatioHigh())
                        + ")";
    }

    static String estimate(Compression compression) {
        return isEstimated(compression) ? "~" : "";
    }

    /** What is not compressed at all is exact, in superblocks too. */
    static boolean isEstimated(Compression compression) {
        return compression.method() != Compression.Method.CHUNK && !isUncompressed(compression);
    }

    static boolean isUncompressed(Compression compression) {
        return compression.compressor().equals("none");
    }

    private void legend() {
        line("");
        variants.stream()
                .map(Variant::compression)
                .filter(compression -> compression.method() == Compression.Method.SUPERBLOCK)
                .filter(ConsoleReport::isEstimated)
                .findFirst()
                .ifPresent(compression -> line("~ estimated over superblocks of "
                        + Figures.size(compression.superblockBytes())
                        + ": their ratio over all data, applied to the unique bytes."));
        if (variants.stream().anyMatch(variant -> variant.compression.sample() != null)) {
            line("~ estimated from a random sample of the distinct chunks; in brackets the 95 % interval.");
        }
        line("Physical is before the target's own metadata and its rounding to allocation units.");
    }

    private void files() {
        Variant best = best();
        if (result.files().isEmpty() || best == null) {
            return;
        }
        List<FileResult> largest = result.files().stream()
                .sorted(Comparator.comparingLong(FileResult::scannedBytes)
                        .reversed()
                        .thenComparing(FileResult::path))
                .limit(FILES_SHOWN)
                .toList();
        line("");
        String which = largest.size() < result.files().size()
                ? "the largest " + largest.size() + " of "
                        + Figures.exact(result.files().size()) + ", "
                : "";
        line("Files, each deduplicated within itself (" + which + best.layout.chunking() + ", "
                + best.compression.compressor() + ")");
        line("");
        TextTable table = new TextTable("rrrrrrrl");
        table.add("scanned", "zeros", "dedup", "compression", "reduction", "physical", "saves", "file");
        for (FileResult file : largest) {
            Layout layout = file.layouts().get(result.layouts().indexOf(best.layout));
            Compression compression =
                    layout.compression().get(best.layout.compression().indexOf(best.compression));
            String estimate = estimate(compression);
            table.add(
                    Figures.human(file.scannedBytes()),
                    Figures.percent(layout.zeroBytes(), file.scannedBytes()),
                    Figures.ratio(layout.dedupRatio()),
                    estimate + Figures.ratio(compression.compressionRatio()),
                    estimate + Figures.ratio(compression.reductionRatio()),
                    estimate + Figures.human(compression.physicalBytes()),
                    estimate + Figures.percent(compression.savings()),
                    SafeText.oneLineEnd(file.path(), 32));
        }
        table.appendTo(out, "  ");
    }

    private void reading() {
        Timing timing = result.timing();
        String found = Figures.count(totals.fileCount(), "file", "files") + ", "
                + Figures.count(totals.directoryCount(), "directory", "directories");
        if (heading != null) {
            line("Read     " + found + ", all scans together in " + Figures.elapsed(timing.elapsedNanos()));
        } else {
            line("Read     " + found + " in " + Figures.elapsed(timing.elapsedNanos()) + " ("
                    + Figures.human(timing.scannedBytesPerSecond()) + "/s)");
            line("Used     " + Figures.count(timing.readers(), "reader", "readers") + ", "
                    + Figures.count(timing.workers(), "worker", "workers") + ", " + Figures.human(timing.indexBytes())
                    + " for the index");
        }
        List<String> skipped = new ArrayList<>();
        addCount(skipped, totals.hardLinkCount(), "further hard link (read once)", "further hard links (read once)");
        addCount(skipped, totals.symlinkCount(), "symbolic link not followed", "symbolic links not followed");
        addCount(skipped, totals.specialFileCount(), "FIFO, socket or device", "FIFOs, sockets or devices");
        addCount(skipped, totals.excludedCount(), "file or directory excluded", "files or directories excluded");
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
            String reason = SafeText.oneLine(error.reason(), WIDTH / 2);
            String kind = String.format(
                    Locale.ROOT, "         %-10s  ", error.kind().name().toLowerCase(Locale.ROOT));
            int room = WIDTH - kind.length() - ": ".length() - reason.length();
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
        for (Variant variant : variants) {
            Double ratio = variant.compression.compressionRatio();
            if (ratio != null && !isUncompressed(variant.compression)) {
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
