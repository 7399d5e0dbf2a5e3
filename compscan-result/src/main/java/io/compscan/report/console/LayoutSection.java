package io.compscan.report.console;

import io.compscan.report.Figures;
import io.compscan.report.SafeText;
import io.compscan.result.Compression;
import io.compscan.result.FileResult;
import io.compscan.result.Layout;
import io.compscan.result.ProfileResult;
import io.compscan.result.Sample;
import io.compscan.result.ScanResult;
import io.compscan.result.answer.Variants;
import io.compscan.result.answer.Variants.Variant;
import java.util.List;

/** The part of a report that shows how a number comes about: the waterfall, and the same of single files. */
final class LayoutSection {

    private static final int FILES_SHOWN = 20;
    private static final int BRIEF_FILES = 3;

    private final ScanResult result;
    private final Variants variants;
    private final Lines lines;

    LayoutSection(ScanResult result, Lines lines) {
        this.result = result;
        this.lines = lines;
        variants = new Variants(result);
    }

    /**
     * How the first line of the answer comes about, after an empty line.
     *
     * @param withSteps whether the waterfall is there, and not only the product of the ratios
     */
    void appendFirst(boolean withSteps) {
        Variant first = variants.first();
        if (first == null) {
            return;
        }
        lines.blank();
        boolean isSystem = !result.profiles().isEmpty();
        if (withSteps) {
            Waterfall.append(
                    lines,
                    result.totals(),
                    first.layout(),
                    List.of(first.compression()),
                    isSystem ? result.profiles().subList(0, 1) : List.of());
        }
        lines.prose(
                "  ",
                isSystem ? product(first, result.profiles().get(0)) : product(first.layout(), first.compression()));
        EstimateSection.appendFirst(lines, first.layout(), result.settings().index());
    }

    /** The product of the ratios up to the allocated bytes of a system. */
    private static String product(Variant variant, ProfileResult system) {
        Layout layout = variant.layout();
        Compression compression = variant.compression();
        if (layout.nonZeroBytes() == 0 || system.allocatedBytes() == 0) {
            return product(layout, compression);
        }
        String estimate = Labels.estimate(compression);
        String whole = Labels.estimate(system);
        Double reduction = (double) layout.nonZeroBytes() / system.allocatedBytes();
        return "dedup " + Labels.estimate(layout) + Figures.ratio(layout.dedupRatio())
                + " x compression " + estimate + Figures.ratio(compression.compressionRatio()) + " x "
                + system.profile() + " " + whole
                + Figures.ratio((double) compression.physicalBytes() / system.allocatedBytes()) + " = data reduction "
                + whole + Figures.ratio(reduction) + thin(layout, whole + Figures.ratio(system.reductionRatio()));
    }

    /** Every chunking with all its compressors and target systems. */
    void appendAll() {
        result.layouts().forEach(this::appendLayout);
        legend();
    }

    private void appendLayout(Layout layout) {
        lines.blank();
        lines.prose(layout.chunking() + ", " + layout.fingerprint() + ": "
                + Figures.count(layout.chunkCount(), "chunk", "chunks") + ", "
                + Figures.exact(layout.zeroChunkCount()) + " zero, " + Labels.estimate(layout)
                + Figures.exact(layout.uniqueChunkCount())
                + " distinct");
        meanChunk(layout);
        EstimateSection.append(lines, layout);
        lines.blank();
        Waterfall.append(lines, result.totals(), layout, layout.compression(), result.profiles());
        lines.blank();
        for (Compression compression : layout.compression()) {
            String name = "  " + (layout.compression().size() > 1 ? compression.compressor() + ": " : "");
            lines.prose(name, product(layout, compression));
            Sample sample = compression.sample();
            if (sample != null) {
                lines.prose(
                        " ".repeat(name.length()),
                        "compression "
                                + Figures.interval(
                                        compression.compressionRatio(),
                                        sample.compressionRatioLow(),
                                        sample.compressionRatioHigh(),
                                        ", from " + sampled(sample, layout)));
            }
        }
    }

    private static String sampled(Sample sample, Layout layout) {
        Long blocks = sample.sampledBlockCount();
        return blocks == null
                ? Figures.percent(sample.sampledChunkCount(), layout.uniqueChunkCount()) + " of the chunks"
                : Figures.count(blocks, "block", "blocks") + " in "
                        + Figures.percent(sample.sampledBytes(), layout.uniqueBytes()) + " of the unique bytes";
    }

    /** Said of chunks that have no one length. */
    private void meanChunk(Layout layout) {
        Double mean = layout.averageChunkBytes();
        if (mean != null
                && layout.expectedChunkBytes() != 0
                && !layout.chunking().startsWith("fixed:")) {
            lines.prose("Mean chunk " + Figures.human(Math.round(mean)) + ", where random data would have "
                    + Figures.human(layout.expectedChunkBytes()) + ".");
        }
    }

    private static String product(Layout layout, Compression compression) {
        if (layout.nonZeroBytes() == 0) {
            return "nothing but zeros: nothing remains (saves " + Figures.percent(compression.savings()) + ")";
        }
        String estimate = Labels.estimate(compression);
        return "dedup " + Labels.estimate(layout) + Figures.ratio(layout.dedupRatio())
                + " x compression " + estimate + Figures.ratio(compression.compressionRatio()) + " = data reduction "
                + estimate + Figures.ratio(layout.dataReductionRatio(compression))
                + thin(layout, estimate + Figures.ratio(compression.reductionRatio())) + " (saves " + estimate
                + Figures.percent(compression.savings()) + ")";
    }

    /** The last factor, where there are zeros. */
    private static String thin(Layout layout, String product) {
        return layout.zeroBytes() == 0
                ? ""
                : ", x thin " + (layout.method() == Layout.Method.PART ? "~" : "") + Figures.ratio(layout.thinRatio())
                        + " = " + product + " with thin provisioning";
    }

    private void legend() {
        lines.blank();
        variants.all().stream()
                .map(Variant::compression)
                .filter(compression -> compression.method() == Compression.Method.SUPERBLOCK)
                .filter(Compression::estimates)
                .findFirst()
                .ifPresent(compression -> lines.prose("~ estimated over superblocks of "
                        + Figures.size(compression.superblockBytes())
                        + ": their ratio over all data, applied to the unique bytes."));
        if (variants.all().stream().anyMatch(variant -> variant.layout().isEstimated())) {
            lines.prose("~ estimated; the ranges are 95 % intervals.");
        } else if (variants.all().stream()
                .anyMatch(variant -> variant.compression().sample() != null)) {
            lines.prose("~ estimated from a random sample of the distinct chunks; in brackets the 95 % interval.");
        } else if (result.profiles().stream()
                .anyMatch(profile -> !Labels.estimate(profile).isEmpty())) {
            lines.prose("~ not known better than to the 95 % interval: what a system draws or compresses by chance.");
        }
        if (variants.all().stream()
                .map(variant -> variant.compression().sample())
                .anyMatch(sample -> sample != null && sample.sampledBlockCount() != null)) {
            lines.prose(
                    "A slow compressor saw a random sample of blocks, a quick one saw all; --exact gives all to the slow one.");
        }
        lines.prose("Physical is before the target's own metadata and its rounding to allocation units.");
    }

    /** Single files, each by itself, in the way of the answer's first line. */
    void appendFiles() {
        Variant first = variants.first();
        if (result.files().isEmpty() || first == null) {
            return;
        }
        List<FileResult> largest =
                FileResult.largest(result.files(), lines.screen().isDetailed() ? FILES_SHOWN : BRIEF_FILES);
        lines.blank();
        String which = largest.size() < result.files().size()
                ? "the largest " + largest.size() + " of "
                        + Figures.exact(result.files().size()) + ", "
                : "";
        lines.prose("Files, each deduplicated within itself (" + which + variants.name(first.layout()) + ", "
                + first.compression().compressor() + ")");
        lines.blank();
        TextTable table = new TextTable("rrrrrrrp").dropping(1, 6, 3);
        table.add("scanned", "zeros", "dedup", "compression", "data reduction", "physical", "saves", "file");
        for (FileResult file : largest) {
            Layout layout = file.layouts().get(variants.layoutNumber(first));
            Compression compression = layout.compression().get(variants.compressionNumber(first));
            String estimate = Labels.estimate(compression);
            table.add(
                    Figures.human(file.scannedBytes()),
                    Figures.percent(layout.zeroBytes(), file.scannedBytes()),
                    Labels.estimate(layout) + Figures.ratio(layout.dedupRatio()),
                    estimate + Figures.ratio(compression.compressionRatio()),
                    estimate + Figures.ratio(layout.dataReductionRatio(compression)),
                    estimate + Figures.human(compression.physicalBytes()),
                    estimate + Figures.percent(compression.savings()),
                    SafeText.oneLine(file.path()));
        }
        lines.table(table);
    }
}
