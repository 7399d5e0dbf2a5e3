package io.compscan.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.forecast.GrowthFit;
import io.compscan.page.HtmlPage;
import io.compscan.report.CsvReports;
import io.compscan.report.Golden;
import io.compscan.report.HistoryJson;
import io.compscan.report.ResultFormatException;
import io.compscan.result.CapacityResult.Assumptions;
import io.compscan.result.Growth;
import io.compscan.result.history.HistoryResult;
import io.compscan.result.history.HistorySamples;
import io.compscan.result.history.PastScan;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
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
    void aTargetThatWasMeasuredOtherwiseIsNamed() {
        List<PastScan> scans = new ArrayList<>(HistorySamples.rich().scans());
        assertThat(HistoryReport.render(HistorySamples.rich(), Screen.FILE)).doesNotContain("libraries");
        scans.set(1, HistorySamples.measuredBy(List.of("rules 1", "lz4-java 1.8.0"), scans.get(1)));
        HistoryResult history = GrowthFit.of(HistoryResult.of("1.2.3", scans), null);
        String since = scans.get(2).startedAt().toString().substring(0, 10);
        assertThat(HistoryReport.render(history, Screen.FILE).replaceAll("\\s+", " "))
                .contains("Other rules or libraries measured vdo before " + since
                        + ", so its growth is not shown. --since " + since + " leaves out these scans.");
        HistoryResult later =
                GrowthFit.of(HistoryResult.of("1.2.3", scans), scans.get(2).startedAt());
        assertThat(later.growth()).isNotNull();
        assertThat(later.growth().targets()).isNotEmpty();
        assertThat(HistoryReport.render(later, Screen.FILE)).doesNotContain("libraries");
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

    /** Whatever a disk makes of a history, it is refused in one line, or shown. */
    @Property(tries = 300)
    void aDamagedHistoryIsRefusedOrShown(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        StringWriter whole = new StringWriter();
        HistoryJson.write(
                HistoryResult.of("1.2.3", HistorySamples.rich().scans().subList(0, 6)), whole);
        String text = whole.toString();
        for (int i = random.nextInt(4); i >= 0; i--) {
            text = damaged(text, random);
        }
        Path file = Files.createTempFile("history", ".json");
        try {
            Files.writeString(file, text);
            HistoryResult history = GrowthFit.of(HistoryJson.read(file), null);
            for (Screen screen : List.of(Screen.FILE, new Screen(60, true, true))) {
                assertThat(HistoryReport.render(history, screen)).isNotEmpty();
            }
            Growth growth = history.growth();
            if (growth != null) {
                assertThat(GrowthFit.goingOn(Assumptions.NONE, growth, 1000).headroom())
                        .isNull();
            }
            CsvReports.history(history, new StringWriter());
            HtmlPage.write(history, "1.2.3", new StringWriter());
        } catch (ResultFormatException e) {
            assertThat(e.getMessage()).startsWith(file.toString()).doesNotContain("\n");
        } finally {
            Files.delete(file);
        }
    }

    private static String damaged(String text, Random random) {
        if (text.isEmpty()) {
            // Cut off before its first letter, nothing is left to damage.
            return text;
        }
        int at = random.nextInt(text.length());
        String odd = List.of(
                        "-1",
                        "0",
                        "9223372036854775807",
                        "1e400",
                        "null",
                        "{}",
                        "[]",
                        "\"\"",
                        "\"-999999999-01-01T00:00:00Z\"")
                .get(random.nextInt(9));
        return switch (random.nextInt(4)) {
            case 0 -> text.substring(0, at);
            case 1 -> text.substring(0, at) + (char) random.nextInt(128) + text.substring(at + 1);
            case 2 -> text.substring(0, at) + text.substring(at).replaceFirst(": [0-9]+", ": " + odd);
            default ->
                text.substring(0, at) + text.substring(at).replaceFirst(": \"[^\"]*\"", ": " + odd.replace("$", ""));
        };
    }
}
