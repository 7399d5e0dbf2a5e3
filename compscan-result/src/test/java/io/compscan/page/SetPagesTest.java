package io.compscan.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.compscan.report.SetSamples;
import io.compscan.report.console.HistoryReport;
import io.compscan.result.Grade;
import io.compscan.result.history.HistoryResult;
import io.compscan.result.history.HistorySamples;
import io.compscan.result.set.ChunkGroup;
import io.compscan.result.set.DiffResult;
import io.compscan.result.set.DiffResult.DiffStep;
import io.compscan.result.set.MergeResult;
import io.compscan.result.set.Overlap.Share;
import io.compscan.result.set.PlaceResult;
import io.compscan.result.set.SetResult;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The pages of a merge and of a comparison: what is in them, and what a real Chromium shows. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
@Slow
class SetPagesTest {

    private static final String EVIL = "</script><script>alert(2)</script>";

    private static final String UNLISTED = "SIZE UNKNOWN: 1 directory could not be listed.";

    @TempDir
    private Path directory;

    private static String merge(MergeResult result) throws IOException {
        StringWriter out = new StringWriter();
        HtmlPage.write(result, out);
        return out.toString();
    }

    private static String diff(DiffResult result) throws IOException {
        StringWriter out = new StringWriter();
        HtmlPage.write(result, "1.2.3", out);
        return out.toString();
    }

    private static String place(PlaceResult result) throws IOException {
        StringWriter out = new StringWriter();
        HtmlPage.write(result, "1.2.3", out);
        return out.toString();
    }

    private static String history(HistoryResult result) throws IOException {
        StringWriter out = new StringWriter();
        HtmlPage.write(result, "1.2.3", out);
        return out.toString();
    }

    /** The figures of the console, and no scan twice. */
    @Test
    @ExtendWith(SharedBrowser.class)
    void aBrowserShowsAHistory(Browser browser) throws IOException {
        open(browser, "history.html", history(HistorySamples.rich()));
        assertThat(text(browser, "headline")).isEqualTo(HistoryReport.headline(HistorySamples.rich()));
        assertThat(text(browser, "answer-tiles")).contains("Data5.94 TiB", "Growth a year19.2 %17.0 % to 22.1 %");
        assertThat(text(browser, "answer-notes")).contains("95 % interval");
        assertThat(values(browser, "scans-table", 0)).hasSize(19).doesNotHaveDuplicates();
        assertThat(text(browser, "growth-table")).contains("1.00 TB (896 GB to 1.16 TB)", "1.30 : 1");
        assertThat(browser.count(
                        "return document.querySelectorAll('#course-chart svg path, #churn-chart svg path').length"))
                .isGreaterThan(18 * 3);
        open(browser, "young.html", history(HistorySamples.young()));
        assertThat(text(browser, "banners")).startsWith(UNLISTED);
        assertThat(text(browser, "headline")).isEqualTo("1.96 GiB of data on 2026-03-08.");
        open(browser, "empty.html", history(HistoryResult.of("1.2.3", List.of())));
        assertThat(text(browser, "headline")).isEqualTo("No scan is complete.");
        assertThat(browser.complaints()).isEmpty();
    }

    private static JsonNode data(String page) throws IOException {
        String start = "<script type=\"application/json\" id=\"data\">";
        int from = page.indexOf(start) + start.length();
        return new ObjectMapper().readTree(page.substring(from, page.indexOf("</script>", from)));
    }

    private static SetResult renamed(SetResult set, String name) {
        return new SetResult(
                name, name + ".fpr", List.of(name), set.scannedAt(), set.partial(), set.totals(), set.layouts());
    }

    private static DiffResult evil() {
        DiffResult diff = SetSamples.diff();
        List<SetResult> sets = new ArrayList<>(diff.sets());
        sets.set(0, renamed(sets.get(0), EVIL));
        return new DiffResult(diff.keep(), sets, diff.layouts());
    }

    @Test
    void theNumbersAreThoseOfTheDocuments() throws IOException {
        MergeResult merge = SetSamples.merge();
        JsonNode part = data(merge(merge)).get("merge");
        List<Share> shares = merge.overlaps().get(0).shares();
        assertThat(part.get("sets")).hasSize(merge.sets().size());
        for (int i = 0; i < shares.size(); i++) {
            JsonNode row = part.get("sets").get(i);
            SetResult set = merge.sets().get(i);
            assertThat(row.get("name").asText()).isEqualTo(set.name());
            assertThat(row.at("/stored/scannedBytes").asLong())
                    .isEqualTo(set.totals().scannedBytes());
            assertThat(row.at("/stored/physicalBytes").asLong())
                    .isEqualTo(set.layouts().get(0).compression().get(0).physicalBytes());
            assertThat(row.get("exclusiveBytes").asLong())
                    .isEqualTo(shares.get(i).exclusiveBytes());
            assertThat(row.get("uniqueShareBytes").asLong())
                    .isEqualTo(shares.get(i).uniqueShareBytes());
        }
        JsonNode pool = part.at("/pools/0");
        assertThat(pool.get("title").asText()).isEqualTo("fixed:4096 with lz4");
        assertThat(pool.at("/together/bytes").asLong())
                .isEqualTo(merge.union().layouts().get(0).compression().get(0).physicalBytes());
        assertThat(pool.at("/apart/bytes").asLong())
                .isEqualTo(merge.sets().stream()
                        .mapToLong(
                                set -> set.layouts().get(0).compression().get(0).physicalBytes())
                        .sum());
        assertThat(pool.get("alone")).hasSize(merge.sets().size());
        int count = shares.size();
        assertThat(part.get("pairs")).hasSize(count * (count - 1) / 2);
        assertThat(data(merge(merge)).get("command").asText()).startsWith("compscan merge ");
        JsonNode of = data(diff(evil()));
        assertThat(of.at("/sets/0/name").asText()).isEqualTo(EVIL);
        DiffStep last = SetSamples.diff().layouts().get(0).steps().get(1);
        assertThat(of.at("/layouts/0/steps/1/added/bytes").asLong())
                .isEqualTo(last.added().bytes());
    }

    @Test
    void aMergeOfVeryManySetsIsCut() throws IOException {
        MergeResult merge = SetSamples.mergeOfManyWithAllPairs();
        JsonNode part = data(merge(merge)).get("merge");
        assertThat(part.at("/left/cut").asBoolean()).isFalse();
        assertThat(data(merge(SetSamples.mergeOfMany())).at("/merge/left/cut").asBoolean())
                .isTrue();
        int count = merge.sets().size();
        int pairs = count * (count - 1) / 2;
        assertThat(part.get("sets").size() + part.get("left").get("sets").asInt())
                .isEqualTo(count);
        assertThat(part.get("pairs").size() + part.get("left").get("pairs").asInt())
                .isEqualTo(pairs);
        assertThat(part.get("pairs").size()).isEqualTo(500).isLessThan(pairs);
    }

    /** All scripts share one scope, in which the later of two functions of a name silently replaces the earlier. */
    @Test
    void noNameIsDeclaredTwice() throws IOException {
        Matcher scripts =
                Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL).matcher(diff(evil()));
        // The first are the charts.
        assertThat(scripts.find()).isTrue();
        assertThat(scripts.find()).isTrue();
        Matcher declared = Pattern.compile("(?m)^(?:function|const|let) (\\w+)").matcher(scripts.group(1));
        List<String> names = new ArrayList<>();
        while (declared.find()) {
            names.add(declared.group(1));
        }
        assertThat(names).hasSizeGreaterThan(50).doesNotHaveDuplicates();
        assertThat(scripts.find()).isFalse();
        assertThat(diff(evil())).contains("default-src 'none'; script-src 'sha256-");
    }

    @Test
    @ExtendWith(SharedBrowser.class)
    void aBrowserShowsBoth(Browser browser) throws IOException {
        open(browser, "merge.html", merge(SetSamples.merge()));
        checkMerge(browser, SetSamples.merge());
        open(browser, "sketches.html", merge(SetSamples.mergeOfSketches()));
        checkSketches(browser);
        open(browser, "diff.html", diff(SetSamples.diff()));
        checkDiff(browser, SetSamples.diff());
        open(browser, "index.html", diff(SetSamples.nextBackup(Grade.ASSUMED)));
        assertThat(browser.complaints()).isEmpty();
        assertThat(text(browser, "headline"))
                .isEqualTo(
                        "The next backup of restic adds 2.00 GiB in 524,288 new chunks (assumed); with gozstd 1.00 GiB"
                                + " (modelled, checked). Left out are chunks of zeros and metadata: trees. Nothing is in common,"
                                + " so the repository may be encrypted; then the backup may add less.");
        assertThat(text(browser, "stored-tables")).contains("unknown");
        narrow(browser);
        open(browser, "place.html", place(SetSamples.placement(8_050_000_000_000L)));
        checkPlacement(browser, SetSamples.placement(8_050_000_000_000L));
        open(browser, "unfit.html", place(SetSamples.placement(7_000_000_000_000L)));
        assertThat(text(browser, "headline")).startsWith("No placement was found that fits");
        assertThat(text(browser, "answer-tiles")).contains("Too many~1.00 TB");
        assertThat(browser.complaints()).isEmpty();
        open(browser, "unlisted-merge.html", merge(SetSamples.merge(SetSamples.UNLISTED)));
        assertThat(text(browser, "banners")).startsWith(UNLISTED);
        assertThat(values(browser, "sets-table", 0)).contains("web2 (size unknown)");
        assertThat(values(browser, "sets-table", 6)).doesNotContain("");
        open(browser, "unlisted-diff.html", diff(SetSamples.diff(SetSamples.UNLISTED)));
        assertThat(text(browser, "banners")).startsWith(UNLISTED);
        assertThat(text(browser, "compared-table")).contains("unknown");
        open(browser, "evil.html", diff(evil()));
        assertThat(browser.complaints()).isEmpty();
        assertThat(text(browser, "compared-table")).contains(EVIL);
        open(browser, "plain.html", plain());
        assertThat(browser.count("return document.getElementById('sets').hidden ? 1 : 0"))
                .isEqualTo(1);
    }

    private static String plain() throws IOException {
        StringWriter out = new StringWriter();
        HtmlPage.write(SetSamples.merge().union(), out);
        return out.toString();
    }

    private void open(Browser browser, String name, String page) throws IOException {
        Path file = directory.resolve(name);
        try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            out.write(page);
        }
        browser.reopen(file);
    }

    private static String text(Browser browser, String id) {
        return browser.text("return document.getElementById(arguments[0]).textContent", id)
                .replace('\u00a0', ' ');
    }

    private static List<String> values(Browser browser, String id, int column) {
        return browser.texts(
                "return [...document.querySelectorAll('#' + arguments[0] + ' tbody tr')]"
                        + ".map(row => row.children[arguments[1]].dataset.value)",
                id,
                column);
    }

    private static long shapes(Browser browser, String chart) {
        return browser.count(
                "return [...document.querySelectorAll('#' + arguments[0] + ' svg path')].filter(one =>"
                        + " { const b = one.getBBox(); return b.width > 0 && b.height > 0; }).length",
                chart);
    }

    private static void checkMerge(Browser browser, MergeResult merge) {
        assertThat(browser.complaints()).isEmpty();
        assertThat(text(browser, "nav")).contains("Sets");
        assertThat(values(browser, "pools", 0))
                .startsWith("Together in one pool", "Each in a pool of its own", "One pool saves", "web1 alone")
                .hasSize(merge.sets().size() + 3);
        long together = Long.parseLong(values(browser, "pools", 1).get(0));
        long apart = Long.parseLong(values(browser, "pools", 1).get(1));
        assertThat(values(browser, "pools", 1).get(2)).isEqualTo(String.valueOf(apart - together));
        assertThat(text(browser, "sets-text")).contains("Deduplicating across sets saves");
        assertThat(shapes(browser, "chart-sets")).isGreaterThan(2);
        assertThat(values(browser, "sets-table", 0))
                .isEqualTo(merge.sets().stream()
                        .map(set -> set.name() + (set.partial() ? " (partial)" : ""))
                        .toList());
        assertThat(values(browser, "sets-table", 7))
                .isEqualTo(merge.overlaps().get(0).shares().stream()
                        .map(share -> String.valueOf(share.exclusiveBytes()))
                        .toList());
        assertThat(text(browser, "command")).startsWith("compscan merge ");
        assertThat(text(browser, "sets-clusters")).contains("web1, web2");
        assertThat(browser.count("return document.querySelectorAll('#sets-map td').length"))
                .isEqualTo((long) merge.sets().size() * merge.sets().size());
    }

    /** One set has all its chunks, so its own numbers are exact. What it has in common with a sketch is an estimate, and no loss. */
    private static void checkSketches(Browser browser) {
        assertThat(browser.complaints()).isEmpty();
        assertThat(text(browser, "sets-text"))
                .contains("~11.0 GiB unique bytes apart, ~12.0 GiB together")
                .contains("saves ~0 B (~0.0 %)");
        assertThat(text(browser, "sets-table"))
                .contains("6.00 GiB3.00 GiB3.33~6.50 GiB~6.50 GiB")
                .contains("~5.00 GiB~2.50 GiB");
        assertThat(text(browser, "sets-pairs")).contains("~0 B");
    }

    private static void checkPlacement(Browser browser, PlaceResult result) {
        assertThat(browser.complaints()).isEmpty();
        assertThat(text(browser, "headline"))
                .startsWith("3 sets fit on 2 pools and take ~11.0 TB, ~1.00 TB less than now");
        assertThat(text(browser, "banners")).contains(UNLISTED, "Incomplete: ");
        assertThat(values(browser, "pools-table", 0)).containsExactly("A", "B");
        assertThat(values(browser, "pools-table", 6))
                .isEqualTo(result.pools().stream()
                        .map(pool -> String.valueOf(pool.allocatedBytes()))
                        .toList());
        assertThat(text(browser, "pools-grades")).contains("not checked, so the error is unknown: vdo, zfs-lz4-128k");
        assertThat(text(browser, "moves-table"))
                .contains("web2", "A (no room yet)", "~4.00 TB", "~3.00 TB", "~1.00 TB");
        assertThat(text(browser, "placed-table")).contains("A (kept)", "web2 (incomplete)", "db (size unknown)");
        assertThat(values(browser, "compared-table", 0))
                .containsExactly(
                        "This one",
                        "All on A",
                        "All on B",
                        "As it is now",
                        "At random, mean of 100",
                        "No placement takes less than");
        assertThat(shapes(browser, "chart-pools")).isGreaterThan(3);
    }

    private static void checkDiff(Browser browser, DiffResult diff) {
        assertThat(browser.complaints()).isEmpty();
        List<DiffStep> steps = diff.layouts().get(0).steps();
        assertThat(values(browser, "changes-table", 1)).isEqualTo(bytes(steps, DiffStep::unique));
        assertThat(values(browser, "changes-table", 3)).isEqualTo(bytes(steps, DiffStep::added));
        assertThat(values(browser, "changes-table", 6)).isEqualTo(bytes(steps, DiffStep::kept));
        assertThat(shapes(browser, "chart-changes")).isGreaterThan(2);
        assertThat(shapes(browser, "chart-backup")).isGreaterThan(1);
        assertThat(text(browser, "headline")).contains("From set to set");
        assertThat(text(browser, "nav")).contains("The answer", "Changes from set to set", "What a backup holds");
        String before = browser.text("return document.documentElement.dataset.theme");
        browser.run("document.getElementById('theme').click()");
        assertThat(browser.text("return document.documentElement.dataset.theme"))
                .isNotEqualTo(before);
        browser.run("document.querySelector('#changes-table th:nth-child(4) button').click()");
        assertThat(browser.complaints()).isEmpty();
    }

    private static List<String> bytes(List<DiffStep> steps, Function<DiffStep, ChunkGroup> group) {
        return steps.stream()
                .map(step -> String.valueOf(group.apply(step).bytes()))
                .toList();
    }

    /** On a phone nothing sticks out but tables that scroll. */
    private static void narrow(Browser browser) {
        browser.driver()
                .executeCdpCommand(
                        "Emulation.setDeviceMetricsOverride",
                        Map.of("width", 390, "height", 844, "deviceScaleFactor", 1, "mobile", true));
        browser.await("return document.documentElement.scrollWidth <= 390");
        browser.driver().executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
    }
}
