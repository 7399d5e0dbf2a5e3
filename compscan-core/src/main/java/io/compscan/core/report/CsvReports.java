package io.compscan.core.report;

import io.compscan.core.result.CapacityResult;
import io.compscan.core.result.ChunkSize;
import io.compscan.core.result.Compressibility;
import io.compscan.core.result.Compression;
import io.compscan.core.result.Cover;
import io.compscan.core.result.Evidence;
import io.compscan.core.result.FileResult;
import io.compscan.core.result.Footprint;
import io.compscan.core.result.Layout;
import io.compscan.core.result.Ledger.Charge;
import io.compscan.core.result.ProfileResult;
import io.compscan.core.result.ReadError;
import io.compscan.core.result.Refcount;
import io.compscan.core.result.ScanResult;
import io.compscan.core.result.TypeTotals;
import io.compscan.core.result.answer.Variants;
import io.compscan.core.result.answer.Variants.Variant;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a result, of a merge and of a comparison as CSV; columns and rules are specified in {@code docs/reference/formats.md}.
 *
 * <p>As RFC 4180 says, CR LF included. Every row is one line, numbers are plain, what does not exist is empty, and no cell is a formula to a spreadsheet. Nothing depends on when or how fast a
 * scan ran: the same data gives the same tables to the byte.
 */
public final class CsvReports {

    /** The column that says why a result has a chunking and a compressor; who adds up rows filters by it. */
    private static final String ROLE = "role";

    private CsvReports() {}

    /** {@code summary.csv}: all there is to say, one row for each chunking and compressor. */
    public static void summary(ScanResult result, Writer out) throws IOException {
        CsvTable table = new CsvTable(out);
        SummaryColumns.laterHeader(SummaryColumns.header(table)).text(ROLE).end();
        Variants variants = new Variants(result);
        for (Variant variant : variants.all()) {
            Layout layout = variant.layout();
            Compression compression = variant.compression();
            SummaryColumns.row(table, result.partial(), result.totals(), layout, compression);
            SummaryColumns.later(table, result.totals(), layout, compression)
                    .text(SummaryColumns.name(variants.role(variant)))
                    .end();
        }
        table.flush();
    }

    /** {@code profiles.csv}: the space that the data would take, one row for each target system. */
    public static void profiles(ScanResult result, Writer out) throws IOException {
        CsvTable table = new CsvTable(out);
        table.text("profile", "chunking", "compressor", "partial", "scannedBytes")
                .text("physicalBytes", "roundingBytes", "metadataBytes")
                .text("allocatedBytes", "allocatedBytesLow", "allocatedBytesHigh", "memoryBytes")
                .text("reductionRatio", "savings", "title", "source")
                .text("reductionRatioLow", "reductionRatioHigh", "savingsLow", "savingsHigh")
                .text("physicalBytesLow", "physicalBytesHigh", "roundingBytesLow", "roundingBytesHigh")
                .text("metadataBytesLow", "metadataBytesHigh")
                .text("grade", "intervalCovers", "checkedProgram", "checkedSets", "checkedRepositories")
                .text("lowestDeviation", "highestDeviation", "medianDeviation", "dataReductionRatio")
                .end();
        for (ProfileResult profile : result.profiles()) {
            table.text(profile.profile(), profile.chunking(), profile.compressor())
                    .text(Boolean.toString(result.partial()))
                    .number(result.totals().scannedBytes())
                    .number(profile.physicalBytes())
                    .number(profile.roundingBytes())
                    .number(profile.metadataBytes())
                    .number(profile.allocatedBytes())
                    .number(profile.allocatedBytesLow())
                    .number(profile.allocatedBytesHigh())
                    .number(profile.memoryBytes())
                    .ratio(profile.reductionRatio())
                    .ratio(profile.savings())
                    .text(profile.title(), profile.source())
                    .ratio(profile.reductionRatioLow())
                    .ratio(profile.reductionRatioHigh())
                    .ratio(profile.savingsLow())
                    .ratio(profile.savingsHigh())
                    .optional(profile.physicalBytesLow())
                    .optional(profile.physicalBytesHigh())
                    .optional(profile.roundingBytesLow())
                    .optional(profile.roundingBytesHigh())
                    .optional(profile.metadataBytesLow())
                    .optional(profile.metadataBytesHigh())
                    .text(SummaryColumns.name(profile.grade()), names(profile.intervalCovers()));
            evidence(table, profile.checked())
                    .ratio(Footprint.of(result, profile.profile()).dataReductionRatio())
                    .end();
        }
        table.flush();
    }

    private static CsvTable evidence(CsvTable table, @Nullable Evidence checked) throws IOException {
        return checked == null
                ? table.text("", "", "", "", "", "")
                : table.text(checked.program())
                        .number(checked.sets())
                        .number(checked.repositories())
                        .ratio(checked.lowest())
                        .ratio(checked.highest())
                        .ratio(checked.median());
    }

    /** {@code chunk_sizes.csv}: the number of chunks of each length. */
    public static void chunkSizes(ScanResult result, Writer out) throws IOException {
        CsvTable table = new CsvTable(out);
        table.text("chunking", "expectedChunkBytes", "averageChunkBytes")
                .text("fromBytes", "toBytes", "uniqueChunks", "uniqueBytes", "chunks", "bytes", ROLE)
                .end();
        Variants variants = new Variants(result);
        for (Layout layout : result.layouts()) {
            for (ChunkSize row : layout.chunkSizes()) {
                SummaryColumns.meanChunk(table.text(layout.chunking()), layout)
                        .number(row.fromBytes())
                        .number(row.toBytes())
                        .number(row.uniqueChunks())
                        .number(row.uniqueBytes())
                        .number(row.chunks())
                        .number(row.bytes())
                        .text(SummaryColumns.name(variants.role(layout)))
                        .end();
            }
        }
        table.flush();
    }

    /** {@code refcounts.csv}: the number of distinct chunks for each number of references. */
    public static void refcounts(ScanResult result, Writer out) throws IOException {
        CsvTable table = new CsvTable(out);
        table.text("chunking", "references", "chunks", "bytes", "chunksLow", "chunksHigh")
                .text("bytesLow", "bytesHigh", ROLE)
                .end();
        Variants variants = new Variants(result);
        for (Layout layout : result.layouts()) {
            for (Refcount row : layout.refcounts()) {
                table.text(layout.chunking())
                        .number(row.references())
                        .number(row.chunks())
                        .number(row.bytes())
                        .optional(row.chunksLow())
                        .optional(row.chunksHigh())
                        .optional(row.bytesLow())
                        .optional(row.bytesHigh())
                        .text(SummaryColumns.name(variants.role(layout)))
                        .end();
            }
        }
        table.flush();
    }

    /**
     * {@code compressibility.csv}: the number of distinct chunks, of chunks in the sample, or of superblocks, for each percentage of stored
     * bytes.
     */
    public static void compressibility(ScanResult result, Writer out) throws IOException {
        CsvTable table = new CsvTable(out);
        table.text("chunking", "compressor", "storedPercent", "chunks", "bytes", "method", ROLE)
                .end();
        Variants variants = new Variants(result);
        for (Variant variant : variants.all()) {
            Compression compression = variant.compression();
            for (Compressibility row : compression.compressibility()) {
                table.text(variant.layout().chunking(), compression.compressor())
                        .number(row.storedPercent())
                        .number(row.chunks())
                        .number(row.bytes())
                        .text(SummaryColumns.name(compression.method()))
                        .text(SummaryColumns.name(variants.role(variant)))
                        .end();
            }
        }
        table.flush();
    }

    /** {@code files.csv}: each file on its own, one row for each chunking and compressor. */
    public static void files(ScanResult result, Writer out) throws IOException {
        CsvTable table = new CsvTable(out);
        table.text("path", "chunking", "compressor", "method")
                .text("logicalBytes", "unreadBytes", "scannedBytes")
                .text("zeroBytes", "nonZeroBytes", "duplicateBytes", "uniqueBytes")
                .text("compressedAwayBytes", "physicalBytes")
                .text("thinRatio", "dedupRatio", "compressionRatio", "reductionRatio", "savings")
                .text("chunkCount", "zeroChunkCount", "uniqueChunkCount", "duplicateChunkCount")
                .text(SummaryColumns.SAMPLE)
                .text(ROLE)
                .end();
        Variants variants = new Variants(result);
        for (FileResult file : result.files()) {
            for (Layout layout : file.layouts()) {
                for (Compression compression : layout.compression()) {
                    table.text(file.path(), layout.chunking(), compression.compressor())
                            .text(SummaryColumns.name(compression.method()))
                            .number(file.logicalBytes())
                            .number(file.unreadBytes())
                            .number(file.scannedBytes());
                    SummaryColumns.waterfall(table, layout, compression);
                    SummaryColumns.sample(table, compression)
                            .text(SummaryColumns.name(variants.role(new Variant(layout, compression))))
                            .end();
                }
            }
        }
        table.flush();
    }

    /** {@code types.csv}: by file extension, one row for each chunking; with the charges of the types if they are known. */
    public static void types(ScanResult result, Writer out) throws IOException {
        CsvTable table = new CsvTable(out);
        LedgerTables.chargeHeader(table.text("chunking", "extension", "fileCount", "scannedBytes", "zeroBytes"))
                .text(ROLE)
                .end();
        List<Layout> layouts = result.layouts();
        Variants variants = new Variants(result);
        for (int i = 0; i < layouts.size(); i++) {
            String role = SummaryColumns.name(variants.role(layouts.get(i)));
            String chunking = layouts.get(i).chunking();
            Map<String, Charge> charges = LedgerTables.types(result.ledger(), chunking);
            for (TypeTotals type : result.types()) {
                table.text(chunking, type.extension())
                        .number(type.fileCount())
                        .number(type.scannedBytes())
                        .number(type.zeroBytes().get(i));
                LedgerTables.charge(table, charges.get(type.extension()))
                        .text(role)
                        .end();
            }
        }
        table.flush();
    }

    /** {@code errors.csv}: every path that was not read whole, or changed meanwhile. */
    public static void errors(ScanResult result, Writer out) throws IOException {
        CsvTable table = new CsvTable(out);
        table.text("path", "kind", "unreadBytes", "reason").end();
        for (ReadError error : result.errors()) {
            table.text(error.path(), SummaryColumns.name(error.kind()))
                    .number(error.unreadBytes())
                    .text(error.reason())
                    .end();
        }
        table.flush();
    }

    /** The output of {@code compscan plan --csv}: a row for each system and year. */
    public static void plan(CapacityResult plan, Writer out) throws IOException {
        CsvTable table = new CsvTable(out);
        table.text("profile", "chunking", "compressor", "year", "scannedBytes")
                .text("allocatedBytes", "allocatedBytesLow", "allocatedBytesHigh")
                .text("usableBytes", "usableBytesLow", "usableBytesHigh")
                .text("price", "rawBytes", "effectiveBytes", "grade", "todayGrade", "rangeCovers", "notGiven")
                .text("dataReductionRatio", "unreadDirectoryCount")
                .end();
        for (CapacityResult.SystemPlan system : plan.systems()) {
            Footprint today = system.today();
            for (CapacityResult.Year year : system.years()) {
                table.text(today.profile() == null ? "" : today.profile(), today.chunking(), today.compressor())
                        .number(year.year())
                        .number(year.scannedBytes())
                        .number(year.allocatedBytes())
                        .number(year.allocatedBytesLow())
                        .number(year.allocatedBytesHigh())
                        .optional(year.usableBytes())
                        .optional(year.usableBytesLow())
                        .optional(year.usableBytesHigh())
                        .ratio(year.price())
                        .optional(year.rawBytes())
                        .optional(year.effectiveBytes())
                        .text(SummaryColumns.name(year.grade()), SummaryColumns.name(today.grade()))
                        .text(names(system.rangeCovers()), String.join(" ", plan.notGiven()))
                        .ratio(today.dataReductionRatio())
                        .number(plan.unreadDirectoryCount())
                        .end();
            }
        }
        table.flush();
    }

    private static String names(List<Cover> covers) {
        return covers.stream().map(SummaryColumns::name).collect(Collectors.joining(" "));
    }
}
