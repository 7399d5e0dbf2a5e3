package io.compscan.core.report;

import io.compscan.core.result.Compression;
import io.compscan.core.result.Layout;
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
import org.jspecify.annotations.Nullable;

/**
 * The CSV tables of a merge and of a comparison of saved scans; {@code docs/reference/formats.md} specifies their columns.
 *
 * <p>{@link CsvReports} has the rules that all tables follow.
 */
public final class SetTables {

    private SetTables() {}

    /** {@code sets.csv}: the same of each merged set by itself, and its part in the union. */
    public static void sets(MergeResult result, Writer out) throws IOException {
        CsvTable table = new CsvTable(out);
        SummaryColumns.header(table.text("set", "hosts", "scannedAt"))
                .text("exclusiveBytes", "uniqueShareBytes")
                .text("exclusiveBytesLow", "exclusiveBytesHigh", "uniqueShareBytesLow", "uniqueShareBytesHigh");
        SummaryColumns.laterHeader(table).end();
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
                    SummaryColumns.row(table, set.partial(), set.totals(), layout, compression)
                            .number(share.exclusiveBytes())
                            .number(share.uniqueShareBytes())
                            .optional(share.exclusiveBytesLow())
                            .optional(share.exclusiveBytesHigh())
                            .optional(share.uniqueShareBytesLow())
                            .optional(share.uniqueShareBytesHigh());
                    SummaryColumns.later(table, set.totals(), layout, compression)
                            .end();
                }
            }
        }
        table.flush();
    }

    /** {@code overlap.csv}: the bytes that any two merged sets share, one row for each chunking and ordered pair. */
    public static void overlap(MergeResult result, Writer out) throws IOException {
        CsvTable table = new CsvTable(out);
        table.text("chunking", "set", "otherSet", "commonBytes", "uniqueBytes", "otherUniqueBytes")
                .text("commonBytesLow", "commonBytesHigh")
                .end();
        for (Overlap overlap : result.overlaps()) {
            for (int i = 0; i < overlap.shares().size(); i++) {
                Overlap.Share share = overlap.shares().get(i);
                for (int j = 0; j < overlap.shares().size(); j++) {
                    table.text(
                                    overlap.chunking(),
                                    result.sets().get(i).name(),
                                    result.sets().get(j).name())
                            .number(share.commonBytes().get(j))
                            .number(share.uniqueBytes())
                            .number(overlap.shares().get(j).uniqueBytes())
                            .optional(end(share.commonBytesLow(), j))
                            .optional(end(share.commonBytesHigh(), j))
                            .end();
                }
            }
        }
        table.flush();
    }

    private static @Nullable Long end(@Nullable List<Long> ends, int set) {
        return ends == null ? null : ends.get(set);
    }

    /** {@code diff.csv}: the changes of each set against the one before, one row for each chunking, set and compressor. */
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
                            .text(compressor.compressor(), SummaryColumns.name(compressor.method()))
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
}
