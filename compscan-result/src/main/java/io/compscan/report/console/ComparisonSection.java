package io.compscan.report.console;

import io.compscan.report.Figures;
import io.compscan.result.Compression;
import io.compscan.result.Footprint;
import io.compscan.result.Layout;
import io.compscan.result.ProfileResult;
import io.compscan.result.ScanResult;
import io.compscan.result.answer.TradeOff;
import io.compscan.result.answer.TradeOff.Curve;
import io.compscan.result.answer.TradeOff.Step;
import io.compscan.result.answer.Variants;
import io.compscan.result.answer.Variants.Variant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The part of a report that compares the ways of storing: chunkings, compressors and target systems. */
final class ComparisonSection {

    private final ScanResult result;
    private final Variants variants;
    private final Lines lines;

    ComparisonSection(ScanResult result, Lines lines) {
        this.result = result;
        this.lines = lines;
        variants = new Variants(result);
    }

    /** Appends chunkings with their compressors, each a row, after an empty line; nothing where there are fewer than two. */
    void appendVariants(List<Variant> shown) {
        if (shown.size() < 2) {
            return;
        }
        TextTable table = new TextTable("nnrrrrrrl").dropping(7, 4, 3, 6);
        table.add(
                "chunking",
                "compressor",
                "physical",
                "dedup",
                "compression",
                "data reduction",
                "with thin",
                "saves",
                "");
        long leastBytes = Labels.leastBytes(result);
        for (Variant variant : shown) {
            Layout layout = variant.layout();
            Compression compression = variant.compression();
            String estimate = Labels.estimate(compression);
            table.add(
                    variants.name(layout),
                    compression.compressor(),
                    estimate + Figures.human(compression.physicalBytes()),
                    Labels.estimate(layout) + Figures.ratio(layout.dedupRatio()),
                    estimate + Figures.ratio(compression.compressionRatio()),
                    estimate + Figures.ratio(layout.dataReductionRatio(compression)),
                    estimate + Figures.ratio(compression.reductionRatio()),
                    estimate + Figures.percent(compression.savings()),
                    Labels.least(compression.physicalBytes(), leastBytes));
        }
        lines.blank();
        lines.table(table);
    }

    /** Appends the bytes that further copies, rounding and metadata add on each target system. */
    void appendSystems() {
        if (result.profiles().isEmpty()) {
            return;
        }
        lines.blank();
        lines.prose("Target systems, with their rounding and metadata:");
        lines.blank();
        boolean hasCopies = hasCopies();
        TextTable table =
                hasCopies ? new TextTable("nrrrrrrr").dropping(7, 1, 3, 2) : new TextTable("nrrrrrr").dropping(6, 1, 2);
        table.add(cells(
                hasCopies,
                "+ copies kept",
                "system",
                "physical",
                "+ rounding",
                "+ metadata",
                "= allocated",
                "data reduction",
                "saves"));
        for (ProfileResult profile : result.profiles()) {
            String estimate = Labels.estimate(profile);
            Long copiesBytes = profile.copiesBytes();
            table.add(cells(
                    hasCopies,
                    copiesBytes == null
                            ? ""
                            : Labels.estimate(profile, profile.copiesBytesLow(), profile.copiesBytesHigh())
                                    + Figures.human(copiesBytes),
                    profile.profile(),
                    Labels.estimate(profile, profile.physicalBytesLow(), profile.physicalBytesHigh())
                            + Figures.human(profile.physicalBytes()),
                    Labels.estimate(profile, profile.roundingBytesLow(), profile.roundingBytesHigh())
                            + Figures.human(profile.roundingBytes()),
                    Labels.estimate(profile, profile.metadataBytesLow(), profile.metadataBytesHigh())
                            + Figures.human(profile.metadataBytes()),
                    estimate + Figures.human(profile.allocatedBytes()),
                    estimate
                            + Figures.ratio(
                                    Footprint.of(result, profile.profile()).dataReductionRatio()),
                    estimate + Figures.percent(profile.savings())));
        }
        lines.table(table);
        appendIntervals();
        List<String> memory = result.profiles().stream()
                .filter(profile -> profile.memoryBytes() > 0)
                .map(profile -> profile.profile() + " " + Figures.human(profile.memoryBytes()))
                .toList();
        if (!memory.isEmpty()) {
            lines.prose("Memory that the systems need for their index: " + String.join(", ", memory) + ".");
        }
        lines.prose("'compscan profiles NAME' lists what each models, and what the system does otherwise.");
    }

    private boolean hasCopies() {
        return result.profiles().stream().map(ProfileResult::copiesBytes).anyMatch(bytes -> bytes != null && bytes > 0);
    }

    /** A row whose third cell is that of the copies, where there are any. */
    private static String[] cells(boolean hasCopies, String copies, String... others) {
        List<String> row = new ArrayList<>(List.of(others));
        if (hasCopies) {
            row.add(2, copies);
        }
        return row.toArray(String[]::new);
    }

    /** Appends the intervals of the systems whose numbers are estimates. */
    private void appendIntervals() {
        boolean hasCopies = hasCopies();
        TextTable table = hasCopies ? new TextTable("nrrrrr").dropping(1, 2, 3) : new TextTable("nrrrr").dropping(1);
        table.add(cells(
                hasCopies, "+ copies kept", "95 % intervals", "physical", "+ rounding", "+ metadata", "= allocated"));
        boolean isEmpty = true;
        for (ProfileResult profile : result.profiles()) {
            String physical = ends(profile.physicalBytesLow(), profile.physicalBytesHigh());
            if (!physical.isEmpty()) {
                isEmpty = false;
                table.add(cells(
                        hasCopies,
                        ends(profile.copiesBytesLow(), profile.copiesBytesHigh()),
                        profile.profile(),
                        physical,
                        ends(profile.roundingBytesLow(), profile.roundingBytesHigh()),
                        ends(profile.metadataBytesLow(), profile.metadataBytesHigh()),
                        ends(profile.allocatedBytesLow(), profile.allocatedBytesHigh())));
            }
        }
        if (!isEmpty) {
            lines.blank();
            lines.table(table);
        }
    }

    private static String ends(@Nullable Long low, @Nullable Long high) {
        return low == null || high == null ? "" : low.equals(high) ? Figures.human(low) : Figures.bytesEnds(low, high);
    }

    /** Appends the trade-off between finer chunks and the index that they need, for each compressor and algorithm. */
    void appendTradeOff() {
        TradeOff tradeOff = TradeOff.of(result);
        if (tradeOff.curves().isEmpty()) {
            return;
        }
        lines.blank();
        lines.prose("Finer chunks save data and cost index. Gain: bytes saved for each byte of index, at "
                + TradeOff.INDEX_ENTRY_BYTES
                + " bytes a chunk, against the line above. Only chunks of one algorithm are compared.");
        String compressor = "";
        for (Curve curve : tradeOff.curves()) {
            if (!curve.compressor().equals(compressor)) {
                compressor = curve.compressor();
                lines.blank();
                appendCurves(compressor, tradeOff.curvesOf(compressor));
            }
        }
    }

    private void appendCurves(String compressor, List<Curve> curves) {
        TextTable table = new TextTable("nrrrrrrl").dropping(1, 6);
        table.add("chunking, " + compressor, "mean", "distinct", "index", "physical", "gain", "rank", "");
        for (Curve curve : curves) {
            for (Step step : curve.steps()) {
                Double mean = step.layout().averageChunkBytes();
                Double gain = step.savedPerIndexByte();
                String counted = Labels.estimate(step.layout());
                String stored = Labels.estimate(step.layout().compression().stream()
                        .anyMatch(
                                compression -> compression.compressor().equals(compressor) && compression.estimates()));
                table.add(
                        variants.name(step.layout()),
                        mean == null ? "-" : Figures.human(Math.round(mean)),
                        counted + Figures.exact(step.layout().uniqueChunkCount()),
                        counted + Figures.human(step.indexBytes()),
                        stored + Figures.human(step.physicalBytes()),
                        gain == null ? "-" : gain < 0 ? "costs more" : stored + Figures.ratio(gain),
                        Figures.exact(step.rank()),
                        step.isKnee() ? "<- knee" : "");
            }
        }
        lines.table(table);
    }
}
