package io.compscan.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.compscan.forecast.CapacityForecast;
import io.compscan.report.EstimateSamples;
import io.compscan.report.SetSamples;
import io.compscan.result.CapacityResult.Assumptions;
import io.compscan.result.CapacityResult.Offer;
import io.compscan.result.Footprint;
import io.compscan.result.SampledPart;
import io.compscan.result.ScanResult;
import io.compscan.result.answer.Headline;
import io.compscan.result.history.HistorySamples;
import io.compscan.testing.ShortProperties;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** axe-core has no serious finding on any page, in the light and in the dark colours, at a desk and on a phone. */
@Slow
@ExtendWith(SharedBrowser.class)
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class AccessibilityTest {

    private static final Assumptions ASSUMED = new Assumptions(0.2, 0.15, 0.25, 3, null, null, 0.2);

    @TempDir
    private Path directory;

    /** Writes a page. */
    @FunctionalInterface
    private interface Page {
        void write(Writer out) throws IOException;
    }

    private static Page page(String kind) {
        ScanResult demo = PageSamples.demo();
        return switch (kind) {
            case "scan" -> out -> HtmlPage.write(demo, out);
            case "estimate" ->
                out -> HtmlPage.write(
                        EstimateSamples.profiled()
                                .withLedger(null)
                                .withPart(new SampledPart(1L << 30, 128 << 10, 262_144, 8192)),
                        out);
            case "plan" ->
                out -> {
                    Map<Footprint, Offer> systems = new LinkedHashMap<>();
                    Headline.of(demo)
                            .footprints()
                            .forEach(system -> systems.put(system, new Offer(299.5, 0.2, 0.05, 2.0)));
                    HtmlPage.write(demo, CapacityForecast.of(demo, systems, ASSUMED), out);
                };
            case "history" -> out -> HtmlPage.write(HistorySamples.rich(), "1.2.3", out);
            case "merge" -> out -> HtmlPage.write(SetSamples.merge(), out);
            default -> out -> HtmlPage.write(SetSamples.diff(), "1.2.3", out);
        };
    }

    /**
     * Rules of axe-core. Those that judge colours take most of the time, and the width of a page changes few colours. So short tests leave them
     * out on a phone, and leave the others out in the dark.
     */
    private enum Rules {
        ALL("{}"),
        COLOURS("{runOnly: {type: 'rule', values: ['color-contrast', 'link-in-text-block']}}"),
        BUT_COLOURS("{rules: {'color-contrast': {enabled: false}}}");

        private final String options;

        Rules(String options) {
            this.options = options;
        }
    }

    @ParameterizedTest(name = "{0}, {1}, {2} px")
    @CsvSource({
        "scan, light, 1280, ALL",
        "scan, dark, 1280, COLOURS",
        "scan, light, 390, BUT_COLOURS",
        "estimate, light, 1280, ALL",
        "estimate, dark, 1280, COLOURS",
        "estimate, light, 390, BUT_COLOURS",
        "plan, light, 1280, ALL",
        "plan, dark, 1280, COLOURS",
        "plan, light, 390, BUT_COLOURS",
        "plan, dark, 390, ALL",
        "merge, light, 1280, ALL",
        "merge, dark, 1280, COLOURS",
        "merge, light, 390, BUT_COLOURS",
        "diff, light, 1280, ALL",
        "diff, dark, 1280, COLOURS",
        "diff, light, 390, BUT_COLOURS",
        "history, light, 1280, ALL",
        "history, dark, 1280, COLOURS",
        "history, light, 390, BUT_COLOURS"
    })
    void axeHasNoSeriousFinding(String kind, String colours, int pixels, Rules rules, Browser browser)
            throws IOException {
        browser.driver()
                .executeCdpCommand(
                        "Emulation.setEmulatedMedia",
                        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", colours))));
        browser.driver()
                .executeCdpCommand(
                        "Emulation.setDeviceMetricsOverride",
                        Map.of("width", pixels, "height", 900, "deviceScaleFactor", 1, "mobile", pixels < 500));
        Path file = directory.resolve(kind + ".html");
        try (Writer out = Files.newBufferedWriter(file)) {
            page(kind).write(out);
        }
        browser.reopen(file);
        browser.run(axe());
        JsonNode findings = new ObjectMapper()
                .readTree(
                        browser.textAsync(
                                "const done = arguments[0]; axe.run(document, Object.assign({resultTypes: ['violations']}, "
                                        + (ShortProperties.areShort() ? rules : Rules.ALL).options + "))"
                                        + ".then(all => done(JSON.stringify(all.violations)), failure => done(String(failure)));"));
        assertThat(findings.isArray()).isTrue();
        List<String> serious = new ArrayList<>();
        for (JsonNode finding : findings) {
            String impact = finding.path("impact").asText();
            if (impact.equals("serious") || impact.equals("critical")) {
                finding.get("nodes")
                        .forEach(node -> serious.add(finding.get("id").asText() + ": "
                                + node.get("html").asText() + " "
                                + node.path("failureSummary").asText()));
            }
        }
        assertThat(serious).isEmpty();
    }

    private static String axe() throws IOException {
        try (InputStream in = Objects.requireNonNull(AccessibilityTest.class.getResourceAsStream("/axe.min.js"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
