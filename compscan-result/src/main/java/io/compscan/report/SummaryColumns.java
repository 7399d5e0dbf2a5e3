package io.compscan.report;

import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.Sample;
import io.compscan.result.Totals;
import io.compscan.result.answer.Variants.Variant;

/** The columns that several CSV tables share. */
final class SummaryColumns {

    /** The mean length of a chunk: that which random data would have, and that of the chunks that are not zero. */
    static final CsvTable<Layout> MEAN_CHUNK = new CsvTable<Layout>()
            .optional(
                    "expectedChunkBytes",
                    layout -> layout.expectedChunkBytes() == 0 ? null : layout.expectedChunkBytes())
            .ratio("averageChunkBytes", Layout::averageChunkBytes);

    /** From what was scanned to what is stored. */
    static final CsvTable<Variant> WATERFALL = new CsvTable<Variant>()
            .number("zeroBytes", variant -> variant.layout().zeroBytes())
            .number("nonZeroBytes", variant -> variant.layout().nonZeroBytes())
            .number("duplicateBytes", variant -> variant.layout().duplicateBytes())
            .number("uniqueBytes", variant -> variant.layout().uniqueBytes())
            .number("compressedAwayBytes", variant -> variant.compression().compressedAwayBytes())
            .number("physicalBytes", variant -> variant.compression().physicalBytes())
            .ratio("thinRatio", variant -> variant.layout().thinRatio())
            .ratio("dedupRatio", variant -> variant.layout().dedupRatio())
            .ratio("compressionRatio", variant -> variant.compression().compressionRatio())
            .ratio("reductionRatio", variant -> variant.compression().reductionRatio())
            .ratio("savings", variant -> variant.compression().savings())
            .number("chunkCount", variant -> variant.layout().chunkCount())
            .number("zeroChunkCount", variant -> variant.layout().zeroChunkCount())
            .number("uniqueChunkCount", variant -> variant.layout().uniqueChunkCount())
            .number("duplicateChunkCount", variant -> variant.layout().duplicateChunkCount());

    /** A sample of chunks, and the intervals that follow from it. */
    static final CsvTable<Sample> SAMPLE = new CsvTable<Sample>()
            .number("sampledChunkCount", Sample::sampledChunkCount)
            .number("sampledBytes", Sample::sampledBytes)
            .number("physicalBytesLow", Sample::physicalBytesLow)
            .number("physicalBytesHigh", Sample::physicalBytesHigh)
            .ratio("compressionRatioLow", Sample::compressionRatioLow)
            .ratio("compressionRatioHigh", Sample::compressionRatioHigh)
            .ratio("reductionRatioLow", Sample::reductionRatioLow)
            .ratio("reductionRatioHigh", Sample::reductionRatioHigh);

    /** How the distinct chunks were counted, and the ends of intervals; empty if all were counted. */
    private static final CsvTable<Layout> COUNT = new CsvTable<Layout>()
            .text("countMethod", layout -> layout.method() == null ? "exact" : CsvTable.word(layout.method()))
            .optional("uniqueBytesLow", Layout::uniqueBytesLow)
            .optional("uniqueBytesHigh", Layout::uniqueBytesHigh)
            .optional("uniqueChunkCountLow", Layout::uniqueChunkCountLow)
            .optional("uniqueChunkCountHigh", Layout::uniqueChunkCountHigh)
            .ratio("dedupRatioLow", Layout::dedupRatioLow)
            .ratio("dedupRatioHigh", Layout::dedupRatioHigh);

    /** The first columns of {@code summary.csv}. */
    static final CsvTable<Measured> FIRST = new CsvTable<Measured>()
            .text("chunking", row -> row.layout().chunking())
            .text("fingerprint", row -> row.layout().fingerprint())
            .text("compressor", row -> row.compression().compressor())
            .word("method", row -> row.compression().method())
            .number("superblockBytes", row -> row.compression().superblockBytes())
            .flag("partial", Measured::partial)
            .number("logicalBytes", row -> row.totals.logicalBytes())
            .number("hardLinkBytes", row -> row.totals.hardLinkBytes())
            .number("unreadBytes", row -> row.totals.unreadBytes())
            .number("scannedBytes", row -> row.totals.scannedBytes())
            .all(WATERFALL, Measured::variant)
            .number("fileCount", row -> row.totals.fileCount())
            .number("directoryCount", row -> row.totals.directoryCount())
            .number("hardLinkCount", row -> row.totals.hardLinkCount())
            .number("symlinkCount", row -> row.totals.symlinkCount())
            .number("specialFileCount", row -> row.totals.specialFileCount())
            .number("excludedCount", row -> row.totals.excludedCount())
            .number("unreadPathCount", row -> row.totals.unreadPathCount())
            .number("changedPathCount", row -> row.totals.changedPathCount())
            .all(SAMPLE, row -> row.compression().sample())
            .all(MEAN_CHUNK, Measured::layout)
            .all(COUNT, Measured::layout);

    /** Those that came later. Newer ones stand to their right, where a table ends. */
    static final CsvTable<Measured> LATER = new CsvTable<Measured>()
            .optional("duplicateBytesLow", row -> row.layout().duplicateBytesLow())
            .optional("duplicateBytesHigh", row -> row.layout().duplicateBytesHigh())
            .optional("duplicateChunkCountLow", row -> row.layout().duplicateChunkCountLow())
            .optional("duplicateChunkCountHigh", row -> row.layout().duplicateChunkCountHigh())
            .all(
                    new CsvTable<Sample>()
                            .ratio("savingsLow", sample -> 1 - 1 / sample.reductionRatioLow())
                            .ratio("savingsHigh", sample -> 1 - 1 / sample.reductionRatioHigh()),
                    row -> row.compression().sample())
            .number("unreadDirectoryCount", row -> row.totals.unreadDirectoryCount())
            .ratio("dataReductionRatio", row -> row.layout().dataReductionRatio(row.compression()));

    /** One chunking with one compressor of one scan. */
    record Measured(boolean partial, Totals totals, Variant variant) {
        private Layout layout() {
            return variant.layout();
        }

        private Compression compression() {
            return variant.compression();
        }
    }

    private SummaryColumns() {}
}
