package io.compscan.core.report;

import io.compscan.core.result.Compression;
import io.compscan.core.result.Layout;
import io.compscan.core.result.Sample;
import io.compscan.core.result.Totals;
import java.io.IOException;
import java.util.Locale;

/** The columns that several CSV tables share: the waterfall, a sample, the mean chunk. */
final class SummaryColumns {

    /** The columns of a sample, empty where there is none. */
    static final String[] SAMPLE = {
        "sampledChunkCount",
        "sampledBytes",
        "physicalBytesLow",
        "physicalBytesHigh",
        "compressionRatioLow",
        "compressionRatioHigh",
        "reductionRatioLow",
        "reductionRatioHigh"
    };

    private SummaryColumns() {}

    static CsvTable header(CsvTable table) throws IOException {
        return table.text("chunking", "fingerprint", "compressor", "method")
                .text("superblockBytes", "partial")
                .text("logicalBytes", "hardLinkBytes", "unreadBytes", "scannedBytes")
                .text("zeroBytes", "nonZeroBytes", "duplicateBytes", "uniqueBytes")
                .text("compressedAwayBytes", "physicalBytes")
                .text("thinRatio", "dedupRatio", "compressionRatio", "reductionRatio", "savings")
                .text("chunkCount", "zeroChunkCount", "uniqueChunkCount", "duplicateChunkCount")
                .text("fileCount", "directoryCount", "hardLinkCount", "symlinkCount", "specialFileCount")
                .text("excludedCount", "unreadPathCount", "changedPathCount")
                .text(SAMPLE)
                .text("expectedChunkBytes", "averageChunkBytes")
                .text("countMethod", "uniqueBytesLow", "uniqueBytesHigh", "uniqueChunkCountLow", "uniqueChunkCountHigh")
                .text("dedupRatioLow", "dedupRatioHigh");
    }

    /** The columns that came later, at the right end of the tables. */
    static CsvTable laterHeader(CsvTable table) throws IOException {
        return table.text(
                "duplicateBytesLow",
                "duplicateBytesHigh",
                "duplicateChunkCountLow",
                "duplicateChunkCountHigh",
                "savingsLow",
                "savingsHigh",
                "unreadDirectoryCount",
                "dataReductionRatio");
    }

    static CsvTable later(CsvTable table, Totals totals, Layout layout, Compression compression) throws IOException {
        Sample sample = compression.sample();
        return table.optional(layout.duplicateBytesLow())
                .optional(layout.duplicateBytesHigh())
                .optional(layout.duplicateChunkCountLow())
                .optional(layout.duplicateChunkCountHigh())
                .ratio(sample == null ? null : Double.valueOf(1 - 1 / sample.reductionRatioLow()))
                .ratio(sample == null ? null : Double.valueOf(1 - 1 / sample.reductionRatioHigh()))
                .number(totals.unreadDirectoryCount())
                .ratio(layout.dataReductionRatio(compression));
    }

    static CsvTable row(CsvTable table, boolean partial, Totals totals, Layout layout, Compression compression)
            throws IOException {
        table.text(layout.chunking(), layout.fingerprint(), compression.compressor())
                .text(name(compression.method()))
                .number(compression.superblockBytes())
                .text(Boolean.toString(partial))
                .number(totals.logicalBytes())
                .number(totals.hardLinkBytes())
                .number(totals.unreadBytes())
                .number(totals.scannedBytes());
        waterfall(table, layout, compression)
                .number(totals.fileCount())
                .number(totals.directoryCount())
                .number(totals.hardLinkCount())
                .number(totals.symlinkCount())
                .number(totals.specialFileCount())
                .number(totals.excludedCount())
                .number(totals.unreadPathCount())
                .number(totals.changedPathCount());
        return estimate(meanChunk(sample(table, compression), layout), layout);
    }

    /** The method of counting the distinct chunks, and the ends of intervals; empty if all were counted. */
    private static CsvTable estimate(CsvTable table, Layout layout) throws IOException {
        Layout.Method method = layout.method();
        return table.text(method == null ? "exact" : name(method))
                .optional(layout.uniqueBytesLow())
                .optional(layout.uniqueBytesHigh())
                .optional(layout.uniqueChunkCountLow())
                .optional(layout.uniqueChunkCountHigh())
                .ratio(layout.dedupRatioLow())
                .ratio(layout.dedupRatioHigh());
    }

    static CsvTable meanChunk(CsvTable table, Layout layout) throws IOException {
        long expected = layout.expectedChunkBytes();
        return (expected == 0 ? table.text("") : table.number(expected)).ratio(layout.averageChunkBytes());
    }

    static CsvTable waterfall(CsvTable table, Layout layout, Compression compression) throws IOException {
        return table.number(layout.zeroBytes())
                .number(layout.nonZeroBytes())
                .number(layout.duplicateBytes())
                .number(layout.uniqueBytes())
                .number(compression.compressedAwayBytes())
                .number(compression.physicalBytes())
                .ratio(layout.thinRatio())
                .ratio(layout.dedupRatio())
                .ratio(compression.compressionRatio())
                .ratio(compression.reductionRatio())
                .ratio(compression.savings())
                .number(layout.chunkCount())
                .number(layout.zeroChunkCount())
                .number(layout.uniqueChunkCount())
                .number(layout.duplicateChunkCount());
    }

    static CsvTable sample(CsvTable table, Compression compression) throws IOException {
        Sample sample = compression.sample();
        if (sample == null) {
            return table.text("", "", "", "", "", "", "", "");
        }
        return table.number(sample.sampledChunkCount())
                .number(sample.sampledBytes())
                .number(sample.physicalBytesLow())
                .number(sample.physicalBytesHigh())
                .ratio(sample.compressionRatioLow())
                .ratio(sample.compressionRatioHigh())
                .ratio(sample.reductionRatioLow())
                .ratio(sample.reductionRatioHigh());
    }

    static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
