package io.compscan.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.result.Compression;
import io.compscan.result.Footprint;
import io.compscan.result.Layout;
import io.compscan.result.Ledger;
import io.compscan.result.ProfileResult;
import io.compscan.result.ReadError;
import io.compscan.result.ScanResult;
import io.compscan.result.TypeTotals;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** The numbers that the page shows in a real Chromium are those of the result, every digit of them. */
@Slow
final class PageNumbersTest extends DemoPage {

    private static long copiesBytes(ProfileResult profile) {
        Long bytes = profile.copiesBytes();
        return bytes == null ? 0 : bytes;
    }

    @Test
    void showsTheNumbersOfTheResultInEveryView() {
        WebElement choice = browser.driver().findElement(By.cssSelector("#answer-tools select"));
        List<WebElement> views = choice.findElements(By.tagName("option"));
        int number = 0;
        for (ProfileResult profile : demo.profiles()) {
            views.get(number++).click();
            assertTiles(
                    profile.allocatedBytes(),
                    profile.reductionRatio(),
                    Footprint.of(demo, profile.profile()).dataReductionRatio(),
                    profile.savings());
            Layout layout = layout(profile.chunking());
            List<Long> expected = new ArrayList<>(waterfall(layout, compression(layout, profile.compressor())));
            long copiesBytes = copiesBytes(profile);
            if (copiesBytes > 0) {
                expected.add(copiesBytes);
            }
            expected.addAll(
                    List.of(Math.abs(profile.roundingBytes()), profile.metadataBytes(), profile.allocatedBytes()));
            assertThat(waterfallShown()).as(profile.profile()).isEqualTo(expected);
            String product = browser.text("return document.querySelector('.product').textContent");
            assertThat(product.contains("rounding and metadata ~"))
                    .as(product)
                    .isEqualTo(profile.allocatedBytesLow() < profile.allocatedBytesHigh());
        }
        for (Layout layout : demo.layouts()) {
            for (Compression compression : layout.compression()) {
                views.get(number++).click();
                assertTiles(
                        compression.physicalBytes(),
                        compression.reductionRatio(),
                        layout.dataReductionRatio(compression),
                        compression.savings());
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

    private void assertTiles(long storedBytes, Double reductionRatio, Double dataReductionRatio, Double savings) {
        List<String> tiles =
                browser.texts("return [...document.querySelectorAll('.tile')].map(tile => tile.dataset.value)");
        assertThat(tiles.subList(0, 2))
                .containsExactly(Long.toString(demo.totals().scannedBytes()), Long.toString(storedBytes));
        assertThat(Double.valueOf(tiles.get(2))).isEqualTo(dataReductionRatio);
        assertThat(Double.valueOf(tiles.get(3))).isEqualTo(savings);
        List<String> shown =
                browser.texts("return [...document.querySelectorAll('.tile .figure')].map(tile => tile.textContent)");
        assertThat(browser.texts("return [...document.querySelectorAll('.product')].map(line => line.textContent)"))
                .hasSize(1)
                .allSatisfy(line -> assertThat(line).endsWith(String.format(Locale.ROOT, "%.2f", reductionRatio)));
        assertThat(shown.get(2)).contains(String.format(Locale.ROOT, "%.2f", dataReductionRatio));
        assertThat(shown.get(3)).contains(String.format(Locale.ROOT, "%.1f", savings * 100));
    }

    @Test
    void tablesHoldTheNumbersOfTheResult() {
        List<List<Object>> ratios = new ArrayList<>();
        for (Layout layout : demo.layouts()) {
            for (Compression one : layout.compression()) {
                ratios.add(PageTable.row(
                        layout.chunking(),
                        one.compressor(),
                        one.physicalBytes(),
                        layout.thinRatio(),
                        layout.dedupRatio(),
                        one.compressionRatio(),
                        layout.dataReductionRatio(one),
                        one.reductionRatio(),
                        one.savings()));
            }
        }
        assertThat(PageTable.rows(browser, "#ratios-table")).isEqualTo(ratios);
        assertThat(PageTable.rows(browser, "#systems-table"))
                .isEqualTo(demo.profiles().stream()
                        .map(one -> PageTable.row(
                                one.profile(),
                                one.grade().words(),
                                one.physicalBytes(),
                                copiesBytes(one),
                                one.roundingBytes(),
                                one.metadataBytes(),
                                one.allocatedBytes(),
                                Footprint.of(demo, one.profile()).dataReductionRatio(),
                                one.savings(),
                                one.memoryBytes()))
                        .toList());
        Ledger ledger = demo.ledger();
        assertThat(PageTable.rows(browser, "#machines-chart"))
                .isEqualTo(ledger.machines().stream()
                        .map(PageNumbersTest::chargeRow)
                        .toList());
        assertThat(PageTable.rows(browser, "#unread-table"))
                .isEqualTo(demo.errors().stream()
                        .map(error -> PageTable.row(
                                error.path().replace("\u202e", "\\xe2\\x80\\xae"),
                                error.kind().name().toLowerCase(Locale.ROOT),
                                error.unreadBytes()))
                        .toList());
        assertThat(PageTable.rows(browser, "#types-chart"))
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
                    assertThat(row.get(1)).isEqualTo(PageTable.number(vmdk.fileCount()));
                    assertThat(row.get(2)).isEqualTo(PageTable.number(vmdk.scannedBytes()));
                    assertThat(row.get(5)).isEqualTo(PageTable.number(charge.attributedBytes()));
                    assertThat(row.get(6)).isEqualTo(PageTable.number(charge.reclaimableBytes()));
                });
        assertThat(PageTable.rows(browser, "#overlap-chart").stream().map(row -> row.subList(1, row.size())))
                .hasSize(ledger.overlap().directories().size())
                .first()
                .isEqualTo(ledger.overlap().sharedBytes().get(0).stream()
                        .map(PageTable::number)
                        .toList());
    }

    private static List<Object> chargeRow(Ledger.Charge charge) {
        return PageTable.row(
                charge.name(),
                charge.fileCount(),
                charge.scannedBytes(),
                charge.attributedBytes(),
                charge.reclaimableBytes(),
                (double) charge.scannedBytes() / charge.attributedBytes());
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

    /** What a browser draws bounds the time that a reader waits, whatever the machine. */
    @Test
    void aMillionFilesIn50_000DirectoriesStaySmallAndDrawLittle() throws IOException {
        ScanResult large = LargeSample.large();
        Path page = browser.open(large, "large");
        assertThat(Files.size(page)).isLessThan(5_000_000);
        long elements = browser.count("return document.getElementsByTagName('*').length");
        System.out.printf(Locale.ROOT, "the large page: %,d bytes, %,d elements%n", Files.size(page), elements);
        assertThat(elements).isLessThan(30_000);
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.text("return document.querySelector('#unread-table caption').textContent"))
                .contains("2,000 more are in errors.csv");
        assertThat(PageTable.rows(browser, "#unread-table")).hasSize(1000);
        assertThat(browser.count("return JSON.parse(document.getElementById('data').textContent).smaller"
                        + ".reduce((sum, one) => sum + one.directoryCount, 0)"))
                .isEqualTo(50_000 - LedgerCut.MAX_DIRECTORIES);
        assertThat(large.errors()).extracting(ReadError::kind).contains(ReadError.Kind.UNREADABLE);
    }
}
