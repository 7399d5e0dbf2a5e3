package io.compscan.core.report;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.compscan.core.result.ChunkSize;
import io.compscan.core.result.Compressibility;
import io.compscan.core.result.Compression;
import io.compscan.core.result.FileResult;
import io.compscan.core.result.Layout;
import io.compscan.core.result.ReadError;
import io.compscan.core.result.Refcount;
import io.compscan.core.result.Sample;
import io.compscan.core.result.ScanResult;
import io.compscan.core.result.Totals;
import io.compscan.core.result.TypeTotals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a result as CSV; columns and rules are specified in {@code docs/formats.md}.
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
        Table table = new Table(out);
        table.text("chunking", "fingerprint", "compressor", "method")
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
                .end();
        Totals totals = result.totals();
        for (Layout layout : result.layouts()) {
            for (Compression compression : layout.compression()) {
                table.text(layout.chunking(), layout.fingerprint(), compression.compressor())
                        .text(name(compression.method()))
                        .number(compression.superblockBytes())
                        .text(Boolean.toString(result.partial()))
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
                meanChunk(sample(table, compression), layout).end();
            }
        }
        table.flush();
    }

    /** {@code refcounts.csv}: how many distinct chunks occur how often. */
    public static void refcounts(ScanResult result, Writer out) throws IOException {
        Table table = new Table(out);
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

    /** {@code chunk_sizes.csv}: how many chunks have which length. */
    public static void chunkSizes(ScanResult result, Writer out) throws IOException {
        Table table = new Table(out);
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

    /** {@code compressibility.csv}: how many distinct chunks, those of the sample, or superblocks, shrink to how many per cent. */
    public static void compressibility(ScanResult result, Writer out) throws IOException {
        Table table = new Table(out);
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
        Table table = new Table(out);
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

    /** {@code types.csv}: by file extension, one row for each chunking. */
    public static void types(ScanResult result, Writer out) throws IOException {
        Table table = new Table(out);
        table.text("chunking", "extension", "fileCount", "scannedBytes", "zeroBytes")
                .end();
        List<Layout> layouts = result.layouts();
        for (int i = 0; i < layouts.size(); i++) {
            for (TypeTotals type : result.types()) {
                table.text(layouts.get(i).chunking(), type.extension())
                        .number(type.fileCount())
                        .number(type.scannedBytes())
                        .number(type.zeroBytes().get(i))
                        .end();
            }
        }
        table.flush();
    }

    /** {@code errors.csv}: every path that was not read whole, or changed meanwhile. */
    public static void errors(ScanResult result, Writer out) throws IOException {
        Table table = new Table(out);
        table.text("path", "kind", "unreadBytes", "reason").end();
        for (ReadError error : result.errors()) {
            table.text(error.path(), name(error.kind()))
                    .number(error.unreadBytes())
                    .text(error.reason())
                    .end();
        }
        table.flush();
    }

    private static Table waterfall(Table table, Layout layout, Compression compression) throws IOException {
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

    private static Table meanChunk(Table table, Layout layout) throws IOException {
        long expected = layout.expectedChunkBytes();
        return (expected == 0 ? table.text("") : table.number(expected)).ratio(layout.averageChunkBytes());
    }

    private static Table sample(Table table, Compression compression) throws IOException {
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

    /** Rows of cells; writes through to the last byte on flush, and leaves closing to the owner of the writer. */
    private static final class Table {

        private final CsvWriter csv;
        private CsvWriter.@Nullable CsvWriterRecord row;

        Table(Writer out) {
            csv = CsvWriter.builder().lineDelimiter(LineDelimiter.CRLF).build(out);
        }

        Table text(String... cells) throws IOException {
            for (String cell : cells) {
                add(SafeText.cell(cell));
            }
            return this;
        }

        Table number(long number) throws IOException {
            return add(Long.toString(number));
        }

        Table ratio(@Nullable Double ratio) throws IOException {
            return add(ratio == null ? "" : Figures.plain(ratio));
        }

        private Table add(String cell) throws IOException {
            try {
                if (row == null) {
                    row = csv.writeRecord();
                }
                row.writeField(cell);
                return this;
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
        }

        void end() throws IOException {
            try {
                if (row != null) {
                    row.endRecord();
                    row = null;
                }
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
        }

        void flush() throws IOException {
            csv.flush();
        }
    }
}
