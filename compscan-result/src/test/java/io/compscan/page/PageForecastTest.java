package io.compscan.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.forecast.CapacityForecast;
import io.compscan.report.CsvReports;
import io.compscan.result.CapacityResult;
import io.compscan.result.CapacityResult.Assumptions;
import io.compscan.result.CapacityResult.Offer;
import io.compscan.result.Footprint;
import io.compscan.result.Growth.Curve;
import io.compscan.result.Retention;
import io.compscan.testing.ShortProperties;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** The forecast of the page in a real Chromium: what-if questions, and the file of their answers. */
@Slow
final class PageForecastTest extends DemoPage {

    @Test
    void whatIfIsTheForecastToTheByte() throws Exception {
        Random random = new Random(20_260_301);
        for (int i = 0; i < (ShortProperties.areShort() ? 16 : 40); i++) {
            int target = random.nextInt(demo.profiles().size() + 1);
            double growth = i == 0 ? 0 : random.nextInt(-500, 2000) / 10.0;
            boolean isLinear = i % 5 == 2;
            int years = random.nextInt(12);
            Retention retention =
                    new Retention(random.nextInt(3) * 14, random.nextInt(6), random.nextInt(15), random.nextInt(3));
            double spread = i % 4 == 0 ? random.nextInt(100) / 10.0 : 0;
            double change = random.nextInt(500) / 100.0;
            double headroom = random.nextInt(900) / 10.0;
            Double price = i % 3 == 0 ? null : random.nextInt(1, 100_000) / 100.0;
            Double raid = i % 2 == 0 ? null : random.nextInt(600) / 10.0;
            Double spares = i % 5 == 0 ? null : random.nextInt(600) / 10.0;
            browser.run(
                    // One event for all fields: a browser throttles pages that change their address often.
                    "const [target, ...values] = arguments; const field = name => document.getElementById('forecast-' + name);"
                            + "field('target').value = target; field('target').dispatchEvent(new Event('change'));"
                            + "['growth', 'years', 'retention', 'change', 'headroom', 'price', 'raid', 'spares']"
                            + ".forEach((name, i) => { field(name).value = values[i]; });"
                            + "field('spares').dispatchEvent(new Event('input'));",
                    target,
                    (isLinear ? "linear:" : "")
                            + (spread == 0 ? plain(growth) : plain(growth) + ".." + plain(growth + spread)),
                    Integer.toString(years),
                    retention.text(),
                    plain(change),
                    plain(headroom),
                    price == null ? "" : plain(price),
                    raid == null ? "" : plain(raid),
                    spares == null ? "" : plain(spares));
            Footprint today = target < demo.profiles().size()
                    ? Footprint.of(demo, demo.profiles().get(target).profile())
                    : Footprint.of(demo);
            CapacityResult plan = CapacityForecast.of(
                    demo,
                    Map.of(
                            today,
                            new Offer(
                                    price,
                                    raid == null ? null : share(raid),
                                    spares == null ? null : share(spares),
                                    null)),
                    new Assumptions(
                            spread == 0 ? share(growth) : middle(share(growth), share(growth + spread)),
                            spread == 0 ? null : share(growth),
                            spread == 0 ? null : share(growth + spread),
                            years,
                            share(change),
                            retention,
                            share(headroom),
                            isLinear ? Curve.LINEAR : Curve.EXPONENTIAL));
            StringWriter csv = new StringWriter();
            CsvReports.plan(plan, csv);
            assertThat(csvOfPage()).as("case " + i).isEqualTo(csv.toString());
            assertThat(PageTable.rows(browser, "#forecast-table").stream().map(row -> row.get(3)))
                    .isEqualTo(plan.systems().get(0).years().stream()
                            .map(year -> PageTable.number(year.usableBytes()))
                            .toList());
        }
        assertThat(browser.driver().findElement(By.id("forecast-text")).getText())
                .contains(" of data needs ");
        assertThat(browser.complaints()).isEmpty();
    }

    private static String plain(double number) {
        return BigDecimal.valueOf(number).toPlainString();
    }

    private static double middle(double low, double high) {
        return BigDecimal.valueOf(low)
                .add(BigDecimal.valueOf(high))
                .divide(BigDecimal.valueOf(2))
                .doubleValue();
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

    private void type(String field, String text) {
        WebElement input = browser.driver().findElement(By.id("forecast-" + field));
        input.clear();
        input.sendKeys(text);
    }

    /** Nobody invents growth or headroom, so no capacity to buy is on the page until somebody gives them. */
    @Test
    void withoutAssumptionsThereIsNoCapacityToBuy() {
        assertThat(textOf("purchase")).startsWith("Not given: years, growth, headroom.");
        assertThat(textOf("forecast-text")).startsWith("Not given: years, growth, headroom.");
        assertThat(textOf("assumptions"))
                .contains("Growth: not given.", "Headroom: not given.", "Snapshots: not given");
        assertThat(textOf("forecast-table")).doesNotContain("Usable");
        assertThat(browser.complaints()).isEmpty();
    }

    /** The address holds what was entered, for a reload and for whoever gets it. */
    @Test
    void whatWasEnteredSurvivesAReload() {
        type("growth", "10..30");
        type("years", "2");
        type("headroom", "25");
        String before = textOf("purchase");
        assertThat(before).contains(" of usable capacity", "for 2 years", "growth");
        browser.driver().navigate().refresh();
        assertThat(textOf("purchase")).isEqualTo(before);
        assertThat(browser.driver().getCurrentUrl()).contains("#plan?").contains("growth=10..30");
        browser.driver().findElement(By.cssSelector("#nav a[href='#about']")).click();
        assertThat(browser.driver().getCurrentUrl())
                .as("a section leaves the plan there")
                .contains("#plan?");
        assertThat(browser.complaints()).isEmpty();
    }

    private String textOf(String id) {
        return browser.driver().findElement(By.id(id)).getText();
    }

    @Test
    void theCsvOfTheWhatIfIsDownloadedAsAFile() throws IOException {
        browser.driver().findElement(By.id("forecast-csv")).click();
        Path file = browser.directory().resolve("plan.csv");
        for (int i = 0; i < 500 && (!Files.exists(file) || Files.size(file) == 0); i++) {
            browser.textAsync("setTimeout(arguments[0], 20)");
        }
        assertThat(file)
                .content()
                .startsWith("profile,chunking,compressor,year,")
                .contains("growth headroom")
                .hasLineCount(2);
    }

    @Test
    void whatIfSaysWhichFieldItCannotRead() {
        type("years", "3");
        type("headroom", "20");
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
}
