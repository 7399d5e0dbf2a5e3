package io.compscan.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.compscan.result.Refcount;
import io.compscan.result.ScanResult;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class HtmlPageTest {

    private static String page(ScanResult result) throws IOException {
        StringWriter out = new StringWriter();
        HtmlPage.write(result, out);
        return out.toString();
    }

    private static List<String> scripts(String page) {
        List<String> scripts = new ArrayList<>();
        Matcher matcher =
                Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL).matcher(page);
        while (matcher.find()) {
            scripts.add(matcher.group(1));
        }
        return scripts;
    }

    private static String data(String page) {
        String start = "<script type=\"application/json\" id=\"data\">";
        int from = page.indexOf(start) + start.length();
        return page.substring(from, page.indexOf("</script>", from));
    }

    /** All scripts share one scope, in which the later of two functions of a name silently replaces the earlier. */
    @Test
    void noNameIsDeclaredTwice() throws Exception {
        Matcher declared = Pattern.compile("(?m)^(?:function|const|let) (\\w+)")
                .matcher(scripts(page(PageSamples.demo())).get(1));
        List<String> names = new ArrayList<>();
        while (declared.find()) {
            names.add(declared.group(1));
        }
        assertThat(names).hasSizeGreaterThan(100).doesNotHaveDuplicates();
    }

    @Test
    void letsABrowserRunItsOwnScriptsAndNothingElse() throws Exception {
        String page = page(PageSamples.demo());
        StringBuilder digests = new StringBuilder();
        for (String script : scripts(page)) {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            digests.append(" 'sha256-")
                    .append(Base64.getEncoder().encodeToString(digest))
                    .append("'");
        }
        assertThat(scripts(page)).hasSize(2).noneMatch(script -> script.contains("\r"));
        assertThat(page)
                .contains("content=\"default-src 'none'; script-src" + digests
                        + "; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\"");
    }

    @Test
    void asksForNothingFromAnywhere() throws IOException {
        String page = page(PageSamples.demo());
        String own = page.replace(scripts(page).get(0), "").replace(data(page), "");
        assertThat(own)
                .doesNotContain("src=")
                .doesNotContain("http:")
                .doesNotContain("@import")
                .doesNotContain("url(");
        assertThat(Pattern.compile("href=\"(?!#|data:,)").matcher(own).find()).isFalse();
    }

    @Test
    void carriesTheLicenceOfItsCharts() throws IOException {
        assertThat(scripts(page(PageSamples.demo())).get(0)).contains("Licensed to the Apache Software Foundation");
    }

    @Test
    void theDataCannotEndItsElement() throws IOException {
        String data = data(page(PageSamples.demo()));
        assertThat(data).doesNotContain("<").doesNotContain(">").contains("\\u003Cimg src=x onerror=alert(1)\\u003E");
        assertThat(new ObjectMapper()
                        .readTree(data)
                        .at("/result/settings/paths/2")
                        .asText())
                .isEqualTo(PageSamples.EVIL);
    }

    @Test
    void noScriptOfItsOwnTakesMarkup() throws IOException {
        assertThat(scripts(page(PageSamples.demo())).get(1))
                .doesNotContainPattern(
                        "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|eval\\(|new Function|DOMParser");
    }

    @Test
    void countsThatScriptsCannotHoldAreText() throws IOException {
        JsonNode totals =
                new ObjectMapper().readTree(data(page(PageSamples.huge()))).at("/result/totals");
        assertThat(totals.get("scannedBytes").isTextual()).isTrue();
        assertThat(totals.get("scannedBytes").asText()).isEqualTo(Long.toString(Long.MAX_VALUE));
        assertThat(totals.get("fileCount").isInt()).isTrue();
    }

    @Test
    void theSameResultIsTheSamePage() throws IOException {
        assertThat(page(PageSamples.demo())).isEqualTo(page(PageSamples.demo()));
    }

    @Test
    void longListsAreCutAndCounted() throws IOException {
        ScanResult large = LargeSample.large();
        JsonNode data = new ObjectMapper().readTree(data(page(large)));
        assertThat(data.at("/result/errors")).hasSize(1000);
        assertThat(data.at("/left/errors").asInt()).isEqualTo(2000);
        assertThat(data.at("/files")).hasSize(1000);
        assertThat(data.at("/left/files").asInt()).isEqualTo(1000);
        assertThat(data.at("/result/ledger/machines")).hasSize(LedgerCut.MAX_MACHINES);
        assertThat(data.at("/left/machines").asInt()).isEqualTo(5000 - LedgerCut.MAX_MACHINES);
        assertThat(data.at("/result/types")).hasSameSizeAs(large.types());
    }

    @Test
    void referenceCountsStandInClassesThatAddUp() {
        List<Refcount> rows = List.of(
                new Refcount(1, 10, 1000),
                new Refcount(2, 5, 600),
                new Refcount(3, 1, 7),
                new Refcount(4, 2, 9),
                new Refcount(1L << 62, 1, 1));
        assertThat(ReferenceClass.of(rows))
                .containsExactly(
                        new ReferenceClass(1, 2, 10, 1000, 1000),
                        new ReferenceClass(2, 4, 6, 607, 1221),
                        new ReferenceClass(4, 8, 2, 9, 36),
                        new ReferenceClass(1L << 62, Long.MAX_VALUE, 1, 1, 1L << 62));
        assertThat(ReferenceClass.of(List.of())).isEmpty();
    }
}
