package io.compscan.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.report.ChunkingSamples;
import io.compscan.report.Figures;
import io.compscan.report.Golden;
import io.compscan.report.Samples;
import io.compscan.report.SetSamples;
import io.compscan.result.Footprint;
import io.compscan.result.ReadError;
import io.compscan.result.ScanResult;
import io.compscan.result.answer.Headline;
import io.compscan.result.answer.Variants;
import io.compscan.result.answer.Variants.Variant;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The exact texts lie in {@code src/test/resources}: read them as a person would. */
class ConsoleReportTest {

    private final Locale locale = Locale.getDefault();

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(locale);
    }

    private static Screen screen(int columns) {
        return new Screen(columns, false, false);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("io.compscan.report.Samples#all")
    void rendersExactly(String name, ScanResult result) throws IOException {
        Locale.setDefault(Locale.GERMANY);

        Golden.assertSame("console-" + name + "-80.txt", ConsoleReport.render(result, screen(80)));
        Golden.assertSame("console-" + name + "-120.txt", ConsoleReport.render(result, screen(120)));
        Golden.assertSame("console-" + name + ".txt", ConsoleReport.render(result, Screen.FILE.detailed()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("io.compscan.report.Samples#all")
    void fitsTheScreenAndIsAscii(String name, ScanResult result) {
        for (int columns : List.of(60, 72, 80, 100, 120, 160, 200)) {
            for (Screen screen : List.of(screen(columns), screen(columns).detailed())) {
                assertThat(ConsoleReport.render(result, screen).lines())
                        .as(columns + " columns")
                        .allSatisfy(line -> assertThat(line)
                                .hasSizeLessThanOrEqualTo(columns)
                                .matches("\\p{ASCII}*")
                                .doesNotEndWith(" "));
            }
        }
    }

    /** What was asked for, and what could not be read, may need more than the screen of 25 lines that a report is made for. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("io.compscan.report.Samples#all")
    void fitsOneScreenBesideWhatWasAskedFor(String name, ScanResult result) {
        boolean isPlain = result.errors().isEmpty()
                && !result.partial()
                && result.profiles().isEmpty();
        int asked = new Variants(result).asked().size() + 5 * result.profiles().size();
        for (int columns : List.of(80, 100, 160)) {
            assertThat(ConsoleReport.render(result, screen(columns)).lines())
                    .as(columns + " columns")
                    .hasSizeLessThanOrEqualTo(ConsoleReport.BRIEF_LINES + (isPlain && asked < 3 ? 0 : 10 + asked));
        }
    }

    /** Everything that was asked for has a row, and the least one is marked, a system or not. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("io.compscan.report.Samples#all")
    void everyVariantHasItsRow(String name, ScanResult result) {
        List<Variant> asked = new Variants(result).asked();
        for (int columns : List.of(80, 120)) {
            String report = ConsoleReport.render(result, screen(columns));
            if (asked.size() > 1) {
                for (Variant variant : asked) {
                    String chunking = variant.layout().chunking();
                    // A long name is cut.
                    String head = " " + chunking.substring(0, Math.min(13, chunking.length()));
                    assertThat(report.lines().map(line -> line.replaceAll(" +", " ")))
                            .anyMatch(line -> line.startsWith(head)
                                    && line.contains(" " + variant.compression().compressor() + " "));
                }
            }
            assertThat(report.contains("<- least"))
                    .isEqualTo(asked.size() + result.profiles().size() > 1);
        }
    }

    /** The top of a report leaves the screen, so its end has the figures again. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("io.compscan.report.Samples#all")
    void theAnswerIsAlsoAtTheEnd(String name, ScanResult result) {
        List<Footprint> footprints = Headline.of(result).footprints();
        for (Screen screen : List.of(screen(80), screen(120), screen(80).detailed())) {
            String report = ConsoleReport.render(result, screen);
            if (result.totals().scannedBytes() == 0) {
                assertThat(report).doesNotContain("Answer");
                continue;
            }
            String end = report.substring(report.lastIndexOf("\nAnswer   ")).replaceAll("\\s+", " ");
            for (Footprint footprint : footprints.subList(0, Math.min(3, footprints.size()))) {
                String ratio = footprints.size() == 1
                        ? Labels.reduction(footprint)
                        : Figures.perOne(footprint.dataReductionRatio());
                assertThat(end)
                        .contains(Figures.human(footprint.allocatedBytes()), Labels.shortened(footprint.title()));
                if (footprint.reductionRatio() != null) {
                    assertThat(end).contains("data reduction ", ratio);
                }
            }
            assertThat(end).endsWith(". ");
        }
    }

    @Test
    void coloursChangeNoWord() {
        ScanResult result = Samples.rich();
        String coloured = ConsoleReport.render(result, new Screen(80, false, true));

        assertThat(coloured).contains("\u001b[1m3.00 GiB of data would take");
        assertThat(coloured.replaceAll("\u001b\\[[0-9]*m", "")).isEqualTo(ConsoleReport.render(result, screen(80)));
    }

    /** Somebody who reads of a file that could not be read wants to know what to do. */
    @Test
    void aLongReasonIsToldToItsEnd() {
        String reason = "qcow2: its parent is a file that lies outside of what is scanned; --image-parents DIR allows a"
                + " further directory, such as /" + "long".repeat(30);
        ReadError error = new ReadError("vm/" + "deep/".repeat(30) + "disk", ReadError.Kind.UNREADABLE, 1, reason);
        ScanResult result = Samples.withErrors(List.of(error), List.of("vm"));

        for (int columns : List.of(60, 80, 120)) {
            String report = ConsoleReport.render(result, screen(columns));
            assertThat(report.replaceAll("\\s+", " ")).contains("--image-parents DIR allows a further directory");
            assertThat(report.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(columns));
        }
    }

    @Test
    void aWideScreenIsUsed() {
        String wide = ConsoleReport.render(ChunkingSamples.matrix(), screen(160));

        assertThat(wide.lines().mapToInt(String::length).max().orElseThrow()).isGreaterThan(120);
    }

    /** What a sketch has estimated is called an estimate wherever it stands. */
    @Test
    void whatFinerChunksGainIsAnEstimateOfEstimates() {
        String report = ConsoleReport.render(SetSamples.sketches(), new Screen(100, true, false));

        assertThat(report.replaceAll(" +", " "))
                .contains(" ~1,572,864 ~48.0 MiB ~3.00 GiB - 1")
                .contains(" ~2,097,152 ~64.0 MiB ~4.00 GiB costs more 2");
    }
}
