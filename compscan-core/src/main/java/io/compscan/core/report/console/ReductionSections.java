package io.compscan.core.report.console;

import io.compscan.core.report.Figures;
import io.compscan.core.report.SafeText;
import io.compscan.core.report.console.Variants.Variant;
import io.compscan.core.result.Compression;
import io.compscan.core.result.FileResult;
import io.compscan.core.result.Layout;
import io.compscan.core.result.ProfileResult;
import io.compscan.core.result.Sample;
import io.compscan.core.result.ScanResult;
import io.compscan.core.result.TradeOff;
import java.util.Comparator;
import java.util.List;

/** The part of a report that compares the ways of storing: tables, waterfalls and single files. */
final class ReductionSections {

    private static final int COMPRESSOR_WIDTH = 10;
    private static final int FILES_SHOWN = 20;

    private final ScanResult result;
    private final Variants variants;
    private final int width;
    private final StringBuilder out;

    ReductionSections(ScanResult result, Variants variants, int width, StringBuilder out) {
        this.result = result;
        this.variants = variants;
        this.width = width;
        this.out = out;
    }

    void append() {
        comparison();
        targets();
        tradeOff();
        result.layouts().forEach(this::layout);
        legend();
    }

    private void comparison() {
        if (variants.all().size() < 2) {
            return;
        }
        line("");
        TextTable table = new TextTable("llrrrrrrl");
        table.add("chunking", "compressor", "physical", "thin", "dedup", "compression", "reduction", "saves", "");
        Variant best = variants.best();
        for (Variant variant : variants.all()) {
            Layout layout = variant.layout();
            Compression compression = variant.compression();
            String estimate = Labels.estimate(compression);
            table.add(
                    shortName(layout),
                    Labels.shortened(compression.compressor(), COMPRESSOR_WIDTH),
                    estimate + Figures.human(compression.physicalBytes()),
                    Figures.ratio(layout.thinRatio()),
                    Labels.estimate(layout) + Figures.ratio(layout.dedupRatio()),
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
                    Labels.shortened(profile.profile()),
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
                line("  " + Labels.shortened(profile.profile()) + ": ~"
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
                + Figures.exact(layout.zeroChunkCount()) + " zero, " + Labels.estimate(layout)
                + Figures.exact(layout.uniqueChunkCount()) + " distinct";
        boolean fits = layout.chunking().length() + 2 + counts.length() <= width;
        line(layout.chunking() + (fits ? ", " + counts : ","));
        if (!fits) {
            line(counts);
        }
        meanChunk(layout);
        EstimateSection.append(out, layout);
        line("");
        Waterfall.append(out, result.totals(), layout, result.profiles());
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
        return Labels.shortened(layout.chunking());
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
        String estimate = Labels.estimate(compression);
        return "thin " + Figures.ratio(layout.thinRatio()) + " x dedup " + Labels.estimate(layout)
                + Figures.ratio(layout.dedupRatio())
                + " x compression " + estimate + Figures.ratio(compression.compressionRatio()) + " = reduction "
                + estimate + Figures.ratio(compression.reductionRatio()) + " (saves " + estimate
                + Figures.percent(compression.savings()) + ")";
    }

    private void legend() {
        line("");
        variants.all().stream()
                .map(Variant::compression)
                .filter(compression -> compression.method() == Compression.Method.SUPERBLOCK)
                .filter(Labels::isEstimated)
                .findFirst()
                .ifPresent(compression -> line("~ estimated over superblocks of "
                        + Figures.size(compression.superblockBytes())
                        + ": their ratio over all data, applied to the unique bytes."));
        if (variants.all().stream().anyMatch(variant -> variant.layout().isEstimated())) {
            line("~ estimated; in brackets the 95 % interval.");
        } else if (variants.all().stream()
                .anyMatch(variant -> variant.compression().sample() != null)) {
            line("~ estimated from a random sample of the distinct chunks; in brackets the 95 % interval.");
        }
        line("Physical is before the target's own metadata and its rounding to allocation units.");
    }

    void appendFiles() {
        Variant best = variants.best();
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
        line("Files, each deduplicated within itself (" + which + best.layout().chunking() + ", "
                + best.compression().compressor() + ")");
        line("");
        TextTable table = new TextTable("rrrrrrrl");
        table.add("scanned", "zeros", "dedup", "compression", "reduction", "physical", "saves", "file");
        for (FileResult file : largest) {
            Layout layout = file.layouts().get(result.layouts().indexOf(best.layout()));
            Compression compression =
                    layout.compression().get(best.layout().compression().indexOf(best.compression()));
            String estimate = Labels.estimate(compression);
            table.add(
                    Figures.human(file.scannedBytes()),
                    Figures.percent(layout.zeroBytes(), file.scannedBytes()),
                    Labels.estimate(layout) + Figures.ratio(layout.dedupRatio()),
                    estimate + Figures.ratio(compression.compressionRatio()),
                    estimate + Figures.ratio(compression.reductionRatio()),
                    estimate + Figures.human(compression.physicalBytes()),
                    estimate + Figures.percent(compression.savings()),
                    SafeText.oneLineEnd(file.path(), 32));
        }
        table.appendTo(out, "  ");
    }

    private void line(String text) {
        out.append(text).append('\n');
    }
}
