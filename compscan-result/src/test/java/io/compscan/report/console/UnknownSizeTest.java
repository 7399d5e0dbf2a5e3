package io.compscan.report.console;

import static io.compscan.report.Rendering.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.forecast.CapacityForecast;
import io.compscan.page.HtmlPage;
import io.compscan.report.CsvReports;
import io.compscan.report.PlanJson;
import io.compscan.report.ResultJson;
import io.compscan.report.Samples;
import io.compscan.report.SetJson;
import io.compscan.report.SetSamples;
import io.compscan.result.CapacityResult;
import io.compscan.result.CapacityResult.Assumptions;
import io.compscan.result.CapacityResult.Offer;
import io.compscan.result.EstimateResult;
import io.compscan.result.EstimateResult.PartLayout;
import io.compscan.result.Footprint;
import io.compscan.result.ScanResult;
import io.compscan.result.Totals;
import io.compscan.result.set.DiffResult;
import io.compscan.result.set.MergeResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The size of what is below a directory that could not be listed is unknown, and every output begins with that. */
final class UnknownSizeTest {

    private static final String FIRST = "SIZE UNKNOWN: 1 directory could not be listed.";

    /** A result with one directory that could not be listed. */
    private static ScanResult unlisted() throws IOException {
        String json = text(out -> ResultJson.write(Samples.rich(), out));
        Path file = Files.createTempFile("result", ".json");
        try {
            Files.writeString(file, json.replaceFirst("\"unreadDirectoryCount\" ?: 0", "\"unreadDirectoryCount\": 1"));
            return ResultJson.read(file);
        } finally {
            Files.delete(file);
        }
    }

    private static CapacityResult plan(ScanResult result) {
        return CapacityForecast.of(result, Map.of(Footprint.of(result), Offer.NONE), Assumptions.NONE);
    }

    @Test
    void everyOutputBeginsWithIt() throws IOException {
        ScanResult result = unlisted();
        assertThat(result.totals().unreadDirectoryCount()).isEqualTo(1);
        assertThat(ConsoleReport.render(result, Screen.FILE)).startsWith(FIRST).contains("1 directory of unknown size");
        assertThat(ConsoleReport.render(result, new Screen(80, true, false))).startsWith(FIRST);
        assertThat(CapacityReport.render(plan(result), Screen.FILE)).startsWith(FIRST);
        assertThat(text(out -> PlanJson.write(plan(result), out))).containsPattern("\"unreadDirectoryCount\" ?: 1");
        assertThat(column(text(out -> CsvReports.summary(result, out)), "unreadDirectoryCount"))
                .isEqualTo("1");
        assertThat(column(text(out -> CsvReports.plan(plan(result), out)), "unreadDirectoryCount"))
                .isEqualTo("1");
    }

    @Test
    void errorsHaveNoBytesOfADirectoryThatWasNotListed() throws IOException {
        String json = text(out -> ResultJson.write(Samples.rich(), out));
        Path file = Files.createTempFile("result", ".json");
        try {
            Files.writeString(file, json.replaceFirst("\"kind\" ?: \"unreadable\"", "\"kind\": \"unlisted\""));
            ScanResult result = ResultJson.read(file);
            assertThat(text(out -> CsvReports.errors(result, out))).containsPattern(",unlisted,,");
            assertThat(text(out -> ResultJson.write(result, out)))
                    .containsPattern("\"kind\" ?: \"unlisted\", \"unreadBytes\" ?: null");
        } finally {
            Files.delete(file);
        }
    }

    @Test
    void nothingIsSaidWhereAllWasListed() throws IOException {
        ScanResult result = Samples.rich();
        assertThat(ConsoleReport.render(result, Screen.FILE)).doesNotContain("UNKNOWN", "unknown size");
        assertThat(CapacityReport.render(plan(result), Screen.FILE)).doesNotContain("UNKNOWN");
        assertThat(column(text(out -> CsvReports.summary(result, out)), "unreadDirectoryCount"))
                .isEqualTo("0");
    }

    @Test
    void thePageShowsIt() throws IOException {
        ScanResult result = unlisted();
        assertThat(text(out -> HtmlPage.write(result, out))).contains("\"unknown\":\"" + FIRST);
        assertThat(text(out -> HtmlPage.write(Samples.rich(), out))).contains("\"unknown\":null");
    }

    @Test
    void anEstimateBeginsWithIt() {
        assertThat(EstimateReport.render(estimate(1))).startsWith(FIRST);
        assertThat(EstimateReport.render(estimate(0))).doesNotContain("UNKNOWN");
    }

    private static EstimateResult estimate(long unreadDirectoryCount) {
        PartLayout layout = new PartLayout(
                "fixed:4096",
                "lz4",
                EstimateResult.Method.EXACT,
                4096,
                4096,
                4096,
                8192L,
                8192,
                8192,
                4096L,
                4096,
                4096,
                3.0,
                3.0,
                3.0,
                null,
                null);
        return new EstimateResult(
                EstimateResult.FORMAT,
                EstimateResult.VERSION,
                "1",
                List.of("data"),
                false,
                12_288,
                12_288,
                1,
                1,
                12_288,
                List.of(layout),
                List.of(),
                unreadDirectoryCount,
                List.of(),
                List.of());
    }

    @Test
    void anEstimateLeavesZerosOutOfTheDataReduction() {
        assertThat(EstimateReport.render(estimate(0)))
                .contains("  data reduction  2.00 : 1 (3.00 : 1 with thin provisioning)\n");
    }

    @Test
    void aMergeBeginsWithItAndNamesTheSet() throws IOException {
        MergeResult merge = SetSamples.merge(SetSamples.UNLISTED);
        String report = MergeReport.render(merge, Screen.FILE);
        assertThat(report).startsWith(FIRST).contains("1 directory of unknown size");
        assertThat(report.lines().filter(line -> line.endsWith("size unknown")))
                .satisfiesExactly(
                        set -> assertThat(set).startsWith("  web2 "),
                        whole -> assertThat(whole).startsWith("  together ").endsWith("  partial, size unknown"));
        assertThat(text(out -> HtmlPage.write(merge, out)))
                .contains("\"unknown\":\"" + FIRST)
                .containsPattern("\"name\":\"web2\"[^{]*\"unreadDirectoryCount\":1");
        assertThat(text(out -> SetJson.write(merge, out))).containsPattern("\"unreadDirectoryCount\" ?: 1");
        assertThat(MergeReport.render(SetSamples.merge(), Screen.FILE)).doesNotContainIgnoringCase("size unknown");
    }

    @Test
    void aComparisonBeginsWithItAndNamesTheSet() throws IOException {
        DiffResult diff = SetSamples.diff(SetSamples.UNLISTED);
        String report = DiffReport.render(diff, Screen.FILE);
        assertThat(report).startsWith(FIRST);
        assertThat(report.lines().filter(line -> line.endsWith("size unknown")))
                .singleElement()
                .asString()
                .startsWith("  tuesday ");
        assertThat(text(out -> HtmlPage.write(diff, "1", out))).contains("\"unknown\":\"" + FIRST);
        assertThat(text(out -> HtmlPage.write(SetSamples.diff(), "1", out))).contains("\"unknown\":null");
        assertThat(DiffReport.render(SetSamples.diff(), Screen.FILE)).doesNotContainIgnoringCase("size unknown");
    }

    /** Who sees the last line alone must not take the figure for that of everything. */
    @Test
    void theLastLineNamesIt() throws IOException {
        assertThat(ConsoleReport.render(unlisted(), Screen.FILE)).contains("\nAnswer   size unknown: ");
        assertThat(MergeReport.render(SetSamples.merge(SetSamples.UNLISTED), Screen.FILE))
                .contains("\nAnswer   partial, size unknown: ");
    }

    @Test
    void aMergeAddsThemUp() throws IOException {
        Totals totals = unlisted().totals();
        assertThat(totals.plus(totals).unreadDirectoryCount()).isEqualTo(2);
    }

    private static String column(String csv, String name) {
        List<String> lines = csv.lines().toList();
        int at = List.of(lines.get(0).split(",", -1)).indexOf(name);
        String[] cells = lines.get(1).split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1);
        return cells[at];
    }
}
