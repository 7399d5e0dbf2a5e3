package io.compscan.page;

import static io.compscan.report.Rendering.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.forecast.CapacityForecast;
import io.compscan.report.CsvReports;
import io.compscan.report.Figures;
import io.compscan.report.Samples;
import io.compscan.report.console.CapacityReport;
import io.compscan.report.console.Screen;
import io.compscan.result.CapacityResult;
import io.compscan.result.CapacityResult.Assumptions;
import io.compscan.result.CapacityResult.Offer;
import io.compscan.result.CapacityResult.SystemPlan;
import io.compscan.result.Footprint;
import io.compscan.result.Retention;
import io.compscan.result.ScanResult;
import io.compscan.result.answer.Headline;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Console, page, plan and CSV give one answer for the same result and the same assumptions. */
@Slow
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(SharedBrowser.class)
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class OneAnswerTest {

    private static final Assumptions ASSUMED =
            new Assumptions(0.2, 0.15, 0.25, 3, 0.005, new Retention(30, 8, 12, 1), 0.2);
    private static final Offer OFFER = new Offer(299.5, 0.2, 0.05, 2.0);

    @TempDir
    private Path dir;

    private Browser browser;

    static Stream<Arguments> results() {
        return Stream.concat(Samples.all(), Stream.of(Arguments.of("demo", PageSamples.demo())))
                .filter(arguments ->
                        isPlanned(((ScanResult) arguments.get()[1]).totals().scannedBytes()));
    }

    /** Something, and not so much that it grows beyond 2^63 bytes. */
    private static boolean isPlanned(long scannedBytes) {
        return scannedBytes > 0 && scannedBytes < 1L << 58;
    }

    @BeforeAll
    void use(Browser shared) {
        browser = shared;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("results")
    void isTheSameEverywhere(String name, ScanResult result) throws IOException {
        Map<Footprint, Offer> systems = new LinkedHashMap<>();
        Headline.of(result).footprints().forEach(footprint -> systems.put(footprint, OFFER));
        CapacityResult all = CapacityForecast.of(result, systems, ASSUMED);
        Footprint first = Headline.of(result).first();
        CapacityResult one = CapacityForecast.of(result, Map.of(first, OFFER), ASSUMED);
        SystemPlan system = one.systems().get(0);
        String usable = Figures.decimal(system.last().usableBytes());

        assertThat(all.systems().get(0)).isEqualTo(system);
        assertThat(CapacityReport.render(one, Screen.FILE).replaceAll("\\s+", " "))
                .contains("(" + usable + ") of usable capacity");
        assertThat(CapacityReport.render(all, Screen.FILE)).contains(usable);
        Path page = dir.resolve("page.html");
        try (Writer out = Files.newBufferedWriter(page)) {
            HtmlPage.write(result, all, out);
        }
        browser.reopen(page);
        assertThat(browser.text("return document.getElementById('purchase').textContent")
                        .replace('\u00a0', ' '))
                .contains(usable);
        List<SystemPlan> named = all.systems().stream()
                .filter(each -> each.today().profile() != null)
                .toList();
        if (named.size() > 1) {
            assertThat(PageTable.rows(browser, "#purchase-table"))
                    .extracting(row -> row.subList(0, 2))
                    .isEqualTo(named.stream()
                            .map(each -> PageTable.row(
                                    each.today().profile(), each.last().usableBytes()))
                            .toList());
        }
        assertThat(csv()).isEqualTo(text(out -> CsvReports.plan(one, out)));
        assertThat(browser.complaints()).isEmpty();
    }

    private String csv() {
        return browser.textAsync("const done = arguments[0]; const create = URL.createObjectURL;"
                        + "URL.createObjectURL = blob => { blob.text().then(text => done(text.replaceAll('\\r', '[CR]'))); return create(new Blob([])); };"
                        + "HTMLAnchorElement.prototype.click = () => {};"
                        + "document.getElementById('forecast-csv').click(); URL.createObjectURL = create;")
                .replace("[CR]", "\r");
    }
}
