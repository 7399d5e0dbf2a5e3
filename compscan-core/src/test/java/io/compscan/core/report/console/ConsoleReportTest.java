package io.compscan.core.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.report.Samples;
import io.compscan.core.result.ScanResult;
import java.io.IOException;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The exact texts lie in {@code src/test/resources}: read them as a person would. */
class ConsoleReportTest {

    private final Locale locale = Locale.getDefault();

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(locale);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("io.compscan.core.report.Samples#all")
    void rendersExactly(String name, ScanResult result) throws IOException {
        Locale.setDefault(Locale.GERMANY);

        assertThat(ConsoleReport.render(result)).isEqualTo(Samples.golden("console-" + name + ".txt"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("io.compscan.core.report.Samples#all")
    void fitsTheWidthAndIsAscii(String name, ScanResult result) {
        assertThat(ConsoleReport.render(result).lines())
                .allSatisfy(line -> assertThat(line)
                        .hasSizeLessThanOrEqualTo(100)
                        .matches("\\p{ASCII}*")
                        .doesNotEndWith(" "));
    }
}
