package io.compscan.core.report;

import io.compscan.core.result.Ledger;
import io.compscan.core.result.Ledger.Charge;
import io.compscan.core.result.Ledger.DirectoryOverlap;
import java.io.IOException;
import java.io.Writer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tables of a ledger as CSV, as {@link CsvReports} has all others; columns and rules are specified in {@code docs/reference/formats.md}. */
final class LedgerTables {

    /** The charge of a group. */
    private static final String[] CHARGE = {
        "attributedBytes", "attributedErrorBytes", "reclaimableBytes", "reclaimableErrorBytes"
    };

    private LedgerTables() {}

    /** {@code directories.csv}: each after the one it lies in. */
    static void directories(Ledger ledger, Writer out) throws IOException {
        CsvTable table = new CsvTable(out);
        table.text("chunking", "compressor", "path", "depth", "fileCount", "scannedBytes")
                .text(CHARGE)
                .end();
        List<Ledger.Directory> directories = ledger.directories();
        List<String> paths = ledger.paths();
        int[] depths = new int[directories.size()];
        for (int i = 0; i < depths.length; i++) {
            Ledger.Directory directory = directories.get(i);
            depths[i] = directory.parent() < 0 ? 0 : depths[directory.parent()] + 1;
            table.text(ledger.chunking(), ledger.compressor(), paths.get(i)).number(depths[i]);
            row(table, directory.charge());
        }
        table.flush();
    }

    /** {@code machines.csv}: disk images by machine. */
    static void machines(Ledger ledger, Writer out) throws IOException {
        CsvTable table = new CsvTable(out);
        table.text("chunking", "compressor", "machine", "fileCount", "scannedBytes")
                .text(CHARGE)
                .end();
        for (Charge charge : ledger.machines()) {
            row(table.text(ledger.chunking(), ledger.compressor(), charge.name()), charge);
        }
        table.flush();
    }

    private static void row(CsvTable table, Charge charge) throws IOException {
        charge(table.number(charge.fileCount()).number(charge.scannedBytes()), charge)
                .end();
    }

    /** {@code directory_overlap.csv}: the bytes that any two top-level directories share, one row for each ordered pair. */
    static void overlap(Ledger ledger, Writer out) throws IOException {
        CsvTable table = new CsvTable(out);
        table.text("chunking", "compressor", "path", "otherPath", "sharedBytes", "sharedErrorBytes")
                .end();
        DirectoryOverlap overlap = ledger.overlap();
        List<String> paths = ledger.paths();
        for (int i = 0; i < overlap.directories().size(); i++) {
            for (int j = 0; j < overlap.directories().size(); j++) {
                table.text(
                                ledger.chunking(),
                                ledger.compressor(),
                                paths.get(overlap.directories().get(i)),
                                paths.get(overlap.directories().get(j)))
                        .number(overlap.sharedBytes().get(i).get(j))
                        .number(overlap.sharedErrorBytes().get(i).get(j))
                        .end();
            }
        }
        table.flush();
    }

    /** The columns of a charge, to be added to a header. */
    static CsvTable chargeHeader(CsvTable table) throws IOException {
        return table.text(CHARGE);
    }

    /** The cells of a charge, empty where there is none. */
    static CsvTable charge(CsvTable table, @Nullable Charge charge) throws IOException {
        return charge == null
                ? table.text("", "", "", "")
                : table.number(charge.attributedBytes())
                        .number(charge.attributedErrorBytes())
                        .number(charge.reclaimableBytes())
                        .number(charge.reclaimableErrorBytes());
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
