package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.core.scan.catalog.Catalog;
import io.compscan.core.scan.checkpoint.Manifest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code compscan history CATALOG}, and plans from catalogs. */
@Timeout(120)
class HistoryCommandTest {

    private static final int SCAN_COUNT = 4;

    @TempDir
    private Path tempDir;

    private Path tree;
    private Path catalog;

    /** Four scans of a tree that grows. */
    @BeforeEach
    void scanFourTimes() throws IOException {
        Path dir = tempDir.toRealPath();
        tree = Files.createDirectories(dir.resolve("tree"));
        catalog = dir.resolve("catalog");
        for (int i = 0; i < SCAN_COUNT; i++) {
            for (int j = 0; j < 3; j++) {
                Files.write(
                        tree.resolve("file" + i + j), ScanCommandTest.chunks("ABCD".repeat(10 + i) + (char) ('a' + i)));
            }
            assertThat(Run.of("scan", tree, "--catalog", catalog, "--profile", "vdo", "-q")
                            .exitCode())
                    .isZero();
        }
    }

    private Path document(String ending) throws IOException {
        try (Stream<Path> files = Files.list(catalog)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Puts a month between the scans. */
    private void stretch() throws IOException {
        Path file = document(".history.json");
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode history = (ObjectNode) mapper.readTree(file.toFile());
        Instant at = Instant.parse("2026-01-01T00:00:00Z");
        for (JsonNode scan : (ArrayNode) history.get("scans")) {
            ((ObjectNode) scan).put("startedAt", at.toString());
            at = at.plus(Duration.ofDays(30));
        }
        replaceHistory(mapper.writeValueAsString(history));
    }

    /** Writes another history, with a manifest that knows it. */
    private void replaceHistory(String text) throws IOException {
        Files.writeString(document(".history.json"), text);
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        Manifest<Catalog> format = new Manifest<>("catalog", 2, Catalog.class);
        Path manifest = catalog.resolve("catalog");
        Catalog old = format.read(manifest);
        format.write(
                manifest,
                new Catalog(
                        old.toolVersion(),
                        old.libraries(),
                        old.measured(),
                        old.asked(),
                        old.scanCount(),
                        old.levels(),
                        old.segments(),
                        old.resultChecksum(),
                        HexFormat.of().toHexDigits((int) crc.getValue())));
    }

    @Test
    void eachScanHasALine() throws IOException {
        Run run = Run.of("history", catalog, "--json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.json().get("scans")).hasSize(SCAN_COUNT);
        assertThat(run.json().at("/scans/3/churn/newCount").asInt()).isEqualTo(3);
        assertThat(run.json().at("/scans/3/targets/0/profile").asText()).isEqualTo("vdo");
        assertThat(run.json().get("noGrowth").asText()).startsWith("growth needs 3 comparable scans over 14 days");
        Path csv = tempDir.resolve("history.csv");
        Path page = tempDir.resolve("history.html");
        Run files = Run.of("history", catalog, "--csv", csv, "--html", page);
        assertThat(files.exitCode()).as(files.err()).isZero();
        assertThat(files.out()).contains("4 scans of ", "No growth is shown");
        assertThat(Files.readAllLines(csv)).hasSize(1 + SCAN_COUNT);
        assertThat(page).content().contains("compscan history");
        Run.of("history", catalog, "--csv", csv).failedWith(ExitCode.FAILED, "--csv: ", "exists");
    }

    @Test
    void aPlanTakesWhatWasMeasured() throws IOException {
        assertThat(Run.of("plan", catalog, "--years", "2", "--headroom", "20%").unwrapped())
                .contains("The catalog shows no growth");
        stretch();
        JsonNode plan = Run.of("plan", catalog, "--years", "2", "--headroom", "20%", "--retention", "30d", "--json")
                .json();
        JsonNode assumed = plan.get("assumptions");
        assertThat(assumed.get("growthPerYear").asDouble()).isPositive();
        assertThat(assumed.get("growthPerYearLow").asDouble())
                .isLessThanOrEqualTo(assumed.get("growthPerYear").asDouble());
        assertThat(assumed.get("changePerDay").isNumber()).isTrue();
        assertThat(plan.get("notGiven")).isEmpty();
        assertThat(plan.at("/measuredGrowth/scanCount").asInt()).isEqualTo(SCAN_COUNT);
        assertThat(plan.at("/systems/0/years/2/usableBytes").isNumber()).isTrue();
        JsonNode given = Run.of("plan", catalog, "--growth", "linear:50%", "--years", "2", "--headroom", "0%", "--json")
                .json();
        assertThat(given.at("/assumptions/growthCurve").asText()).isEqualTo("linear");
        assertThat(given.at("/systems/0/years/2/scannedBytes").asLong())
                .isEqualTo(2 * given.at("/systems/0/years/0/scannedBytes").asLong());
        assertThat(Run.of("plan", catalog, "--growth", "10%", "--years", "2", "--headroom", "0%")
                        .unwrapped())
                .contains("Measured: growth", "in 4 scans over 90 days", "growth 10 % a year");
    }

    /** Rows of the plan on the page and of the command are tested elsewhere; here it is that a catalog is a result. */
    @Test
    void aCatalogIsAResult() throws IOException {
        stretch();
        assertThat(Run.of("report", catalog).unwrapped()).contains("on vdo");
        Path page = tempDir.resolve("plan.html");
        Run run = Run.of("report", catalog, "--html", page, "--years", "3", "--headroom", "20%");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(page).content().contains("\"measured\":\"growth ");
        assertThat(Run.of("plan", catalog, "--since", "2026-01-20", "--json").unwrapped())
                .contains("\"scanCount\": 3");
    }

    @Test
    void whatIsNoCatalogIsRefused() throws IOException {
        Run.of("history", tree).failedWith(ExitCode.FAILED, "is no catalog with a complete scan");
        Run.of("history", catalog, "--since", "yesterday")
                .failedWith(ExitCode.USAGE, "--since", "is not a day such as 2026-01-31");
        Path result = tempDir.resolve("result");
        assertThat(Run.of("scan", tree, "--out", result).exitCode()).isZero();
        Run.of("plan", result, "--since", "2026-01-01").failedWith(ExitCode.USAGE, "--since goes with a catalog");
        Run.of("plan", result, "--retention", "30d").failedWith(ExitCode.USAGE, "--change-per-day and --retention");
        replaceHistory("{\"format\": \"compscan-history\", \"version\": 1, \"scans\": 3}");
        Run.of("history", catalog).failedWith(ExitCode.FAILED, "history.json", "scans");
        Files.writeString(document(".history.json"), "{}");
        Run.of("history", catalog).failedWith(ExitCode.FAILED, "history.json", "the checksum does not match");
        Files.delete(document(".history.json"));
        Run.of("history", catalog).failedWith(ExitCode.FAILED, "is missing");
    }
}
