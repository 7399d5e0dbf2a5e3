package io.compscan.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.report.ChunkingSamples;
import io.compscan.report.Figures;
import io.compscan.report.Samples;
import io.compscan.report.SetSamples;
import io.compscan.result.Footprint;
import io.compscan.result.ScanResult;
import io.compscan.result.Timing;
import io.compscan.result.Timing.Coverage;
import io.compscan.result.Timing.Origin;
import io.compscan.result.answer.Headline;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** The top of the page in a real Chromium: the answer is that of the result, and nothing is claimed that nobody knows. */
@ExtendWith(SharedBrowser.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 3, unit = TimeUnit.MINUTES)
@Slow
class PageAnswerTest {

    private Browser browser;

    @BeforeAll
    void use(Browser shared) {
        browser = shared;
    }

    private String textOf(String id) {
        return browser.text("return document.getElementById(arguments[0]).textContent", id)
                .replace('\u00a0', ' ');
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("io.compscan.report.Samples#all")
    void theAnswerIsTheHeadlineOfTheResult(String name, ScanResult result) throws IOException {
        browser.open(result, name);
        assertThat(browser.complaints()).isEmpty();
        if (result.totals().scannedBytes() == 0) {
            assertThat(textOf("headline")).isEqualTo("Nothing was scanned.");
            return;
        }
        List<Footprint> footprints = Headline.of(result).footprints();
        Footprint first = footprints.get(0);
        assertThat(textOf("headline")).contains(human(first)).contains(first.title());
        assertThat(textOf("answer-text")).contains(human(first));
        String table = textOf("headline-table");
        for (Footprint footprint : footprints) {
            assertThat(table).contains(footprint.title()).contains(human(footprint));
            Double reduction = footprint.reductionRatio();
            if (reduction != null) {
                assertThat(table).contains(Figures.ratio(reduction));
            }
        }
        List<String> storedBytes = browser.texts("return [...document.querySelectorAll('#headline-table td.number')]"
                + ".filter((_, i) => i % 3 === 0).map(cell => cell.dataset.value)");
        assertThat(storedBytes)
                .isEqualTo(footprints.stream()
                        .map(footprint -> Long.toString(footprint.allocatedBytes()))
                        .toList());
    }

    private static String human(Footprint footprint) {
        return (footprint.estimated() ? "~" : "") + Figures.human(footprint.allocatedBytes());
    }

    @Test
    void theMachineTheTimeAndTheCommandAreShown() throws IOException {
        ScanResult plain = Samples.plain();
        browser.open(
                plain.withTiming(plain.timing()
                        .withOrigin(new Origin(
                                "filer7",
                                "Linux 6.1 amd64",
                                Instant.parse("2026-03-01T11:00:00Z"),
                                List.of("scan", "/srv/vm", "--chunk", "4k", "it's")))),
                "origin");
        assertThat(textOf("origin"))
                .contains("on filer7")
                .contains("2026-03-01 10:15:30 UTC to 2026-03-01 11:00:00 UTC");
        assertThat(textOf("scanned-facts")).contains("filer7");
        assertThat(textOf("about-table")).contains("filer7", "Linux 6.1 amd64", "1.0.0");
        assertThat(textOf("command")).isEqualTo("compscan scan /srv/vm --chunk 4k 'it'\\''s'");
    }

    @Test
    void aStoppedScanClaimsNothingOfTheRest() throws IOException {
        ScanResult demo = PageSamples.demo();
        ScanResult partial = new ScanResult(
                demo.format(),
                demo.version(),
                demo.settings(),
                true,
                demo.totals(),
                demo.layouts(),
                demo.profiles(),
                demo.types(),
                demo.ledger(),
                List.of(),
                List.of(),
                demo.timing().withCoverage(new Coverage(9, 4000L << 30, 1000L << 30, true)));
        browser.open(partial, "partial");
        assertThat(textOf("banners"))
                .contains("It read 1000 GiB of 3.91 TiB (25.0 %).")
                .contains("no random part");
        assertThat(textOf("main"))
                .doesNotContain("Every path was read whole")
                .doesNotContain("every path was read whole")
                .doesNotContain("No two of them share half");
        assertThat(textOf("assumptions")).contains("The scan was stopped");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void aDirectoryThatCouldNotBeListedIsTheFirstBanner() throws IOException {
        browser.open(SetSamples.merge(SetSamples.UNLISTED).union(), "unlisted");
        assertThat(browser.texts(
                        "return [...document.querySelectorAll('#banners .banner')].map(one => one.textContent)"))
                .element(0)
                .isEqualTo(
                        "SIZE UNKNOWN: 1 directory could not be listed. Everything below is missing from all numbers.");
        assertThat(textOf("unread-note")).startsWith("SIZE UNKNOWN");
        assertThat(textOf("main")).doesNotContain("very path was read whole");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void theCapacityToBuyFollowsThePlan() throws IOException {
        browser.open(PageSamples.demo(), "plan");
        assertThat(textOf("purchase")).startsWith("Not given: years, growth, headroom.");
        for (String field : List.of("growth", "years", "headroom")) {
            browser.driver().findElement(By.id("forecast-" + field)).sendKeys("3");
        }
        String before = textOf("purchase");
        assertThat(before).contains("of usable capacity on vdo for 3 years");
        WebElement years = browser.driver().findElement(By.id("forecast-years"));
        years.clear();
        years.sendKeys("5");
        assertThat(textOf("purchase")).isNotEqualTo(before).contains("for 5 years");
        years.sendKeys("x");
        assertThat(textOf("purchase")).isEqualTo("The plan below has a field to correct.");
    }

    @Test
    void aLineOfTheTradeOffHasOneAlgorithmAndTheCompressorCanBeChosen() throws IOException {
        browser.open(ChunkingSamples.matrix(), "matrix");
        List<String> compressors = browser.texts(
                "return [...document.querySelectorAll('#tradeoff-tools option')].map(one => one.textContent)");
        assertThat(compressors).containsExactly("lz4", "zstd", "xz");
        String lz4 = textOf("tradeoff-chart");
        browser.driver()
                .findElements(By.cssSelector("#tradeoff-tools option"))
                .get(2)
                .click();
        assertThat(textOf("tradeoff-chart")).isNotEqualTo(lz4);
        assertThat(browser.text("return document.getElementById('chart-tradeoff').ariaLabel"))
                .contains("with xz")
                .contains("fastcdc:16384");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void whatFollowsFromSketchesIsAnEstimate() throws IOException {
        browser.open(SetSamples.sketches(), "sketches");
        assertThat(textOf("tradeoff-chart").replace('\u00a0', ' '))
                .contains("~2,097,152~64.0 MiB~4.00 GiB")
                .contains("~1,572,864~48.0 MiB~3.00 GiB");
        assertThat(textOf("ratios-table").replace('\u00a0', ' ')).contains("~1.67 (1.51 to 1.85)");
        assertThat(textOf("refcounts").replace('\u00a0', ' '))
                .contains("~1,000~3.91 MiB~3.91 MiB")
                .contains("% of the unique bytes occur once")
                .containsPattern("~[<0-9.]+ % of the unique bytes");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void theAnswerHasTheMemoryForTheIndexOfEachSystem() throws IOException {
        ScanResult demo = PageSamples.demo();
        browser.open(demo, "memory-of-systems");
        assertThat(textOf("purchase-memory")).startsWith("Memory for the index today: ");
        assertThat(demo.profiles())
                .filteredOn(profile -> profile.memoryBytes() > 0)
                .hasSizeGreaterThan(1)
                .allSatisfy(profile -> assertThat(textOf("purchase-memory"))
                        .contains(profile.profile() + " " + Figures.human(profile.memoryBytes())));
        assertThat(textOf("purchase-memory")).doesNotContain("restic");
        assertThat(browser.complaints()).isEmpty();
    }

    /** A host may be called anything: its name stays within the string that it stands in. */
    @Test
    void theFootOfAPageOnPaperHasHostDateVersionAndNumber() throws IOException {
        ScanResult demo = PageSamples.demo();
        Timing timing = demo.timing();
        for (String host : List.of("storage1", "x\"; } } body { display: none } @page { @top-left { content: \"\\")) {
            Origin origin = new Origin(host, "Linux", timing.startedAt(), List.of("scan", "/srv"));
            browser.open(demo.withTiming(timing.withOrigin(origin)), "foot");
            String rule = browser.text("return [...document.styleSheets[0].cssRules].at(-1).cssText");
            assertThat(rule)
                    .contains("@bottom-left", "@bottom-right", "counter(page)", "counter(pages)")
                    .contains("compscan " + demo.settings().toolVersion());
            assertThat(browser.count("return [...document.styleSheets[0].cssRules].at(-1).cssRules.length"))
                    .isEqualTo(2);
            assertThat(browser.text("return getComputedStyle(document.body).display"))
                    .isEqualTo("block");
            assertThat(browser.complaints()).isEmpty();
        }
    }

    @Test
    void noChartIsWiderOnPaperThanItsPlace() throws IOException {
        browser.open(PageSamples.demo(), "print");
        browser.driver()
                .executeCdpCommand(
                        "Emulation.setDeviceMetricsOverride",
                        Map.of("width", 703, "height", 1000, "deviceScaleFactor", 1, "mobile", false));
        browser.driver().executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", "print"));
        browser.run("dispatchEvent(new Event('beforeprint'))");
        assertThat(browser.texts("return [...document.querySelectorAll('.chart')].filter(one => one.clientWidth > 0)"
                        + ".filter(one => one.querySelector('svg').getBoundingClientRect().width > one.clientWidth + 1)"
                        + ".map(one => one.id)"))
                .isEmpty();
    }

    @Test
    void aTableThatIsCutOnAPhoneSaysSo() throws IOException {
        browser.driver()
                .executeCdpCommand(
                        "Emulation.setDeviceMetricsOverride",
                        Map.of("width", 390, "height", 844, "deviceScaleFactor", 1, "mobile", true));
        browser.open(PageSamples.demo(), "phone");
        assertThat(
                        browser.count(
                                "return [...document.querySelectorAll('.scroll')].filter(one =>"
                                        + " one.scrollWidth > one.clientWidth + 1 && !one.parentElement.classList.contains('cut')).length"))
                .isZero();
        assertThat(browser.count("return document.querySelectorAll('.cut').length"))
                .isPositive();
        assertThat(browser.count("return document.documentElement.scrollWidth")).isLessThanOrEqualTo(390);
    }
}
