package io.compscan.core.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.result.ScanResult;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The exact texts lie in {@code src/test/resources}: read them as a person would. */
class ConsoleReportTest {

    private final Locale locale = Locale.getDefault();

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(locale);
    }

    static Stream<Arguments> samples() {
        return Stream.of(
                Arguments.of("plain", Samples.plain()),
                Arguments.of("rich", Samples.rich()),
                Arguments.of("profiled", Samples.profiled()),
                Arguments.of("sampled", Samples.sampled()),
                Arguments.of("partial", Samples.partialWithFiles()),
                Arguments.of("content-defined", Samples.contentDefined()),
                Arguments.of("zeros", Samples.zeros()),
                Arguments.of("nothing", Samples.nothing()),
                Arguments.of("huge", Samples.huge()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("samples")
    void rendersExactly(String name, ScanResult result) throws IOException {
        Locale.setDefault(Locale.GERMANY);

        assertThat(ConsoleReport.render(result)).isEqualTo(golden("console-" + name + ".txt"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("samples")
    void fitsTheWidthAndIsAscii(String name, ScanResult result) {
        assertThat(ConsoleReport.render(result).lines())
                .allSatisfy(line -> assertThat(line)
                        .hasSizeLessThanOrEqualTo(100)
                        .matches("\\p{ASCII}*")
                        .doesNotEndWith(" "));
    }

    static String golden(String name) throws IOException {
        try (InputStream in = ConsoleReportTest.class.getResourceAsStream(name)) {
            assertThat(in).as(name).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
