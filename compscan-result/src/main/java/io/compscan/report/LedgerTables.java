package io.compscan.report;

import io.compscan.result.Ledger;
import io.compscan.result.Ledger.Charge;
import io.compscan.result.Ledger.DirectoryOverlap;
import java.io.IOException;
import java.io.Writer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The tables of a ledger as CSV, as {@link CsvReports} has all others; columns and rules are specified in {@code docs/reference/formats.md}. */
final class LedgerTables {

    /** What a group is charged with. */
    static final CsvTable<Charge> CHARGE = new CsvTable<Charge>()
            .number("attributedBytes", Charge::attributedBytes)
            .number("attributedErrorBytes", Charge::attributedErrorBytes)
            .number("reclaimableBytes", Charge::reclaimableBytes)
            .number("reclaimableErrorBytes", Charge::reclaimableErrorBytes);

    private static final CsvTable<Charge> GROUP = new CsvTable<Charge>()
            .number("fileCount", Charge::fileCount)
            .number("scannedBytes", Charge::scannedBytes)
            .all(CHARGE, charge -> charge);

    /** What is charged. */
    private static final CsvTable<Ledger> STORED =
            new CsvTable<Ledger>().text("chunking", Ledger::chunking).text("compressor", Ledger::compressor);

    private static final CsvTable<DirectoryRow> DIRECTORIES = new CsvTable<DirectoryRow>()
            .all(STORED, row -> row.ledger)
            .text("path", DirectoryRow::path)
            .number("depth", DirectoryRow::depth)
            .all(GROUP, DirectoryRow::charge);

    private static final CsvTable<MachineRow> MACHINES = new CsvTable<MachineRow>()
            .all(STORED, row -> row.ledger)
            .text("machine", row -> row.charge.name())
            .all(GROUP, MachineRow::charge);

    private static final CsvTable<PairRow> OVERLAP = new CsvTable<PairRow>()
            .all(STORED, row -> row.ledger)
            .text("path", row -> row.path(row.first))
            .text("otherPath", row -> row.path(row.second))
            .number(
                    "sharedBytes",
                    row -> row.overlap.sharedBytes().get(row.first).get(row.second))
            .number(
                    "sharedErrorBytes",
                    row -> row.overlap.sharedErrorBytes().get(row.first).get(row.second));

    private record DirectoryRow(Ledger ledger, String path, int depth, Charge charge) {}

    private record MachineRow(Ledger ledger, Charge charge) {}

    /** Two of the top-level directories, by their numbers among these. */
    private record PairRow(Ledger ledger, DirectoryOverlap overlap, List<String> paths, int first, int second) {
        private String path(int directory) {
            return paths.get(overlap.directories().get(directory));
        }
    }

    private LedgerTables() {}

    /** {@code directories.csv}: each after the one it lies in. */
    static void directories(Ledger ledger, Writer out) throws IOException {
        List<Ledger.Directory> directories = ledger.directories();
        List<String> paths = ledger.paths();
        int[] depths = new int[directories.size()];
        for (int i = 0; i < depths.length; i++) {
            int parent = directories.get(i).parent();
            depths[i] = parent < 0 ? 0 : depths[parent] + 1;
        }
        DIRECTORIES.write(
                IntStream.range(0, depths.length)
                        .mapToObj(i -> new DirectoryRow(
                                ledger,
                                paths.get(i),
                                depths[i],
                                directories.get(i).charge())),
                out);
    }

    /** {@code machines.csv}: disk images by machine. */
    static void machines(Ledger ledger, Writer out) throws IOException {
        MACHINES.write(ledger.machines().stream().map(charge -> new MachineRow(ledger, charge)), out);
    }

    /** {@code directory_overlap.csv}: the bytes that any two top-level directories share, one row for each ordered pair. */
    static void overlap(Ledger ledger, Writer out) throws IOException {
        DirectoryOverlap overlap = ledger.overlap();
        List<String> paths = ledger.paths();
        int count = overlap.directories().size();
        OVERLAP.write(
                IntStream.range(0, count)
                        .boxed()
                        .flatMap(i ->
                                IntStream.range(0, count).mapToObj(j -> new PairRow(ledger, overlap, paths, i, j))),
                out);
    }

    /** The charges of the types, by extension; empty for a chunking without charges. */
    static Map<String, Charge> types(@Nullable Ledger ledger, String chunking) {
        Map<String, Charge> charges = new HashMap<>();
        if (ledger != null && ledger.chunking().equals(chunking)) {
            ledger.types().forEach(charge -> charges.put(charge.name(), charge));
        }
        return charges;
    }
}
