package io.compscan.core.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.forecast.CapacityForecast;
import io.compscan.core.report.CsvReports;
import io.compscan.core.result.CapacityResult;
import io.compscan.core.result.CapacityResult.Assumptions;
import io.compscan.core.result.Footprint;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
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
            assertThat(PageTable.rows(browser, "#forecast-table").stream().map(row -> row.get(3)))
                    .isEqualTo(plan.years().stream()
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
        Path file = browser.directory().resolve("plan.csv");
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
}
