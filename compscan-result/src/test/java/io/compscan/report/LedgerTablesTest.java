package io.compscan.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.report.console.ConsoleReport;
import io.compscan.report.console.Screen;
import io.compscan.result.Ledger;
import io.compscan.result.Ledger.Charge;
import io.compscan.result.Ledger.DirectoryOverlap;
import io.compscan.result.ScanResult;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerTablesTest {

    @TempDir
    private Path dir;

    private static final long MIB = 1 << 20;

    /** Of the kind that a sample gives, with names that are not to be trusted. */
    private static Ledger ledger() {
        return new Ledger(
                "fixed:4096",
                "lz4",
                3,
                65_000,
                2,
                List.of(
                        new Ledger.Directory(
                                -1, new Charge("/srv/vm", 1204, Samples.SCANNED, 734 * MIB, 0, 734 * MIB, 0)),
                        new Ledger.Directory(0, charge("a, \"b\"", 700, 1500, 400, 9, 300, 8)),
                        new Ledger.Directory(0, charge("=cmd()", 504, 1572, 334, 9, 234, 8)),
                        new Ledger.Directory(1, charge("only", 700, 1500, 400, 9, 300, 8))),
                List.of(charge("", 2, 0, 0, 1, 0, 1), charge("vmdk", 1199, 3000, 700, 2, 650, 3)),
                List.of(charge("/srv/vm/a, \"b\"", 3, 1000, 300, 4, 200, 5)),
                new DirectoryOverlap(
                        List.of(2, 1),
                        List.of(List.of(434 * MIB, 100 * MIB), List.of(100 * MIB, 500 * MIB)),
                        List.of(List.of(5L, 6L), List.of(6L, 7L))));
    }

    /** The page looks a directory up by this number. */
    @ParameterizedTest
    @ValueSource(ints = {-1, 4, 1_000_000_000})
    void theOverlapNamesDirectoriesOfTheLedger(int number) {
        Ledger whole = ledger();
        DirectoryOverlap overlap = new DirectoryOverlap(
                List.of(2, number),
                whole.overlap().sharedBytes(),
                whole.overlap().sharedErrorBytes());
        assertThatThrownBy(() -> new Ledger(
                        whole.chunking(),
                        whole.compressor(),
                        whole.sampleShift(),
                        whole.sampledChunkCount(),
                        whole.directoryDepth(),
                        whole.directories(),
                        whole.types(),
                        whole.machines(),
                        overlap))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("names directory " + number + " of 4");
    }

    private static Charge charge(
            String name, int files, int scanned, int attributed, int error, int reclaimable, int otherError) {
        return new Charge(
                name, files, scanned * MIB, attributed * MIB, error * MIB, reclaimable * MIB, otherError * MIB);
    }

    private interface Rendering {
        void write(Ledger ledger, StringWriter out) throws IOException;
    }

    private static String text(Rendering rendering) throws IOException {
        StringWriter out = new StringWriter();
        rendering.write(ledger(), out);
        return out.toString();
    }

    @Test
    void writesExactly() throws IOException {
        assertThat(text(LedgerTables::directories)).isEqualTo("""
                        chunking,compressor,path,depth,fileCount,scannedBytes,attributedBytes,attributedErrorBytes,\
                        reclaimableBytes,reclaimableErrorBytes\r
                        fixed:4096,lz4,/srv/vm,0,1204,3221225472,769654784,0,769654784,0\r
                        fixed:4096,lz4,"/srv/vm/a, ""b\""",1,700,1572864000,419430400,9437184,314572800,8388608\r
                        fixed:4096,lz4,/srv/vm/=cmd(),1,504,1648361472,350224384,9437184,245366784,8388608\r
                        fixed:4096,lz4,"/srv/vm/a, ""b\""/only",2,700,1572864000,419430400,9437184,314572800,8388608\r
                        """);
        assertThat(text(LedgerTables::machines)).isEqualTo("""
                        chunking,compressor,machine,fileCount,scannedBytes,attributedBytes,attributedErrorBytes,\
                        reclaimableBytes,reclaimableErrorBytes\r
                        fixed:4096,lz4,"/srv/vm/a, ""b\""",3,1048576000,314572800,4194304,209715200,5242880\r
                        """);
        assertThat(text(LedgerTables::overlap)).isEqualTo("""
                        chunking,compressor,path,otherPath,sharedBytes,sharedErrorBytes\r
                        fixed:4096,lz4,/srv/vm/=cmd(),/srv/vm/=cmd(),455081984,5\r
                        fixed:4096,lz4,/srv/vm/=cmd(),"/srv/vm/a, ""b\""",104857600,6\r
                        fixed:4096,lz4,"/srv/vm/a, ""b\""",/srv/vm/=cmd(),104857600,6\r
                        fixed:4096,lz4,"/srv/vm/a, ""b\""","/srv/vm/a, ""b\""",524288000,7\r
                        """);
    }

    @Test
    void typesAreChargedWhereTheirChunkingIs() throws IOException {
        StringWriter out = new StringWriter();
        CsvReports.types(Samples.rich().withLedger(ledger()), out);
        assertThat(out.toString().lines())
                .contains(
                        "fixed:4096,vmdk,1199,3221217280,536870912,734003200,2097152,681574400,3145728,asked",
                        "fixed:131072,vmdk,1199,3221217280,419430400,,,,,asked");
    }

    /** A directory all of which is in the one below it is left out. */
    @Test
    void theConsoleShowsWhoIsChargedWithMost() {
        String text = ConsoleReport.render(Samples.plain().withLedger(ledger()), Screen.FILE.detailed());
        assertThat(text).contains("""

                          attributed        +-  reclaimable   scanned  with thin  directories using the most space
                             734 MiB       0 B      734 MiB  3.00 GiB       4.19  /srv/vm
                             400 MiB  9.00 MiB      300 MiB  1.46 GiB       3.75  /srv/vm/a, "b"/only
                             334 MiB  9.00 MiB      234 MiB  1.54 GiB       4.71  /srv/vm/=cmd()
                        """);
    }

    @Test
    void whatIsWrittenIsRead() throws IOException {
        ScanResult result = Samples.rich().withLedger(ledger());
        StringWriter out = new StringWriter();
        ResultJson.write(result, out);
        String document = out.toString();
        assertThat(ResultJson.read(Files.writeString(dir.resolve("result.json"), document)))
                .isEqualTo(result);
    }
}
