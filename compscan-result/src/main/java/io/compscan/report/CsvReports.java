package io.compscan.report;

import io.compscan.report.SummaryColumns.Measured;
import io.compscan.result.CapacityResult;
import io.compscan.result.Changes;
import io.compscan.result.Changes.Files;
import io.compscan.result.Changes.Group;
import io.compscan.result.ChunkSize;
import io.compscan.result.Compressibility;
import io.compscan.result.Cover;
import io.compscan.result.Evidence;
import io.compscan.result.FileResult;
import io.compscan.result.Footprint;
import io.compscan.result.IndexWindow;
import io.compscan.result.Layout;
import io.compscan.result.Ledger.Charge;
import io.compscan.result.ProfileResult;
import io.compscan.result.ReadError;
import io.compscan.result.Refcount;
import io.compscan.result.ScanResult;
import io.compscan.result.SpecialDevices;
import io.compscan.result.TypeTotals;
import io.compscan.result.answer.Variants;
import io.compscan.result.answer.Variants.Role;
import io.compscan.result.answer.Variants.Variant;
import io.compscan.result.duplicate.ListedDuplicates;
import io.compscan.result.history.HistoryResult;
import io.compscan.result.history.PastScan;
import io.compscan.result.history.PastScan.Stored;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a result, of a merge and of a comparison as CSV; columns and rules are specified in {@code docs/reference/formats.md}.
 *
 * <p>As RFC 4180 says, CR LF included. Every row is one line, numbers are plain, what does not exist is empty, and no cell is a formula to a spreadsheet. Nothing depends on when or how fast a
 * scan ran: the same data gives the same tables to the byte.
 */
public final class CsvReports {

    /** The column that says why a result has a chunking and a compressor; who adds up rows filters by it. */
    static final String ROLE = "role";

    private static final CsvTable<VariantRow> SUMMARY = new CsvTable<VariantRow>()
            .all(SummaryColumns.FIRST, VariantRow::measured)
            .all(SummaryColumns.LATER, VariantRow::measured)
            .word(ROLE, VariantRow::role);

    private static final CsvTable<Evidence> EVIDENCE = new CsvTable<Evidence>()
            .text("checkedProgram", Evidence::program)
            .number("checkedSets", Evidence::sets)
            .number("checkedRepositories", Evidence::repositories)
            .ratio("lowestDeviation", Evidence::lowest)
            .ratio("highestDeviation", Evidence::highest)
            .ratio("medianDeviation", Evidence::median);

    private static final CsvTable<IndexWindow> WINDOW = new CsvTable<IndexWindow>()
            .number("windowBytes", IndexWindow::windowBytes)
            .optional("missedBytes", IndexWindow::missedBytes)
            .number("missedBytesLow", IndexWindow::missedBytesLow)
            .number("missedBytesHigh", IndexWindow::missedBytesHigh);

    private static final CsvTable<SpecialDevices> SPECIAL = new CsvTable<SpecialDevices>()
            .number("specialBytes", SpecialDevices::allocatedBytes)
            .number("specialBytesLow", SpecialDevices::allocatedBytesLow)
            .number("specialBytesHigh", SpecialDevices::allocatedBytesHigh)
            .number("specialDataBytes", SpecialDevices::dataBytes);

    private static final CsvTable<ProfileRow> PROFILES = new CsvTable<ProfileRow>()
            .text("profile", row -> row.profile.profile())
            .text("chunking", row -> row.profile.chunking())
            .text("compressor", row -> row.profile.compressor())
            .flag("partial", row -> row.result.partial())
            .number("scannedBytes", row -> row.result.totals().scannedBytes())
            .number("physicalBytes", row -> row.profile.physicalBytes())
            .number("roundingBytes", row -> row.profile.roundingBytes())
            .number("metadataBytes", row -> row.profile.metadataBytes())
            .number("allocatedBytes", row -> row.profile.allocatedBytes())
            .number("allocatedBytesLow", row -> row.profile.allocatedBytesLow())
            .number("allocatedBytesHigh", row -> row.profile.allocatedBytesHigh())
            .number("memoryBytes", row -> row.profile.memoryBytes())
            .ratio("reductionRatio", row -> row.profile.reductionRatio())
            .ratio("savings", row -> row.profile.savings())
            .text("title", row -> row.profile.title())
            .text("source", row -> row.profile.source())
            .ratio("reductionRatioLow", row -> row.profile.reductionRatioLow())
            .ratio("reductionRatioHigh", row -> row.profile.reductionRatioHigh())
            .ratio("savingsLow", row -> row.profile.savingsLow())
            .ratio("savingsHigh", row -> row.profile.savingsHigh())
            .optional("physicalBytesLow", row -> row.profile.physicalBytesLow())
            .optional("physicalBytesHigh", row -> row.profile.physicalBytesHigh())
            .optional("roundingBytesLow", row -> row.profile.roundingBytesLow())
            .optional("roundingBytesHigh", row -> row.profile.roundingBytesHigh())
            .optional("metadataBytesLow", row -> row.profile.metadataBytesLow())
            .optional("metadataBytesHigh", row -> row.profile.metadataBytesHigh())
            .word("grade", row -> row.profile.grade())
            .text("intervalCovers", row -> words(row.profile.intervalCovers()))
            .all(EVIDENCE, row -> row.profile.checked())
            .ratio(
                    "dataReductionRatio",
                    row -> Footprint.of(row.result, row.profile.profile()).dataReductionRatio())
            .optional("copiesBytes", row -> row.profile.copiesBytes())
            .optional("copiesBytesLow", row -> row.profile.copiesBytesLow())
            .optional("copiesBytesHigh", row -> row.profile.copiesBytesHigh())
            .all(WINDOW, row -> row.profile.indexWindow())
            .all(SPECIAL, row -> row.profile.special());

    private static final CsvTable<LayoutRow<ChunkSize>> CHUNK_SIZES = new CsvTable<LayoutRow<ChunkSize>>()
            .text("chunking", row -> row.layout.chunking())
            .all(SummaryColumns.MEAN_CHUNK, LayoutRow::layout)
            .number("fromBytes", row -> row.part.fromBytes())
            .number("toBytes", row -> row.part.toBytes())
            .number("uniqueChunks", row -> row.part.uniqueChunks())
            .number("uniqueBytes", row -> row.part.uniqueBytes())
            .number("chunks", row -> row.part.chunks())
            .number("bytes", row -> row.part.bytes())
            .word(ROLE, LayoutRow::role);

    private static final CsvTable<LayoutRow<Refcount>> REFCOUNTS = new CsvTable<LayoutRow<Refcount>>()
            .text("chunking", row -> row.layout.chunking())
            .number("references", row -> row.part.references())
            .number("chunks", row -> row.part.chunks())
            .number("bytes", row -> row.part.bytes())
            .optional("chunksLow", row -> row.part.chunksLow())
            .optional("chunksHigh", row -> row.part.chunksHigh())
            .optional("bytesLow", row -> row.part.bytesLow())
            .optional("bytesHigh", row -> row.part.bytesHigh())
            .word(ROLE, LayoutRow::role);

    private static final CsvTable<ShrinkageRow> COMPRESSIBILITY = new CsvTable<ShrinkageRow>()
            .text("chunking", row -> row.variant.layout().chunking())
            .text("compressor", row -> row.variant.compression().compressor())
            .number("storedPercent", row -> row.shrinkage.storedPercent())
            .number("chunks", row -> row.shrinkage.chunks())
            .number("bytes", row -> row.shrinkage.bytes())
            .word("method", row -> row.variant.compression().method())
            .word(ROLE, ShrinkageRow::role);

    private static final CsvTable<FileRow> FILES = new CsvTable<FileRow>()
            .text("path", row -> row.file.path())
            .text("chunking", row -> row.variant.layout().chunking())
            .text("compressor", row -> row.variant.compression().compressor())
            .word("method", row -> row.variant.compression().method())
            .number("logicalBytes", row -> row.file.logicalBytes())
            .number("unreadBytes", row -> row.file.unreadBytes())
            .number("scannedBytes", row -> row.file.scannedBytes())
            .all(SummaryColumns.WATERFALL, FileRow::variant)
            .all(SummaryColumns.SAMPLE, row -> row.variant.compression().sample())
            .word(ROLE, FileRow::role);

    private static final CsvTable<TypeRow> TYPES = new CsvTable<TypeRow>()
            .text("chunking", row -> row.layout.chunking())
            .text("extension", row -> row.type.extension())
            .number("fileCount", row -> row.type.fileCount())
            .number("scannedBytes", row -> row.type.scannedBytes())
            .number("zeroBytes", TypeRow::zeroBytes)
            .all(LedgerTables.CHARGE, TypeRow::charge)
            .word(ROLE, TypeRow::role);

    private static final CsvTable<ReadError> ERRORS = new CsvTable<ReadError>()
            .text("path", ReadError::path)
            .word("kind", ReadError::kind)
            .optional("unreadBytes", ReadError::unreadBytes)
            .text("reason", ReadError::reason);

    private static final CsvTable<YearRow> PLAN = new CsvTable<YearRow>()
            .text("profile", row -> row.today().profile())
            .text("chunking", row -> row.today().chunking())
            .text("compressor", row -> row.today().compressor())
            .number("year", row -> row.year.year())
            .number("scannedBytes", row -> row.year.scannedBytes())
            .number("allocatedBytes", row -> row.year.allocatedBytes())
            .number("allocatedBytesLow", row -> row.year.allocatedBytesLow())
            .number("allocatedBytesHigh", row -> row.year.allocatedBytesHigh())
            .optional("usableBytes", row -> row.year.usableBytes())
            .optional("usableBytesLow", row -> row.year.usableBytesLow())
            .optional("usableBytesHigh", row -> row.year.usableBytesHigh())
            .ratio("price", row -> row.year.price())
            .optional("rawBytes", row -> row.year.rawBytes())
            .optional("effectiveBytes", row -> row.year.effectiveBytes())
            .word("grade", row -> row.year.grade())
            .word("todayGrade", row -> row.today().grade())
            .text("rangeCovers", row -> words(row.system.rangeCovers()))
            .text("notGiven", row -> String.join(" ", row.plan.notGiven()))
            .ratio("dataReductionRatio", row -> row.today().dataReductionRatio())
            .number("unreadDirectoryCount", row -> row.plan.unreadDirectoryCount());

    private static final CsvTable<HistoryRow> HISTORY = new CsvTable<HistoryRow>()
            .text("startedAt", row -> row.scan.startedAt().toString())
            .number("elapsedNanos", row -> row.scan.elapsedNanos())
            .number("fileCount", row -> row.scan.fileCount())
            .number("scannedBytes", row -> row.scan.scannedBytes())
            .number("unreadPathCount", row -> row.scan.unreadPathCount())
            .number("unreadDirectoryCount", row -> row.scan.unreadDirectoryCount())
            .number("newCount", row -> row.scan.churn().newCount())
            .number("newBytes", row -> row.scan.churn().newBytes())
            .number("changedCount", row -> row.scan.churn().changedCount())
            .number("changedBytes", row -> row.scan.churn().changedBytes())
            .number("deletedCount", row -> row.scan.churn().deletedCount())
            .number("deletedBytes", row -> row.scan.churn().deletedBytes())
            .number("unchangedCount", row -> row.scan.churn().unchangedCount())
            .number("unchangedBytes", row -> row.scan.churn().unchangedBytes())
            .text("profile", row -> row.stored.profile())
            .text("chunking", row -> row.stored.chunking())
            .text("compressor", row -> row.stored.compressor())
            .optional("writtenBytes", row -> row.stored.writtenBytes())
            .number("allocatedBytes", row -> row.stored.allocatedBytes())
            .number("allocatedBytesLow", row -> row.stored.allocatedBytesLow())
            .number("allocatedBytesHigh", row -> row.stored.allocatedBytesHigh());

    private static final CsvTable<Files> CHANGED_FILES =
            new CsvTable<Files>().number("Count", Files::count).number("Bytes", Files::bytes);

    private static final CsvTable<ChangesRow> CHANGES = new CsvTable<ChangesRow>()
            .text("group", ChangesRow::kind)
            .text("name", row -> row.group.name())
            .all("added", CHANGED_FILES, row -> row.group.added())
            .all("changed", CHANGED_FILES, row -> row.group.changed())
            .all("deleted", CHANGED_FILES, row -> row.group.deleted())
            .all("moved", CHANGED_FILES, row -> row.group.moved());

    private record ChangesRow(String kind, Group group) {}

    private record HistoryRow(PastScan scan, Stored stored) {}

    private record VariantRow(Measured measured, Role role) {}

    private record ProfileRow(ScanResult result, ProfileResult profile) {}

    private record LayoutRow<P>(Layout layout, P part, Role role) {}

    private record ShrinkageRow(Variant variant, Compressibility shrinkage, Role role) {}

    private record FileRow(FileResult file, Variant variant, Role role) {}

    private record TypeRow(
            Layout layout,
            TypeTotals type,
            long zeroBytes,
            @Nullable Charge charge,
            Role role) {}

    private record YearRow(CapacityResult plan, CapacityResult.SystemPlan system, CapacityResult.Year year) {
        private Footprint today() {
            return system.today();
        }
    }

    private CsvReports() {}

    /** {@code summary.csv}: all there is to say, one row for each chunking and compressor. */
    public static void summary(ScanResult result, Writer out) throws IOException {
        Variants variants = new Variants(result);
        SUMMARY.write(
                variants.all().stream()
                        .map(variant -> new VariantRow(
                                new Measured(result.partial(), result.totals(), variant), variants.role(variant))),
                out);
    }

    /** {@code profiles.csv}: the space that the data would take, one row for each target system. */
    public static void profiles(ScanResult result, Writer out) throws IOException {
        PROFILES.write(result.profiles().stream().map(profile -> new ProfileRow(result, profile)), out);
    }

    /** {@code chunk_sizes.csv}: the number of chunks of each length. */
    public static void chunkSizes(ScanResult result, Writer out) throws IOException {
        CHUNK_SIZES.write(ofLayouts(result, Layout::chunkSizes), out);
    }

    /** {@code refcounts.csv}: the number of distinct chunks for each number of references. */
    public static void refcounts(ScanResult result, Writer out) throws IOException {
        REFCOUNTS.write(ofLayouts(result, Layout::refcounts), out);
    }

    private static <P> Stream<LayoutRow<P>> ofLayouts(ScanResult result, Function<Layout, List<P>> parts) {
        Variants variants = new Variants(result);
        return result.layouts().stream().flatMap(layout -> {
            Role role = variants.role(layout);
            return parts.apply(layout).stream().map(part -> new LayoutRow<>(layout, part, role));
        });
    }

    /**
     * {@code compressibility.csv}: the number of distinct chunks, of chunks in the sample, or of superblocks, for each percentage of stored
     * bytes.
     */
    public static void compressibility(ScanResult result, Writer out) throws IOException {
        Variants variants = new Variants(result);
        COMPRESSIBILITY.write(
                variants.all().stream().flatMap(variant -> {
                    Role role = variants.role(variant);
                    return variant.compression().compressibility().stream()
                            .map(shrinkage -> new ShrinkageRow(variant, shrinkage, role));
                }),
                out);
    }

    /** {@code files.csv}: each file on its own, one row for each chunking and compressor. */
    public static void files(ScanResult result, Writer out) throws IOException {
        Variants variants = new Variants(result);
        FILES.write(
                result.files().stream()
                        .flatMap(file -> file.layouts().stream()
                                .flatMap(layout -> layout.compression().stream()
                                        .map(compression -> new Variant(layout, compression))
                                        .map(variant -> new FileRow(file, variant, variants.role(variant))))),
                out);
    }

    /** {@code types.csv}: by file extension, one row for each chunking; with the charges of the types if they are known. */
    public static void types(ScanResult result, Writer out) throws IOException {
        List<Layout> layouts = result.layouts();
        Variants variants = new Variants(result);
        TYPES.write(
                IntStream.range(0, layouts.size()).boxed().flatMap(i -> {
                    Layout layout = layouts.get(i);
                    Role role = variants.role(layout);
                    Map<String, Charge> charges = LedgerTables.types(result.ledger(), layout.chunking());
                    return result.types().stream()
                            .map(type -> new TypeRow(
                                    layout, type, type.zeroBytes().get(i), charges.get(type.extension()), role));
                }),
                out);
    }

    /** {@code errors.csv}: every path that was not read whole, or changed meanwhile. */
    public static void errors(ScanResult result, Writer out) throws IOException {
        ERRORS.write(result.errors().stream(), out);
    }

    /** The output of {@code compscan plan --csv}: a row for each system and year. */
    public static void plan(CapacityResult plan, Writer out) throws IOException {
        PLAN.write(
                plan.systems().stream()
                        .flatMap(system -> system.years().stream().map(year -> new YearRow(plan, system, year))),
                out);
    }

    /** The output of {@code compscan history --csv}: a row for each scan and target. */
    public static void history(HistoryResult history, Writer out) throws IOException {
        HISTORY.write(
                history.scans().stream()
                        .flatMap(scan -> scan.targets().stream().map(stored -> new HistoryRow(scan, stored))),
                out);
    }

    /** The output of {@code compscan estimate --from-listing --csv}: a row for each kind of ETag, then one for all. */
    public static void listing(ListedDuplicates listed, Writer out) throws IOException {
        DuplicateTables.listing(listed, out);
    }

    /** {@code changes.csv}: a row for all files that have changed, then one for each directory and type. */
    public static void changes(Changes changes, Writer out) throws IOException {
        CHANGES.write(
                Stream.of(
                                Stream.of(new ChangesRow("all", changes.all())),
                                changes.directories().stream().map(group -> new ChangesRow("directory", group)),
                                changes.types().stream().map(group -> new ChangesRow("type", group)))
                        .flatMap(rows -> rows),
                out);
    }

    private static String words(List<Cover> covers) {
        return covers.stream().map(CsvTable::word).collect(Collectors.joining(" "));
    }
}
