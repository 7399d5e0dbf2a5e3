package io.compscan.core.report;

import io.compscan.core.result.CapacityResult;
import io.compscan.core.result.ChunkSize;
import io.compscan.core.result.Compressibility;
import io.compscan.core.result.Compression;
import io.compscan.core.result.FileResult;
import io.compscan.core.result.Footprint;
import io.compscan.core.result.Layout;
import io.compscan.core.result.Ledger.Charge;
import io.compscan.core.result.ProfileResult;
import io.compscan.core.result.ReadError;
import io.compscan.core.result.Refcount;
import io.compscan.core.result.Sample;
import io.compscan.core.result.ScanResult;
import io.compscan.core.result.Totals;
import io.compscan.core.result.TypeTotals;
import io.compscan.core.result.set.ChunkGroup;
import io.compscan.core.result.set.DiffResult;
import io.compscan.core.result.set.DiffResult.DiffLayout;
import io.compscan.core.result.set.DiffResult.DiffStep;
import io.compscan.core.result.set.MergeResult;
import io.compscan.core.result.set.Overlap;
import io.compscan.core.result.set.SetResult;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The tables of a result, of a merge and of a comparison as CSV; columns and rules are specified in {@code docs/formats.md}.
 *
 * <p>As RFC 4180 says, CR LF included. Every row is one line, numbers are plain, what does not exist is empty, and no cell is a formula to a spreadsheet. Nothing depends on when or how fast a
 * scan ran: the same data gives the same tables to the byte.
 */
public final class CsvReports {

    /** The columns of a sample, empty where there is none. */
    private static final String[] SAMPLE = {
        "sampledChunkCount",
        "sampledBytes",
        "physicalBytesLow",
        "physicalBytesHigh",
        "compressionRatioLow",
        "compressionRatioHigh",
        "reductionRatioLow",
        "reductionRatioHigh"
    };

    private CsvReports() {}

    /** {@code summary.csv}: all there is to say, one row for each chunking and compressor. */
    public static void summary(ScanResult result, Writer out) throws IOException {
        CsvTable table = new CsvTable(out);
        summaryHeader(table).end();
        for (Layout layout : result.layouts()) {
            for (Compression compression : layout.compression()) {
                summaryRow(table, result.partial(), result.totals(), layout, compression)
                        .end();
            }
        }
        table.flush();
    }

    /** {@code sets.csv}: the same of each merged set by itself, and its part in the union. */
    public static void sets(MergeResult result, Writer out) throws IOException {
        CsvTable table = new CsvTable(out);
        summaryHeader(table.text("set", "hosts", "scannedAt"))
                .text("exclusiveBytes", "attributedBytes")
                .end();
        for (int i = 0; i < result.sets().size(); i++) {
            SetResult set = result.sets().get(i);
            for (int j = 0; j < set.layouts().size(); j++) {
                Layout layout = set.layouts().get(j);
                Overlap.Share share = result.overlaps().get(j).shares().get(i);
                for (Compression compression : layout.compression()) {
                    table.text(
                            set.name(),
                            String.join(" ", set.hosts()),
                            set.scannedAt().toString());
                    summaryRow(table, set.partial(), set.totals(), layout, compression)
                            .number(share.exclusiveBytes())
                            .number(share.attributedBytes())
                            .end();
                }
            }
        }
        table.flush();
    }

    /** {@code overlap.csv}: what any two merged sets share, one row for each chunking and ordered pair. */
    public static void overlap(MergeResult result, Writer out) throws IOException {
        CsvTable table = new CsvTable(out);
        table.text("chunking", "set", "otherSet", "sharedBytes", "uniqueBytes", "otherUniqueBytes")
                .end();
        for (Overlap overlap : result.overlaps()) {
            for (int i = 0; i < overlap.shares().size(); i++) {
                Overlap.Share share = overlap.shares().get(i);
                for (int j = 0; j < overlap.shares().size(); j++) {
                    table.text(
                                    overlap.chunking(),
                                    result.sets().get(i).name(),
                                    result.sets().get(j).name())
                            .number(share.sharedBytes().get(j))
                            .number(share.uniqueBytes())
                            .number(overlap.shares().get(j).uniqueBytes())
                            .end();
                }
            }
        }
        table.flush();
    }

    /** {@code diff.csv}: how each set differs from the one before, one row for each chunking, set and compressor. */
    public static void diff(DiffResult result, Writer out) throws IOException {
        CsvTable table = new CsvTable(out);
        table.text("chunking", "fingerprint", "set", "hosts", "scannedAt", "partial", "compressor", "method", "keep");
        for (String group : List.of("unique", "added", "removed", "common", "kept")) {
            table.text(group + "Chunks", group + "Bytes", group + "PhysicalBytes");
        }
        table.end();
        for (DiffLayout layout : result.layouts()) {
            for (int i = 0; i < layout.steps().size(); i++) {
                SetResult set = result.sets().get(i);
                DiffStep step = layout.steps().get(i);
                for (int c = 0; c < step.unique().physical().size(); c++) {
                    ChunkGroup.Physical compressor = step.unique().physical().get(c);
                    table.text(layout.chunking(), layout.fingerprint())
                            .text(set.name(), String.join(" ", set.hosts()))
                            .text(set.scannedAt().toString(), Boolean.toString(set.partial()))
                            .text(compressor.compressor(), name(compressor.method()))
                            .number(result.keep());
                    for (ChunkGroup group :
                            List.of(step.unique(), step.added(), step.removed(), step.common(), step.kept())) {
                        table.number(group.chunks())
                                .number(group.bytes())
                                .number(group.physical().get(c).physicalBytes());
                    }
                    table.end();
                }
            }
        }
        table.flush();
    }

    private static CsvTable summaryHeader(CsvTable table) throws IOException {
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
                .text("expectedChunkBytes", "averageChunkBytes");
    }

    private static CsvTable summaryRow(
            CsvTable table, boolean partial, Totals totals, Layout layout, Compression compression) throws IOException {
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
        return meanChunk(sample(table, compression), layout);
    }

    private static CsvTable meanChunk(CsvTable table, Layout layout) throws IOException {
        long expected = layout.expectedChunkBytes();
        return (expected == 0 ? table.text("") : table.number(expected)).ratio(layout.averageChunkBytes());
    }

    /** {@code profiles.csv}: what the data would take, one row for each target system. */
    public static void profiles(ScanResult result, Writer out) throws IOException {
        CsvTable table = new CsvTable(out);
        table.text("profile", "chunking", "compressor", "partial", "scannedBytes")
                .text("physicalBytes", "roundingBytes", "metadataBytes")
                .text("allocatedBytes", "allocatedBytesLow", "allocatedBytesHigh", "memoryBytes")
                .text("reductionRatio", "savings", "title", "source")
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
                    .end();
        }
        table.flush();
    }

    /** {@code chunk_sizes.csv}: how many chunks have which length. */
    public static void chunkSizes(ScanResult result, Writer out) throws IOException {
        CsvTable table = new CsvTable(out);
        table.text("chunking", "expectedChunkBytes", "averageChunkBytes")
                .text("fromBytes", "toBytes", "uniqueChunks", "uniqueBytes", "chunks", "bytes")
                .end();
        for (Layout layout : result.layouts()) {
            for (ChunkSize row : layout.chunkSizes()) {
                meanChunk(table.text(layout.chunking()), layout)
                        .number(row.fromBytes())
                        .number(row.toBytes())
                        .number(row.uniqueChunks())
                        .number(row.uniqueBytes())
                        .number(row.chunks())
                        .number(row.bytes())
                        .end();
            }
        }
        table.flush();
    }

    /** {@code refcounts.csv}: how many distinct chunks occur how often. */
    public static void refcounts(ScanResult result, Writer out) throws IOException {
        CsvTable table = new CsvTable(out);
        table.text("chunking", "references", "chunks", "bytes").end();
        for (Layout layout : result.layouts()) {
            for (Refcount row : layout.refcounts()) {
                table.text(layout.chunking())
                        .number(row.references())
                        .number(row.chunks())
                        .number(row.bytes())
                        .end();
            }
        }
        table.flush();
    }

    /** {@code compressibility.csv}: how many distinct chunks, those of the sample, or superblocks, shrink to how many per cent. */
    public static void compressibility(ScanResult result, Writer out) throws IOException {
        CsvTable table = new CsvTable(out);
        table.text("chunking", "compressor", "storedPercent", "chunks", "bytes", "method")
                .end();
        for (Layout layout : result.layouts()) {
            for (Compression compression : layout.compression()) {
                for (Compressibility row : compression.compressibility()) {
                    table.text(layout.chunking(), compression.compressor())
                            .number(row.storedPercent())
                            .number(row.chunks())
                            .number(row.bytes())
                            .text(name(compression.method()))
                            .end();
                }
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
                .text(SAMPLE)
                .end();
        for (FileResult file : result.files()) {
            for (Layout layout : file.layouts()) {
                for (Compression compression : layout.compression()) {
                    table.text(file.path(), layout.chunking(), compression.compressor())
                            .text(name(compression.method()))
                            .number(file.logicalBytes())
                            .number(file.unreadBytes())
                            .number(file.scannedBytes());
                    waterfall(table, layout, compression);
                    sample(table, compression).end();
                }
            }
        }
        table.flush();
    }

    /** {@code types.csv}: by file extension, one row for each chunking; what the types are charged with where that is told. */
    public static void types(ScanResult result, Writer out) throws IOException {
        CsvTable table = new CsvTable(out);
        LedgerTables.chargeHeader(table.text("chunking", "extension", "fileCount", "scannedBytes", "zeroBytes"))
                .end();
        List<Layout> layouts = result.layouts();
        for (int i = 0; i < layouts.size(); i++) {
            String chunking = layouts.get(i).chunking();
            Map<String, Charge> charges = LedgerTables.types(result.ledger(), chunking);
            for (TypeTotals type : result.types()) {
                table.text(chunking, type.extension())
                        .number(type.fileCount())
                        .number(type.scannedBytes())
                        .number(type.zeroBytes().get(i));
                LedgerTables.charge(table, charges.get(type.extension())).end();
            }
        }
        table.flush();
    }

    /** {@code errors.csv}: every path that was not read whole, or changed meanwhile. */
    public static void errors(ScanResult result, Writer out) throws IOException {
        CsvTable table = new CsvTable(out);
        table.text("path", "kind", "unreadBytes", "reason").end();
        for (ReadError error : result.errors()) {
            table.text(error.path(), name(error.kind()))
                    .number(error.unreadBytes())
                    .text(error.reason())
                    .end();
        }
        table.flush();
    }

    /** What {@code compscan plan --csv} writes: a row for each year. */
    public static void plan(CapacityResult plan, Writer out) throws IOException {
        CsvTable table = new CsvTable(out);
        table.text("profile", "chunking", "compressor", "year", "scannedBytes")
                .text("allocatedBytes", "allocatedBytesLow", "allocatedBytesHigh")
                .text("usableBytes", "usableBytesLow", "usableBytesHigh")
                .text("price")
                .end();
        Footprint today = plan.today();
        for (CapacityResult.Year year : plan.years()) {
            table.text(today.profile() == null ? "" : today.profile(), today.chunking(), today.compressor())
                    .number(year.year())
                    .number(year.scannedBytes())
                    .number(year.allocatedBytes())
                    .number(year.allocatedBytesLow())
                    .number(year.allocatedBytesHigh())
                    .number(year.usableBytes())
                    .number(year.usableBytesLow())
                    .number(year.usableBytesHigh())
                    .ratio(year.price())
                    .end();
        }
        table.flush();
    }

    private static CsvTable waterfall(CsvTable table, Layout layout, Compression compression) throws IOException {
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

    private static CsvTable sample(CsvTable table, Compression compression) throws IOException {
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

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
