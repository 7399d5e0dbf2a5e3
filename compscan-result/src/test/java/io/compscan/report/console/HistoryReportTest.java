package io.compscan.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.report.CsvReports;
import io.compscan.report.Golden;
import io.compscan.report.HistoryJson;
import io.compscan.result.history.HistoryResult;
import io.compscan.result.history.HistorySamples;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The exact texts lie in {@code src/test/resources}: read them as a person would. */
class HistoryReportTest {

    @TempDir
    private Path dir;

    @Test
    void rendersExactly() throws IOException {
        Golden.assertSame("console-history.txt", HistoryReport.render(HistorySamples.rich(), Screen.FILE));
        Golden.assertSame("console-history-young.txt", HistoryReport.render(HistorySamples.young(), Screen.FILE));
    }

    @Test
    void fitsNarrowScreensInEveryLocale() {
        Locale before = Locale.getDefault();
        String english = HistoryReport.render(HistorySamples.rich(), new Screen(80, true, false));
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(HistoryReport.render(HistorySamples.rich(), new Screen(80, true, false)))
                    .isEqualTo(english);
        } finally {
            Locale.setDefault(before);
        }
        assertThat(english.lines())
                .hasSizeGreaterThan(19)
                .allSatisfy(
                        line -> assertThat(line).hasSizeLessThanOrEqualTo(80).doesNotEndWith(" "));
    }

    @Test
    void aHistoryWithoutScansSaysSo() {
        assertThat(HistoryReport.render(HistoryResult.of("1.2.3", List.of()), Screen.FILE))
                .contains("no scan is complete");
    }

    @Test
    void theTableAndTheDocumentAreWrittenExactly() throws IOException {
        StringWriter csv = new StringWriter();
        CsvReports.history(HistorySamples.young(), csv);
        StringWriter json = new StringWriter();
        HistoryJson.write(HistorySamples.rich(), json);
        Golden.assertSame("history.txt", csv.toString().replace("\r\n", "\n"));
        Golden.assertSame("history.json", json.toString());
    }

    /** As a catalog keeps it. */
    @Test
    void theScansAreReadBack() throws IOException {
        HistoryResult scans = HistoryResult.of("1.2.3", HistorySamples.rich().scans());
        Path file = dir.resolve("1.history.json");
        try (var out = Files.newBufferedWriter(file)) {
            HistoryJson.write(scans, out);
        }
        assertThat(HistoryJson.read(file)).isEqualTo(scans);
    }
}
