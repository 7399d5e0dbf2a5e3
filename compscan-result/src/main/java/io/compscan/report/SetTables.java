package io.compscan.report;

import io.compscan.report.SummaryColumns.Measured;
import io.compscan.result.Grade;
import io.compscan.result.answer.Variants;
import io.compscan.result.answer.Variants.Role;
import io.compscan.result.answer.Variants.Variant;
import io.compscan.result.set.ChunkGroup;
import io.compscan.result.set.DiffResult;
import io.compscan.result.set.DiffResult.DiffLayout;
import io.compscan.result.set.DiffResult.DiffStep;
import io.compscan.result.set.MergeResult;
import io.compscan.result.set.Overlap;
import io.compscan.result.set.SetResult;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The CSV tables of a merge and of a comparison of saved scans; {@code docs/reference/formats.md} specifies their columns.
 *
 * <p>{@link CsvReports} has the rules that all tables follow.
 */
public final class SetTables {

    /** Which scan it is. */
    private static final CsvTable<SetResult> ORIGIN = new CsvTable<SetResult>()
            .text("set", SetResult::name)
            .text("hosts", set -> String.join(" ", set.hosts()))
            .text("scannedAt", set -> set.scannedAt().toString());

    private static final CsvTable<SetRow> SETS = new CsvTable<SetRow>()
            .all(ORIGIN, row -> row.set)
            .all(SummaryColumns.FIRST, SetRow::measured)
            .number("exclusiveBytes", row -> row.share.exclusiveBytes())
            .number("uniqueShareBytes", row -> row.share.uniqueShareBytes())
            .optional("exclusiveBytesLow", row -> row.share.exclusiveBytesLow())
            .optional("exclusiveBytesHigh", row -> row.share.exclusiveBytesHigh())
            .optional("uniqueShareBytesLow", row -> row.share.uniqueShareBytesLow())
            .optional("uniqueShareBytesHigh", row -> row.share.uniqueShareBytesHigh())
            .all(SummaryColumns.LATER, SetRow::measured)
            .word(CsvReports.ROLE, SetRow::role);

    private static final CsvTable<PairRow> OVERLAP = new CsvTable<PairRow>()
            .text("chunking", row -> row.overlap.chunking())
            .text("set", row -> row.sets.get(row.first).name())
            .text("otherSet", row -> row.sets.get(row.second).name())
            .number("commonBytes", row -> row.share().commonBytes().get(row.place()))
            .number("uniqueBytes", row -> row.share().uniqueBytes())
            .number(
                    "otherUniqueBytes",
                    row -> row.overlap.shares().get(row.second).uniqueBytes())
            .optional("commonBytesLow", row -> row.end(row.share().commonBytesLow()))
            .optional("commonBytesHigh", row -> row.end(row.share().commonBytesHigh()))
            .word(CsvReports.ROLE, PairRow::role);

    private static final CsvTable<Stored> GROUP = new CsvTable<Stored>()
            .number("Chunks", row -> row.group.chunks())
            .number("Bytes", row -> row.group.bytes())
            .optional("PhysicalBytes", Stored::physicalBytes);

    private static final CsvTable<StepRow> DIFF = new CsvTable<StepRow>()
            .text("chunking", row -> row.layout.chunking())
            .text("fingerprint", row -> row.layout.fingerprint())
            .all(ORIGIN, row -> row.set)
            .flag("partial", row -> row.set.partial())
            .text("compressor", row -> row.compressor.compressor())
            .word("method", row -> row.compressor.method())
            .number("keep", StepRow::keep)
            .all("unique", GROUP, row -> row.stored(row.step.unique()))
            .all("added", GROUP, row -> row.stored(row.step.added()))
            .all("removed", GROUP, row -> row.stored(row.step.removed()))
            .all("common", GROUP, row -> row.stored(row.step.common()))
            .all("kept", GROUP, row -> row.stored(row.step.kept()))
            .text("nextBackup", StepRow::format)
            .text("nextBackupGrade", StepRow::grade)
            .text("nextBackupPhysicalGrade", StepRow::physicalGrade);

    private record SetRow(SetResult set, Overlap.Share share, Measured measured, Role role) {}

    /** Two of the sets, by their numbers. */
    private record PairRow(List<SetResult> sets, Overlap overlap, int first, int second, Role role) {
        private Overlap.Share share() {
            return overlap.shares().get(first);
        }

        private int place() {
            return share().placeOf(second);
        }

        private @Nullable Long end(@Nullable List<Long> ends) {
            return ends == null ? null : ends.get(place());
        }
    }

    /** Chunks with one of their compressors. */
    private record Stored(ChunkGroup group, String compressor) {
        private @Nullable Long physicalBytes() {
            ChunkGroup.Physical physical = group.with(compressor);
            return physical == null ? null : Long.valueOf(physical.physicalBytes());
        }
    }

    private record StepRow(int keep, DiffLayout layout, SetResult set, DiffStep step, ChunkGroup.Physical compressor) {
        private Stored stored(ChunkGroup group) {
            return new Stored(group, compressor.compressor());
        }

        private String format() {
            return step.nextBackup() == null ? "" : step.nextBackup().format();
        }

        private String grade() {
            return step.nextBackup() == null ? "" : word(step.nextBackup().grade());
        }

        private String physicalGrade() {
            return step.nextBackup() == null
                    ? ""
                    : step.nextBackup().stored().stream()
                            .filter(one -> one.compressor().equals(compressor.compressor()))
                            .map(one -> word(one.grade()))
                            .findFirst()
                            .orElse("");
        }

        private static String word(Grade grade) {
            return grade.name().toLowerCase(Locale.ROOT);
        }
    }

    private SetTables() {}

    /** {@code sets.csv}: the same of each merged set by itself, and its part in the union. */
    public static void sets(MergeResult result, Writer out) throws IOException {
        Variants variants = new Variants(result.union());
        List<SetRow> rows = new ArrayList<>();
        for (int i = 0; i < result.sets().size(); i++) {
            SetResult set = result.sets().get(i);
            for (int j = 0; j < set.layouts().size(); j++) {
                Overlap.Share share = result.overlaps().get(j).shares().get(i);
                for (Variant variant : Variants.of(set.layouts().get(j))) {
                    Role role = variants.role(variant);
                    if (role != Role.DRAW) {
                        rows.add(new SetRow(set, share, new Measured(set.partial(), set.totals(), variant), role));
                    }
                }
            }
        }
        SETS.write(rows.stream(), out);
    }

    /**
     * {@code overlap.csv}: the bytes that any two merged sets share, one row for each chunking and ordered pair. Of many sets each has a row
     * with itself, and with those that it shares most with.
     */
    public static void overlap(MergeResult result, Writer out) throws IOException {
        Variants variants = new Variants(result.union());
        Stream<PairRow> rows = IntStream.range(0, result.overlaps().size())
                .boxed()
                .filter(layout -> variants.role(result.union().layouts().get(layout)) != Role.DRAW)
                .flatMap(layout -> {
                    Overlap overlap = result.overlaps().get(layout);
                    Role role = variants.role(result.union().layouts().get(layout));
                    return IntStream.range(0, overlap.shares().size())
                            .boxed()
                            .flatMap(set -> overlap.shares().get(set).listed().stream()
                                    .map(other -> new PairRow(result.sets(), overlap, set, other, role)));
                });
        OVERLAP.write(rows, out);
    }

    /**
     * {@code diff.csv}: the changes of each set against the one before, one row for each chunking, set and compressor. A comparison does not
     * know who asked for what, so it has no roles; it leaves out what only weighs draws.
     */
    public static void diff(DiffResult result, Writer out) throws IOException {
        List<StepRow> rows = new ArrayList<>();
        for (DiffLayout layout : result.shownLayouts()) {
            for (int i = 0; i < layout.steps().size(); i++) {
                SetResult set = result.sets().get(i);
                DiffStep step = layout.steps().get(i);
                step.unique()
                        .physical()
                        .forEach(compressor -> rows.add(new StepRow(result.keep(), layout, set, step, compressor)));
            }
        }
        DIFF.write(rows.stream(), out);
    }
}
