package io.compscan.core.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.core.forecast.CapacityForecast;
import io.compscan.core.report.CsvReports;
import io.compscan.core.result.CapacityResult;
import io.compscan.core.result.CapacityResult.Assumptions;
import io.compscan.core.result.Compression;
import io.compscan.core.result.Footprint;
import io.compscan.core.result.Layout;
import io.compscan.core.result.Ledger;
import io.compscan.core.result.ProfileResult;
import io.compscan.core.result.ReadError;
import io.compscan.core.result.ScanResult;
import io.compscan.core.result.TypeTotals;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.Pdf;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.print.PrintOptions;

/** The page in a real Chromium, as a person with a file on a disk has it; one browser for all tests. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 3, unit = TimeUnit.MINUTES)
@Slow
class PageInBrowserTest {

    private static final List<String> CHARTS = List.of(
            "chart-waterfall",
            "chart-systems",
            "chart-forecast",
            "chart-tradeoff",
            "chart-refcounts",
            "chart-compressibility",
            "chart-chunksizes",
            "chart-types",
            "chart-directories",
            "chart-machines",
            "chart-overlap");

    private final ScanResult demo = PageSamples.demo();
    private Browser browser;
    private Path demoPage;

    private Path directory;

    @BeforeAll
    void start(@TempDir Path temporary) throws IOException {
        directory = temporary;
        assumeTrue(
                Browser.exists(), "no Chromium here to test the page with: apt-get install chromium chromium-driver");
        browser = Browser.start(directory);
        demoPage = browser.open(demo, "demo");
    }

    @AfterAll
    void stop() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void reload() {
        browser.driver().executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
        browser.driver().executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of()));
        browser.reopen(demoPage);
    }

    @Test
    void opensWithoutAWordOnTheConsoleAndWithoutTheNetwork() {
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.texts("return performance.getEntriesByType('resource').map(one => one.name)"))
                .isEmpty();
    }

    @Test
    void drawsEveryChart() {
        assertThat(browser.texts("return [...document.querySelectorAll('.chart')].map(one => one.id)"))
                .containsExactlyElementsOf(CHARTS);
        for (String chart : CHARTS) {
            assertThat(browser.count(
                            "const box = arguments[0]; const chart = document.getElementById(box);"
                                    + "const size = chart.querySelector('svg').getBoundingClientRect();"
                                    + "return size.width < 200 || size.height < 80 ? 0"
                                    + " : [...chart.querySelectorAll('svg path, svg rect')].filter(one =>"
                                    + " { const b = one.getBBox(); return b.width > 0 && b.height > 0"
                                    + " && !['none', 'transparent', null].includes(one.getAttribute('fill')); }).length",
                            chart))
                    .as("filled shapes in " + chart)
                    .isGreaterThan(2);
        }
    }

    @Test
    void showsTheNumbersOfTheResultInEveryView() {
        WebElement choice = browser.driver().findElement(By.cssSelector("#answer-tools select"));
        List<WebElement> views = choice.findElements(By.tagName("option"));
        int number = 0;
        for (ProfileResult profile : demo.profiles()) {
            views.get(number++).click();
            assertTiles(profile.allocatedBytes(), profile.reductionRatio(), profile.savings());
            Layout layout = layout(profile.chunking());
            List<Long> expected = new ArrayList<>(waterfall(layout, compression(layout, profile.compressor())));
            expected.addAll(
                    List.of(Math.abs(profile.roundingBytes()), profile.metadataBytes(), profile.allocatedBytes()));
            assertThat(waterfallShown()).as(profile.profile()).isEqualTo(expected);
        }
        for (Layout layout : demo.layouts()) {
            for (Compression compression : layout.compression()) {
                views.get(number++).click();
                assertTiles(compression.physicalBytes(), compression.reductionRatio(), compression.savings());
                assertThat(waterfallShown()).isEqualTo(waterfall(layout, compression));
            }
        }
        assertThat(number).isEqualTo(views.size());
        assertThat(browser.complaints()).isEmpty();
    }

    private Layout layout(String chunking) {
        return demo.layouts().stream()
                .filter(layout -> layout.chunking().equals(chunking))
                .findFirst()
                .orElseThrow();
    }

    private static Compression compression(Layout layout, String compressor) {
        return layout.compression().stream()
                .filter(one -> one.compressor().equals(compressor))
                .findFirst()
                .orElseThrow();
    }

    private List<Long> waterfall(Layout layout, Compression compression) {
        return List.of(
                demo.totals().logicalBytes(),
                demo.totals().hardLinkBytes(),
                demo.totals().unreadBytes(),
                demo.totals().scannedBytes(),
                layout.zeroBytes(),
                layout.duplicateBytes(),
                layout.uniqueBytes(),
                compression.compressedAwayBytes(),
                compression.physicalBytes());
    }

    /** The figures as they can be read, every digit of them. */
    private List<Long> waterfallShown() {
        return browser
                .texts("return [...document.querySelectorAll('#waterfall-table tbody tr')]"
                        + ".map(row => row.cells[1].textContent)")
                .stream()
                .map(text -> Long.valueOf(text.replaceAll("[~,]", "")))
                .toList();
    }

    private void assertTiles(long storedBytes, Double reductionRatio, Double savings) {
        List<String> tiles =
                browser.texts("return [...document.querySelectorAll('.tile')].map(tile => tile.dataset.value)");
        assertThat(tiles.subList(0, 2))
                .containsExactly(Long.toString(demo.totals().scannedBytes()), Long.toString(storedBytes));
        assertThat(Double.valueOf(tiles.get(2))).isEqualTo(reductionRatio);
        assertThat(Double.valueOf(tiles.get(3))).isEqualTo(savings);
        List<String> shown =
                browser.texts("return [...document.querySelectorAll('.tile .figure')].map(tile => tile.textContent)");
        assertThat(shown.get(2)).contains(String.format(Locale.ROOT, "%.2f", reductionRatio));
        assertThat(shown.get(3)).contains(String.format(Locale.ROOT, "%.1f", savings * 100));
    }

    @Test
    void tablesHoldTheNumbersOfTheResult() {
        List<List<Object>> ratios = new ArrayList<>();
        for (Layout layout : demo.layouts()) {
            for (Compression one : layout.compression()) {
                ratios.add(row(
                        layout.chunking(),
                        one.compressor(),
                        one.physicalBytes(),
                        layout.thinRatio(),
                        layout.dedupRatio(),
                        one.compressionRatio(),
                        one.reductionRatio(),
                        one.savings()));
            }
        }
        assertThat(table("#ratios-table")).isEqualTo(ratios);
        assertThat(table("#systems-table"))
                .isEqualTo(demo.profiles().stream()
                        .map(one -> row(
                                one.profile(),
                                one.physicalBytes(),
                                one.roundingBytes(),
                                one.metadataBytes(),
                                one.allocatedBytes(),
                                one.reductionRatio(),
                                one.savings(),
                                one.memoryBytes()))
                        .toList());
        Ledger ledger = demo.ledger();
        assertThat(table("#machines-chart"))
                .isEqualTo(ledger.machines().stream()
                        .map(PageInBrowserTest::chargeRow)
                        .toList());
        assertThat(table("#unread-table"))
                .isEqualTo(demo.errors().stream()
                        .map(error -> row(
                                error.path().replace("\u202e", "\\xe2\\x80\\xae"),
                                error.kind().name().toLowerCase(Locale.ROOT),
                                error.unreadBytes()))
                        .toList());
        assertThat(table("#types-chart"))
                .hasSize(demo.types().size())
                .filteredOn(row -> row.get(0).equals("vmdk"))
                .first()
                .satisfies(row -> {
                    TypeTotals vmdk = demo.types().stream()
                            .filter(type -> type.extension().equals("vmdk"))
                            .findFirst()
                            .orElseThrow();
                    Ledger.Charge charge = ledger.types().stream()
                            .filter(type -> type.name().equals("vmdk"))
                            .findFirst()
                            .orElseThrow();
                    assertThat(row.get(1)).isEqualTo(number(vmdk.fileCount()));
                    assertThat(row.get(2)).isEqualTo(number(vmdk.scannedBytes()));
                    assertThat(row.get(5)).isEqualTo(number(charge.attributedBytes()));
                    assertThat(row.get(6)).isEqualTo(number(charge.reclaimableBytes()));
                });
        assertThat(table("#overlap-chart").stream().map(row -> row.subList(1, row.size())))
                .hasSize(ledger.overlap().directories().size())
                .first()
                .isEqualTo(ledger.overlap().sharedBytes().get(0).stream()
                        .map(PageInBrowserTest::number)
                        .toList());
    }

    private static List<Object> chargeRow(Ledger.Charge charge) {
        return row(
                charge.name(),
                charge.fileCount(),
                charge.scannedBytes(),
                charge.attributedBytes(),
                charge.reclaimableBytes(),
                (double) charge.scannedBytes() / charge.attributedBytes());
    }

    private static List<Object> row(Object... values) {
        return Stream.of(values)
                .map(value -> value instanceof Number number ? number(number) : value)
                .toList();
    }

    private static Object number(Number number) {
        return new BigDecimal(number.toString()).stripTrailingZeros();
    }

    /** What the cells of a table stand for, all its rows; columns of mere words left out. */
    private List<List<Object>> table(String place) {
        browser.run("document.querySelectorAll(arguments[0] + ' button.more').forEach(one => one.click())", place);
        List<List<String>> cells = browser.rows(
                "return [...document.querySelectorAll(arguments[0] + ' tbody tr')].map(row =>"
                        + " [...row.cells].filter(cell => 'value' in cell.dataset).map(cell =>"
                        + " (cell.className.includes('number') ? '#' : '') + (cell.className.includes('number')"
                        + " ? cell.dataset.value : cell.childElementCount ? cell.dataset.value : cell.textContent)))",
                place);
        return cells.stream()
                .map(row -> row.stream()
                        .map(cell -> cell.startsWith("#")
                                ? (cell.equals("#null") ? "" : number(new BigDecimal(cell.substring(1))))
                                : (Object) cell)
                        .toList())
                .toList();
    }

    @Test
    void namesFromTheDataStayText() {
        for (int depth = 0; depth < 3; depth++) {
            hoverEverywhere();
            assertNothingHasBecomeMarkup();
            browser.run("[...document.querySelectorAll('#directories-table tbody button')].at(-1)?.click()");
        }
        for (String place : List.of("#subject", "#types-chart", "#machines-chart", "#files-table", "#unread-table")) {
            assertThat(browser.text("return document.querySelector(arguments[0]).textContent", place))
                    .as(place)
                    .contains(PageSamples.EVIL);
        }
        assertThat(browser.text("return document.getElementById('command').textContent"))
                .isEqualTo(ScanCommandLine.of(demo));
        assertThat(browser.text("return document.getElementById('overlap').textContent"))
                .contains(PageSamples.EVIL_SCRIPT)
                .contains("{a|b} {{data}} ${7*7} \"'`\\xe2\\x80\\xae");
        assertThat(browser.complaints()).isEmpty();
    }

    /** Makes the charts say what they say of what is under the pointer. */
    private void hoverEverywhere() {
        browser.run("for (const chart of document.querySelectorAll('.chart')) {"
                + "  chart.scrollIntoView({block: 'center', behavior: 'instant'});"
                + "  const svg = chart.querySelector('svg'); const box = svg.getBoundingClientRect();"
                + "  for (let x = 0.05; x < 1; x += 0.09) for (let y = 0.04; y < 1; y += 0.04)"
                + "    svg.dispatchEvent(new MouseEvent('mousemove', {bubbles: true,"
                + "      clientX: box.left + x * box.width, clientY: box.top + y * box.height}));"
                + "}");
        assertThat(browser.count("return document.querySelectorAll('.chart .tip').length"))
                .as("charts that have said something")
                .isGreaterThan(8);
    }

    private void assertNothingHasBecomeMarkup() {
        assertThat(browser.count(
                        "return document.querySelectorAll('img, iframe, object, embed, foreignObject').length"))
                .isZero();
        assertThat(browser.count("return document.scripts.length")).isEqualTo(3);
        assertThat(browser.count("return [...document.querySelectorAll('*')].flatMap(one => [...one.attributes])"
                        + ".filter(one => one.name.startsWith('on')).length"))
                .isZero();
    }

    @Test
    void whatIfIsTheForecastToTheByte() throws Exception {
        Random random = new Random(20_260_301);
        for (int i = 0; i < 40; i++) {
            int target = random.nextInt(demo.profiles().size() + 1);
            double growth = i == 0 ? 0 : random.nextInt(-500, 2000) / 10.0;
            int years = random.nextInt(12);
            int retention = random.nextInt(3) * 14;
            double change = random.nextInt(500) / 100.0;
            double headroom = random.nextInt(900) / 10.0;
            Double price = i % 3 == 0 ? null : random.nextInt(1, 100_000) / 100.0;
            browser.run(
                    "const [target, ...values] = arguments; const set = (name, value) => {"
                            + "const field = document.getElementById('forecast-' + name); field.value = value;"
                            + "field.dispatchEvent(new Event(name === 'target' ? 'change' : 'input')); };"
                            + "set('target', target); ['growth', 'years', 'retention', 'change', 'headroom', 'price']"
                            + ".forEach((name, i) => set(name, values[i]));",
                    target,
                    plain(growth),
                    Integer.toString(years),
                    Integer.toString(retention),
                    plain(change),
                    plain(headroom),
                    price == null ? "" : plain(price));
            Footprint today = target < demo.profiles().size()
                    ? Footprint.of(demo, demo.profiles().get(target).profile())
                    : Footprint.of(demo);
            CapacityResult plan = CapacityForecast.of(
                    demo,
                    today,
                    new Assumptions(share(growth), share(change), retention, share(headroom), price),
                    years);
            StringWriter csv = new StringWriter();
            CsvReports.plan(plan, csv);
            assertThat(csvOfPage()).as("case " + i).isEqualTo(csv.toString());
            assertThat(table("#forecast-table").stream().map(row -> row.get(3)))
                    .isEqualTo(plan.years().stream()
                            .map(year -> number(year.usableBytes()))
                            .toList());
        }
        assertThat(browser.complaints()).isEmpty();
    }

    private static String plain(double number) {
        return BigDecimal.valueOf(number).toPlainString();
    }

    private static double share(double percent) {
        return BigDecimal.valueOf(percent).movePointLeft(2).doubleValue();
    }

    /** What the page offers for download. */
    private String csvOfPage() {
        return browser.textAsync("const done = arguments[0]; const create = URL.createObjectURL;"
                        + "URL.createObjectURL = blob => { blob.text().then(text => done(text.replaceAll('\\r', '[CR]'))); return create(new Blob([])); };"
                        + "HTMLAnchorElement.prototype.click = () => {};"
                        + "document.getElementById('forecast-csv').click(); URL.createObjectURL = create;")
                // Lost on the way through the driver otherwise.
                .replace("[CR]", "\r");
    }

    @Test
    void theCsvOfTheWhatIfIsDownloadedAsAFile() throws IOException {
        browser.driver().findElement(By.id("forecast-csv")).click();
        Path file = directory.resolve("plan.csv");
        for (int i = 0; i < 500 && (!Files.exists(file) || Files.size(file) == 0); i++) {
            browser.textAsync("setTimeout(arguments[0], 20)");
        }
        assertThat(file)
                .content()
                .startsWith("profile,chunking,compressor,year,")
                .contains("price\r\n")
                .hasLineCount(5);
    }

    @Test
    void whatIfSaysWhichFieldItCannotRead() {
        WebElement growth = browser.driver().findElement(By.id("forecast-growth"));
        growth.clear();
        growth.sendKeys("much");
        assertThat(growth.getDomAttribute("aria-invalid")).isEqualTo("true");
        assertThat(browser.driver().findElement(By.id("forecast-text")).getText())
                .startsWith("Growth per year: a number from -99 to 999,999");
        assertThat(browser.driver().findElement(By.id("forecast-csv")).isEnabled())
                .isFalse();
        growth.clear();
        growth.sendKeys("999999");
        assertThat(browser.driver().findElement(By.id("forecast-text")).getText())
                .isEqualTo("By year 2 it comes to 2^63 bytes or more.");
        growth.clear();
        growth.sendKeys("10");
        assertThat(growth.getDomAttribute("aria-invalid")).isNull();
        assertThat(browser.driver().findElement(By.id("forecast-csv")).isEnabled())
                .isTrue();
    }

    @Test
    void goesDarkWithTheSystemAndWithTheSwitch() {
        browser.driver()
                .executeCdpCommand(
                        "Emulation.setEmulatedMedia",
                        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", "dark"))));
        browser.reopen(demoPage);
        String dark = background();
        String darkChart = browser.text("return document.querySelector('#chart-waterfall svg').outerHTML");
        browser.driver().findElement(By.id("theme")).click();
        assertThat(background()).isNotEqualTo(dark);
        assertThat(browser.text("return document.querySelector('#chart-waterfall svg').outerHTML"))
                .isNotEqualTo(darkChart);
        assertThat(browser.complaints()).isEmpty();
    }

    private String background() {
        return browser.text("return getComputedStyle(document.body).backgroundColor");
    }

    @Test
    void worksWithTheKeyboardAlone() {
        WebElement read =
                browser.driver().findElement(By.xpath("//div[@id='directories-table']//th/button[text()='Directory']"));
        browser.run("arguments[0].focus()", read);
        read.sendKeys(Keys.ENTER);
        assertThat(browser.text("return document.querySelector('#directories-table th[aria-sort]').ariaSort"))
                .isEqualTo("ascending");
        WebElement vm = browser.driver()
                .findElement(
                        By.xpath(
                                "//div[@id='directories-table']//td/button|//div[@id='directories-table']//th/button[text()='/srv/vm']"));
        vm.sendKeys(Keys.ENTER);
        assertThat(browser.driver().findElement(By.cssSelector(".trail")).getText())
                .contains("all paths", "/srv/vm");
        assertThat(browser.text("return document.getElementById('chart-directories').ariaLabel"))
                .startsWith("Treemap of /srv/vm: finance");
        WebElement back = browser.driver().switchTo().activeElement();
        assertThat(back.getText()).isEqualTo("all paths");
        back.sendKeys(Keys.ENTER);
        assertThat(table("#directories-table")).hasSize(3);
    }

    @Test
    void aClickOnTheTreemapGoesIntoTheDirectory() {
        WebElement treemap = browser.driver().findElement(By.id("chart-directories"));
        browser.run("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", treemap);
        new Actions(browser.driver())
                .moveToElement(treemap, -treemap.getSize().getWidth() / 3, 0)
                .click()
                .perform();
        assertThat(browser.driver().findElement(By.cssSelector(".trail")).getText())
                .contains("finance");
    }

    @Test
    void saysEverythingToAScreenReader() {
        assertThat(browser.count("return [...document.querySelectorAll('.chart')].filter(one =>"
                        + " one.getAttribute('role') !== 'img' || !one.ariaLabel).length"))
                .isZero();
        assertThat(browser.count("return [...document.querySelectorAll('input, select')].filter(one =>"
                        + " one.labels.length === 0).length"))
                .isZero();
        assertThat(browser.count("return [...document.querySelectorAll('button, a, summary')].filter(one =>"
                        + " !one.hidden && !one.textContent.trim() && !one.ariaLabel).length"))
                .isZero();
        assertThat(browser.count("return [...document.querySelectorAll('table')].filter(one =>"
                        + " !one.caption || one.querySelectorAll('thead th[scope=col]').length === 0"
                        + " || [...one.tBodies[0].rows].some(row => row.cells[0].scope !== 'row')).length"))
                .isZero();
        assertThat(browser.count("return [...document.querySelectorAll('main > section')].filter(one => !one.hidden"
                        + " && !document.getElementById(one.getAttribute('aria-labelledby'))).length"))
                .isZero();
        assertThat(browser.count("const ids = [...document.querySelectorAll('[id]')].map(one => one.id);"
                        + " return ids.length - new Set(ids).size"))
                .isZero();
    }

    @Test
    void fitsAPhone() {
        browser.driver()
                .executeCdpCommand(
                        "Emulation.setDeviceMetricsOverride",
                        Map.of("width", 375, "height", 812, "deviceScaleFactor", 2, "mobile", true));
        browser.reopen(demoPage);
        assertThat(browser.count("return document.documentElement.scrollWidth")).isLessThanOrEqualTo(375);
        assertThat(browser.count("return [...document.querySelectorAll('.chart')].filter(one =>"
                        + " one.querySelector('svg').getBoundingClientRect().right > 375).length"))
                .isZero();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void printsOnPaperThatIsLight() {
        browser.driver()
                .executeCdpCommand(
                        "Emulation.setEmulatedMedia",
                        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", "dark"))));
        browser.reopen(demoPage);
        browser.run("window.printed = []; addEventListener('beforeprint', () =>"
                + " window.printed.push(document.documentElement.dataset.theme))");
        Pdf pdf = browser.driver().print(new PrintOptions());
        assertThat(java.util.Base64.getDecoder().decode(pdf.getContent()))
                .startsWith('%', 'P', 'D', 'F')
                .hasSizeGreaterThan(100_000);
        assertThat(browser.texts("return window.printed")).containsOnly("light").isNotEmpty();
        browser.await("return document.documentElement.dataset.theme === 'dark'");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void showsEveryDigitOfNumbersThatScriptsCannotHold() throws IOException {
        browser.open(PageSamples.huge(), "huge");
        assertThat(waterfallShown())
                .startsWith(Long.MAX_VALUE, Long.MAX_VALUE, 4096L)
                .endsWith(Long.MAX_VALUE - 10_000);
        assertThat(browser.text("return document.querySelector('#refcounts tbody td').dataset.value"))
                .isEqualTo(Long.toString((1L << 51) - 3));
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void endsOfAnIntervalHaveTheDigitsThatTellThemApart() throws IOException {
        String figures = HtmlPage.resource("figures.js");
        assertThat(browser.text(figures + "return decimalInterval(401e6, 412e6)"))
                .isEqualTo("401\u00a0MB to 412\u00a0MB");
        assertThat(browser.text(figures + "return decimalInterval(401e6, 401.2e6)"))
                .isEqualTo("401.00 to 401.20\u00a0MB");
        assertThat(browser.text(figures + "return bytesInterval(445e6, 445.001e6)"))
                .isEqualTo("424.3851 to 424.3860\u00a0MiB");
    }

    @Test
    void opensWhereThereIsLittleToShow() throws IOException {
        for (ScanResult result : List.of(PageSamples.nothing(), PageSamples.zeros())) {
            browser.open(result, "little");
            assertThat(browser.complaints()).isEmpty();
            assertThat(browser.text("return document.getElementById('answer').textContent"))
                    .contains(result.totals().scannedBytes() == 0 ? "Nothing was scanned" : "100.0\u00a0%");
            assertThat(browser.count("return [...document.querySelectorAll('main > section')].filter(one => !one.hidden"
                            + " && one.id !== 'about' && one.children.length < 2).length"))
                    .isZero();
        }
    }

    /** What a browser draws bounds the time that a reader waits, whatever the machine. */
    @Test
    void aMillionFilesIn50_000DirectoriesStaySmallAndDrawLittle() throws IOException {
        ScanResult large = PageSamples.large();
        Path page = browser.open(large, "large");
        assertThat(Files.size(page)).isLessThan(5_000_000);
        long elements = browser.count("return document.getElementsByTagName('*').length");
        System.out.printf(Locale.ROOT, "the large page: %,d bytes, %,d elements%n", Files.size(page), elements);
        assertThat(elements).isLessThan(30_000);
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.text("return document.querySelector('#unread-table caption').textContent"))
                .contains("2,000 more are in errors.csv");
        assertThat(table("#unread-table")).hasSize(1000);
        assertThat(browser.count("return JSON.parse(document.getElementById('data').textContent).smaller"
                        + ".reduce((sum, one) => sum + one.directoryCount, 0)"))
                .isEqualTo(50_000 - LedgerCut.MAX_DIRECTORIES);
        assertThat(large.errors()).extracting(ReadError::kind).contains(ReadError.Kind.UNREADABLE);
    }
}
