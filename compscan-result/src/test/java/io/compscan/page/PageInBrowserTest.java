package io.compscan.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.result.ScanResult;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.Pdf;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.print.PrintOptions;

/** The page in a real Chromium, as a person with a file on a disk has it: what it draws, and how it can be used. */
@Slow
final class PageInBrowserTest extends DemoPage {

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
        assertThat(PageTable.rows(browser, "#directories-table")).hasSize(3);
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
}
