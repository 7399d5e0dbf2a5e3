package io.compscan.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.result.ScanResult;
import java.io.IOException;
import java.io.StringWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The text format of Prometheus, version 0.0.4: each family once, with its help and type in front, and no sample twice. */
class MetricsTest {

    private static final Pattern SAMPLE = Pattern.compile(
            "(compscan_[a-z_]+)(\\{[a-z]+=\"(?:[^\"\\\\]|\\\\[\\\\n\"])*\"(?:,[a-z]+=\"(?:[^\"\\\\]|\\\\[\\\\n\"])*\")*})? "
                    + "-?[0-9]+(?:\\.[0-9]+)?(?:E-?[0-9]+)?");

    private static String metrics(ScanResult result) throws IOException {
        StringWriter out = new StringWriter();
        Metrics.write(result, out);
        return out.toString();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("io.compscan.report.Samples#all")
    void isWellFormed(String name, ScanResult result) throws IOException {
        String text = metrics(result);
        assertThat(text).endsWith("\n").doesNotContain("NaN", "null");
        Set<String> families = new HashSet<>();
        Set<String> samples = new HashSet<>();
        String family = "";
        for (String line : text.lines().toList()) {
            if (line.startsWith("# HELP ")) {
                family = line.split(" ", 4)[2];
                assertThat(families.add(family)).as(family).isTrue();
            } else if (line.startsWith("# TYPE ")) {
                assertThat(line).isEqualTo("# TYPE " + family + " gauge");
            } else {
                Matcher sample = SAMPLE.matcher(line);
                assertThat(sample.matches()).as(line).isTrue();
                assertThat(sample.group(1)).isEqualTo(family);
                assertThat(samples.add(line.substring(0, line.lastIndexOf(' '))))
                        .as(line)
                        .isTrue();
            }
        }
    }

    @Test
    void hasTheNumbersOfTheResult() throws IOException {
        ScanResult result = Samples.rich();
        List<String> lines = metrics(result).lines().toList();
        assertThat(lines)
                .contains(
                        "compscan_scanned_bytes " + result.totals().scannedBytes(),
                        "compscan_partial 0",
                        "compscan_physical_bytes{chunking=\"fixed:4096\",compressor=\"lz4\"} "
                                + result.layouts().get(0).compression().get(0).physicalBytes());
        assertThat(metrics(EstimateSamples.profiled()))
                .contains("compscan_allocated_bytes{profile=\"vdo\",grade=\"modelled\"} ");
    }
}
