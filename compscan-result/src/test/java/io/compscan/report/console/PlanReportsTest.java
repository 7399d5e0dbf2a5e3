package io.compscan.report.console;

import static io.compscan.report.Rendering.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.report.CsvReports;
import io.compscan.report.Golden;
import io.compscan.report.Grades;
import io.compscan.report.PlanJson;
import io.compscan.result.CapacityResult;
import io.compscan.result.CapacityResult.Assumptions;
import io.compscan.result.CapacityResult.Ground;
import io.compscan.result.CapacityResult.Guarantee;
import io.compscan.result.CapacityResult.IfWorse;
import io.compscan.result.CapacityResult.Offer;
import io.compscan.result.CapacityResult.SystemPlan;
import io.compscan.result.CapacityResult.Verdict;
import io.compscan.result.CapacityResult.Year;
import io.compscan.result.Cover;
import io.compscan.result.Evidence;
import io.compscan.result.Footprint;
import io.compscan.result.Grade;
import io.compscan.result.IndexWindow;
import io.compscan.result.InlineResult;
import io.compscan.result.InlineResult.Division;
import io.compscan.result.InlineResult.Setting;
import io.compscan.result.Retention;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The exact texts lie in {@code src/test/resources}: read them as a person would. */
class PlanReportsTest {

    private static final long TB = 1_000_000_000_000L;

    private final Locale locale = Locale.getDefault();

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(locale);
    }

    private static CapacityResult plan(boolean partial, Assumptions assumptions, List<SystemPlan> systems) {
        return new CapacityResult(
                CapacityResult.FORMAT,
                CapacityResult.VERSION,
                "1.0.0",
                List.of("/srv/vm"),
                partial,
                partial ? 4096 : 0,
                partial ? 2 : 0,
                assumptions,
                assumptions.notGiven(),
                systems,
                null);
    }

    /** Everything there is: two systems, intervals, snapshots, prices, guarantees; stopped before its end, and not all listed. */
    static CapacityResult rich() {
        Evidence evidence = new Evidence("VDO", List.of("8"), "volumes", 6, 6, -0.168, -0.01, 0.0565, null);
        return plan(
                true,
                new Assumptions(0.2, 0.1, 0.3, 1, 0.01, new Retention(30, 8, 0, 0), 0.2),
                List.of(
                        new SystemPlan(
                                vdo(evidence),
                                new Offer(299.5, 0.2, 0.05, 2.0),
                                List.of(
                                        year(0, 100 * TB, 52 * TB, 65 * TB, 19_467.5),
                                        year(1, 120 * TB, 62 * TB, 78 * TB, 23_361.0)),
                                List.of(Cover.SAMPLING, Cover.MODEL, Cover.GROWTH),
                                null,
                                new Guarantee(2, Verdict.UNLIKELY, 1.5, 1.2, 1.6, Ground.CHECKED_MODEL)),
                        new SystemPlan(
                                vdo(null),
                                new Offer(null, null, null, 1.2),
                                List.of(
                                        year(0, 100 * TB, 52 * TB, 65 * TB, null),
                                        year(1, 120 * TB, 62 * TB, 78 * TB, null)),
                                List.of(Cover.SAMPLING, Cover.GROWTH),
                                new IfWorse(0.1, 9 * TB, null),
                                new Guarantee(1.2, Verdict.LIKELY, 1.5, 1.35, 1.65, Ground.UNCHECKED_MODEL))));
    }

    private static Year year(int year, long scanned, long allocated, long usable, @Nullable Double price) {
        return new Year(
                year,
                scanned,
                allocated,
                allocated - TB,
                allocated + 2 * TB,
                usable,
                usable - 2 * TB,
                usable + 3 * TB,
                price == null ? null : usable * 2,
                usable * 3 / 2,
                price,
                Grade.ASSUMED);
    }

    @Test
    void aPlanSaysWhenTheDataOutgrowsWhatAnIndexRemembers() {
        String outgrows = "Year 1 has more data than the last 59.1 TiB written, which the index remembers.";
        assertThat(indexed(new IndexWindow(65 * TB, 0L, 0, 0, Grade.MODELLED)))
                .contains(outgrows)
                .doesNotContain("are not found");
        // 60 TB of 100 are written today, 72 in a year.
        assertThat(indexed(new IndexWindow(72 * TB, 0L, 0, 0, Grade.MODELLED))).doesNotContain("the index remembers");
        assertThat(indexed(new IndexWindow(55 * TB, 3 * TB, 3 * TB, 3 * TB, Grade.MODELLED)))
                .contains(
                        "remembers the last 50.0 TiB written: 2.73 TiB of duplicates are not found", "Year 1 has more");
        assertThat(indexed(null)).doesNotContain("remembers");
    }

    private static String indexed(@Nullable IndexWindow window) {
        SystemPlan one = single().systems().get(0);
        SystemPlan system = new SystemPlan(
                vdo(null, window), one.offer(), one.years(), one.rangeCovers(), one.ifWorse(), one.guarantee());
        return CapacityReport.render(plan(false, single().assumptions(), List.of(system)), Screen.FILE)
                .replaceAll("\\s+", " ");
    }

    private static Footprint vdo(@Nullable Evidence evidence) {
        return vdo(evidence, null);
    }

    private static Footprint vdo(@Nullable Evidence evidence, @Nullable IndexWindow window) {
        return new Footprint(
                evidence == null ? "ontap" : "=vdo,\"x\"",
                "fixed:4096",
                "lz4",
                100 * TB,
                60 * TB,
                40 * TB,
                39 * TB,
                41 * TB,
                true,
                3L << 30,
                List.of(Cover.SAMPLING),
                Grade.ofModel(evidence),
                evidence,
                window);
    }

    /** One system of the rich plan, whose years are shown. */
    static CapacityResult single() {
        CapacityResult rich = rich();
        return new CapacityResult(
                rich.format(),
                rich.version(),
                rich.toolVersion(),
                rich.paths(),
                false,
                0,
                0,
                rich.assumptions(),
                List.of(),
                rich.systems().subList(1, 2),
                null);
    }

    /** Nothing was given, so no capacity follows. */
    static CapacityResult plain() {
        return plan(
                false,
                Assumptions.NONE,
                List.of(new SystemPlan(
                        new Footprint(
                                null,
                                "fixed:131072",
                                "zstd:3",
                                5_000_000,
                                3_000_000L,
                                2_000_000,
                                2_000_000,
                                2_000_000,
                                false,
                                null,
                                List.of(),
                                Grade.MEASURED,
                                null,
                                null),
                        Offer.NONE,
                        List.of(new Year(
                                0,
                                5_000_000,
                                2_000_000,
                                2_000_000,
                                2_000_000,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                Grade.MEASURED)),
                        List.of(),
                        null,
                        null)));
    }

    static InlineResult pays() {
        Division best = new Division(72, 0.072, 1097.25, 1091.5, true, 110_816.5, 1.131, 1.1425, 19_815_432L);
        return new InlineResult(
                InlineResult.FORMAT,
                InlineResult.VERSION,
                new Setting(
                        1000,
                        100,
                        1L << 40,
                        1_080_000,
                        4_670_000,
                        1_000_000_000,
                        20_000_000,
                        10.0,
                        Setting.GIVEN,
                        "1 core like the scan's: 40.0 MB/s on 2 for 12 min 04 s",
                        "the scan, vdo"),
                125_350.9,
                best,
                best,
                0.0717,
                0.1869,
                1.3128);
    }

    static InlineResult doesNotPay() {
        Division asked = new Division(2, 0.125, 864.0, 37_915.0, false, 380_018.0, 0.0633, 0.0634, null);
        return new InlineResult(
                InlineResult.FORMAT,
                InlineResult.VERSION,
                new Setting(
                        16,
                        1,
                        1_000,
                        100_000_000,
                        40_000_000,
                        40_000_000,
                        1,
                        1.93,
                        "what was scanned",
                        Setting.GIVEN,
                        Setting.GIVEN),
                24_052.0,
                asked,
                new Division(13, 0.8125, 4032.0, 5833.0, false, 6.2e10, 0.3856, 0.412, 60L),
                0.8051,
                -0.2,
                null);
    }

    static Stream<Arguments> texts() throws IOException {
        return Stream.of(
                Arguments.of("console-plan.txt", CapacityReport.render(rich(), Screen.FILE)),
                Arguments.of("console-plan-single.txt", CapacityReport.render(single(), Screen.FILE)),
                Arguments.of("console-plan-plain.txt", CapacityReport.render(plain(), Screen.FILE)),
                Arguments.of("console-inline.txt", InlineReport.render(pays(), Screen.FILE)),
                Arguments.of("console-inline-not.txt", InlineReport.render(doesNotPay(), Screen.FILE)),
                Arguments.of("plan.json", text(out -> PlanJson.write(rich(), out))),
                Arguments.of("inline.json", text(out -> PlanJson.write(doesNotPay(), out))),
                Arguments.of(
                        "plan-tables.txt",
                        (text(out -> CsvReports.plan(rich(), out)) + text(out -> CsvReports.plan(plain(), out)))
                                .replace("\r\n", "\n")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("texts")
    void rendersExactly(String name, String text) throws IOException {
        Golden.assertSame(name, text);
        if (name.startsWith("console")) {
            assertThat(text.lines())
                    .allSatisfy(line -> assertThat(line)
                            .hasSizeLessThanOrEqualTo(100)
                            .matches("\\p{ASCII}*")
                            .doesNotEndWith(" "));
        }
    }

    /** Without years the interval is that of today, and year 0 is no year. */
    @Test
    void theIntervalOfTodaySaysSo() {
        CapacityResult rich = rich();
        SystemPlan system = rich.systems().get(1);
        CapacityResult today = plan(
                false,
                rich.assumptions(),
                List.of(new SystemPlan(
                        system.today(),
                        system.offer(),
                        system.years().subList(0, 1),
                        List.of(Cover.SAMPLING),
                        null,
                        null)));
        assertThat(CapacityReport.render(today, Screen.FILE))
                .contains("Today: 57.3 TiB to 61.8 TiB in the range of sampling error.")
                .doesNotContain("Year 0");
    }

    @Test
    void fitsNarrowScreens() {
        Screen narrow = new Screen(80, false, false);
        assertThat(Stream.of(
                                CapacityReport.render(rich(), narrow),
                                CapacityReport.render(single(), narrow),
                                CapacityReport.render(plain(), narrow),
                                InlineReport.render(pays(), narrow),
                                InlineReport.render(doesNotPay(), narrow))
                        .flatMap(String::lines))
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    @Test
    void theLocaleChangesNothing() {
        String before = CapacityReport.render(rich(), Screen.FILE) + InlineReport.render(pays(), Screen.FILE);
        Locale.setDefault(Locale.GERMANY);
        assertThat(CapacityReport.render(rich(), Screen.FILE) + InlineReport.render(pays(), Screen.FILE))
                .isEqualTo(before);
    }

    /** A profile's name is whatever a file says. */
    @Test
    void namesBreakNoLine() {
        Footprint odd = new Footprint(
                "a\nb\u202e",
                "fixed:4096",
                "lz4",
                100,
                100L,
                100,
                100,
                100,
                false,
                null,
                List.of(),
                Grade.MODELLED,
                null,
                null);
        SystemPlan system =
                new SystemPlan(odd, Offer.NONE, rich().systems().get(1).years(), List.of(), null, null);
        assertThat(List.of(
                        CapacityReport.render(plan(false, Assumptions.NONE, List.of(system)), Screen.FILE),
                        CapacityReport.render(plan(false, Assumptions.NONE, List.of(system, system)), Screen.FILE),
                        String.join("", Grades.sentences(List.of(odd)))))
                .allSatisfy(text ->
                        assertThat(text).contains("a\\x0ab\\xe2\\x80\\xae").doesNotContain("\u202e"));
    }
}
