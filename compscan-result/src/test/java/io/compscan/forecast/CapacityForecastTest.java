package io.compscan.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.compscan.result.CapacityResult;
import io.compscan.result.CapacityResult.Assumptions;
import io.compscan.result.CapacityResult.Offer;
import io.compscan.result.CapacityResult.SystemPlan;
import io.compscan.result.CapacityResult.Verdict;
import io.compscan.result.CapacityResult.Year;
import io.compscan.result.Compression;
import io.compscan.result.Cover;
import io.compscan.result.Evidence;
import io.compscan.result.Footprint;
import io.compscan.result.Grade;
import io.compscan.result.Layout;
import io.compscan.result.ProfileResult;
import io.compscan.result.ProfileResult.Estimated;
import io.compscan.result.Retention;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import io.compscan.result.Timing;
import io.compscan.result.Totals;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Scale;

class CapacityForecastTest {

    private static final long TB = 1_000_000_000_000L;

    private static Footprint footprint(long scannedBytes, long low, long middle, long high) {
        return new Footprint(
                "p",
                "fixed:4096",
                "lz4",
                scannedBytes,
                scannedBytes,
                middle,
                low,
                high,
                low < high,
                1000L,
                low < high ? List.of(Cover.SAMPLING) : List.of(),
                Grade.MODELLED,
                null,
                null);
    }

    /** 1 chunk in 4 is left, in half its size. */
    private static ScanResult result(Compression... compression) {
        Layout layout = Layout.of("fixed:4096", "sha1", 16_384, 4, 0, 0, 1, 4096, List.of(), List.of(compression));
        ScanSettings plan = new ScanSettings(
                "1.0.0",
                List.of("/srv"),
                List.of("fixed:4096"),
                "sha1",
                List.of(),
                "by-compressor",
                0,
                List.of(),
                List.of(),
                false,
                false,
                false);
        return new ScanResult(
                plan,
                true,
                new Totals(17_384, 0, 1000, 16_384, 1, 0, 0, 0, 0, 0, 1, 0),
                List.of(layout),
                List.of(),
                List.of(),
                List.of(),
                new Timing(Instant.EPOCH, 1, 1, 1, 1, 1, "17"));
    }

    private static ScanResult result() {
        return result(Compression.ofChunks("lz4", 16_384, 4096, 2048, List.of()));
    }

    private static Assumptions assumed(double growth, double change, int days, double headroom, int years) {
        return new Assumptions(growth, null, null, years, change, new Retention(days, 0, 0, 0), headroom);
    }

    private static Offer price(double perTb) {
        return new Offer(perTb, null, null, null);
    }

    private static SystemPlan plan(Footprint today, Offer offer, Assumptions assumptions) {
        return CapacityForecast.of(result(), Map.of(today, offer), assumptions)
                .systems()
                .get(0);
    }

    private static List<Year> years(Footprint today, Offer offer, Assumptions assumptions) {
        return plan(today, offer, assumptions).years();
    }

    private static Year year(
            int year,
            long scanned,
            long allocated,
            long allocatedLow,
            long allocatedHigh,
            long usable,
            long usableLow,
            long usableHigh,
            long effective,
            double price) {
        return new Year(
                year,
                scanned,
                allocated,
                allocatedLow,
                allocatedHigh,
                usable,
                usableLow,
                usableHigh,
                null,
                effective,
                price,
                Grade.ASSUMED);
    }

    /** 100 TB that take 40, and 52 with 30 days of 1 %: 65 with a fifth kept free, and a fifth more each year. */
    @Example
    void workedByHand() {
        Footprint today = footprint(100 * TB, 39 * TB, 40 * TB, 41 * TB);
        List<Year> years = years(today, price(300), assumed(0.2, 0.01, 30, 0.2, 2));
        assertThat(years)
                .containsExactly(
                        year(
                                0,
                                100 * TB,
                                52 * TB,
                                50_700_000_000_000L,
                                53_300_000_000_000L,
                                65 * TB,
                                63_375_000_000_000L,
                                66_625_000_000_000L,
                                162_500_000_000_000L,
                                19_500.0),
                        year(
                                1,
                                120 * TB,
                                62_400_000_000_000L,
                                60_840_000_000_000L,
                                63_960_000_000_000L,
                                78 * TB,
                                76_050_000_000_000L,
                                79_950_000_000_000L,
                                195_000_000_000_000L,
                                23_400.0),
                        year(
                                2,
                                144 * TB,
                                74_880_000_000_000L,
                                73_008_000_000_000L,
                                76_752_000_000_000L,
                                93_600_000_000_000L,
                                91_260_000_000_000L,
                                95_940_000_000_000L,
                                234_000_000_000_000L,
                                28_080.0));
    }

    @Property
    void todayIsTodayToTheByte(@ForAll @LongRange(min = 0) long bytes) {
        Year now = years(footprint(bytes, bytes, bytes, bytes), Offer.NONE, assumed(0.37, 0, 0, 0, 0))
                .get(0);
        assertThat(now)
                .isEqualTo(new Year(
                        0,
                        bytes,
                        bytes,
                        bytes,
                        bytes,
                        bytes,
                        bytes,
                        bytes,
                        null,
                        bytes == 0 ? null : bytes,
                        null,
                        Grade.MODELLED));
    }

    /** The same formula in doubles, as whoever checks it in a spreadsheet has it. */
    @Property
    void isTheFormula(
            @ForAll @LongRange(min = 0, max = 1L << 45) long bytes,
            @ForAll @DoubleRange(min = -0.9, max = 2) @Scale(6) double growth,
            @ForAll @DoubleRange(min = 0, max = 1) @Scale(6) double change,
            @ForAll @IntRange(min = 0, max = 400) int days,
            @ForAll @DoubleRange(min = 0, max = 0.9) @Scale(6) double headroom) {
        Assumptions assumptions = assumed(growth, change, days, headroom, 3);
        List<Year> years = years(footprint(bytes, bytes / 2, bytes, bytes * 2), price(0.01), assumptions);
        for (int y = 0; y <= 3; y++) {
            double allocated = bytes * Math.pow(1 + growth, y) * (1 + change * days);
            double usable = allocated / (1 - headroom);
            Year year = years.get(y);
            assertThat((double) year.allocatedBytes()).isEqualTo(allocated, within(1 + allocated * 1e-12));
            assertThat(year.usableBytes().doubleValue()).isEqualTo(usable, within(1 + usable * 1e-12));
            assertThat(year.price()).isEqualTo(usable / 1e12 * 0.01, within(0.005001));
            assertThat(year.allocatedBytesLow()).isLessThanOrEqualTo(year.allocatedBytes());
            assertThat(year.allocatedBytesHigh()).isGreaterThanOrEqualTo(year.allocatedBytes());
            assertThat(year.usableBytes()).isGreaterThanOrEqualTo(year.allocatedBytes());
        }
    }

    @Property
    void moreGrowthNeedsMore(
            @ForAll @LongRange(min = 0, max = 1L << 48) long bytes,
            @ForAll @DoubleRange(min = -0.9, max = 1) @Scale(6) double growth,
            @ForAll @DoubleRange(min = 0, max = 1) @Scale(6) double more) {
        Footprint today = footprint(bytes, bytes, bytes, bytes);
        List<Year> less = years(today, Offer.NONE, assumed(growth, 0, 0, 0, 5));
        List<Year> most = years(today, Offer.NONE, assumed(growth + more, 0, 0, 0, 5));
        for (int y = 0; y <= 5; y++) {
            assertThat(most.get(y).usableBytes())
                    .isGreaterThanOrEqualTo(less.get(y).usableBytes());
        }
    }

    @Example
    void refusesWhatDoesNotFit() {
        Footprint large = footprint(1L << 62, 1, 1, 1);
        assertThatThrownBy(() -> years(large, Offer.NONE, assumed(1.5, 0, 0, 0, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("by year 1 it comes to 2^63 bytes or more");
        assertThatThrownBy(() -> years(footprint(1, 1, 1, 1), Offer.NONE, assumed(1e300, 0, 0, 0, 9)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2^63");
        Footprint nothing = plain("lz4", 0, 0, 0, 0);
        assertThat(years(nothing, Offer.NONE, assumed(1e300, 0, 0, 0, 9)).get(9).usableBytes())
                .isZero();
        for (Assumptions wrong : List.of(
                assumed(-1, 0, 0, 0, 1),
                assumed(0, -0.1, 0, 0, 1),
                assumed(0, 0, 0, 1, 1),
                assumed(0, 0, 0, 0, -1),
                assumed(Double.NaN, 0, 0, 0, 1),
                new Assumptions(0.1, 0.2, 0.3, 1, null, null, 0.0),
                new Assumptions(0.1, null, null, 1, 0.1, null, 0.0))) {
            assertThatThrownBy(() -> years(large, Offer.NONE, wrong)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static Footprint plain(String compressor, long scanned, long low, long middle, long high) {
        return new Footprint(
                null,
                "fixed:4096",
                compressor,
                scanned,
                scanned,
                middle,
                low,
                high,
                low < high,
                null,
                low < high ? List.of(Cover.SAMPLING) : List.of(),
                Grade.MEASURED,
                null,
                null);
    }

    @Example
    void startsFromTheFirstCompressorOrFromAProfile() {
        Compression lz4 = Compression.ofChunks("lz4", 16_384, 4096, 2048, List.of());
        Compression xz = Compression.ofSample("xz", 16_384, 4096, 1500, 1, 4096, 1400, 1600, List.of());
        assertThat(Footprint.of(result(lz4, xz))).isEqualTo(plain("lz4", 16_384, 2048, 2048, 2048));
        assertThat(Footprint.of(result(xz, lz4))).isEqualTo(plain("xz", 16_384, 1400, 1500, 1600));
        ProfileResult vdo = ProfileResult.of(
                "vdo",
                "VDO",
                "https://example.org",
                List.of(),
                "fixed:4096",
                "lz4",
                16_384,
                Estimated.exact(2048),
                Estimated.exact(0),
                Estimated.exact(4096),
                Estimated.exact(100),
                64,
                List.of());
        ScanResult result = result(lz4, xz).withProfiles(List.of(vdo));
        assertThat(Footprint.of(result, "vdo"))
                .isEqualTo(new Footprint(
                        "vdo",
                        "fixed:4096",
                        "lz4",
                        16_384,
                        16_384L,
                        4196,
                        4196,
                        4196,
                        false,
                        64L,
                        List.of(),
                        Grade.MODELLED,
                        null,
                        null));
        assertThatThrownBy(() -> Footprint.of(result, "zfs"))
                .hasMessage("'zfs' is not in the result, which has vdo; scan with --profile zfs");
        assertThatThrownBy(() -> Footprint.of(result(lz4), "zfs"))
                .hasMessage("'zfs' is not in the result, which has no profile; scan with --profile zfs");
    }

    @Example
    void tellsWhatItLeavesOut() {
        CapacityResult plan =
                CapacityForecast.of(result(), Map.of(Footprint.of(result()), Offer.NONE), assumed(0, 0, 0, 0, 1));
        assertThat(plan.partial()).isTrue();
        assertThat(plan.unreadBytes()).isEqualTo(1000);
        assertThat(plan.paths()).containsExactly("/srv");
    }

    /** An interval that holds deviations of the model is widened to all of them, and not by all of them. */
    @Example
    void deviationsOfAModelCountOnce() {
        Footprint plain = checked(evidence(-0.2, 0.25));
        assertThat(plain.leastFactor()).isEqualTo(1 / 1.25);
        assertThat(plain.mostFactor()).isEqualTo(1 / 0.8);
        Footprint held = withModel(36 * TB, 44 * TB);
        assertThat(held.allocatedBytesLow() * held.leastFactor()).isCloseTo(40 * TB / 1.25, within(1e3));
        assertThat(held.allocatedBytesHigh() * held.mostFactor()).isCloseTo(40 * TB / 0.8, within(1e3));
        Footprint wide = withModel(20 * TB, 60 * TB);
        assertThat(wide.leastFactor()).isEqualTo(1);
        assertThat(wide.mostFactor()).isEqualTo(1);
    }

    private static Footprint withModel(long low, long high) {
        return new Footprint(
                "p",
                "fixed:4096",
                "lz4",
                100 * TB,
                80 * TB,
                40 * TB,
                low,
                high,
                true,
                1000L,
                List.of(Cover.SAMPLING, Cover.MODEL),
                Grade.CHECKED,
                evidence(-0.2, 0.25),
                null);
    }

    private static Footprint checked(Evidence evidence) {
        return new Footprint(
                "p",
                "fixed:4096",
                "lz4",
                100 * TB,
                80 * TB,
                40 * TB,
                39 * TB,
                41 * TB,
                true,
                1000L,
                List.of(Cover.SAMPLING),
                Grade.CHECKED,
                evidence,
                null);
    }

    private static Evidence evidence(double lowest, double highest) {
        return new Evidence("p", List.of("1"), "all", 2, 4, lowest, highest, 0.0, null);
    }

    /** A capacity to buy needs the years, the growth and the headroom; nobody invents them. */
    @Example
    void whatNobodyGaveGivesNoCapacity() {
        Footprint today = footprint(100 * TB, 40 * TB, 40 * TB, 40 * TB);
        CapacityResult plan = CapacityForecast.of(result(), Map.of(today, price(300)), Assumptions.NONE);
        assertThat(plan.notGiven()).containsExactly("years", "growth", "headroom");
        Year only = plan.systems().get(0).last();
        assertThat(only.year()).isZero();
        assertThat(only.allocatedBytes()).isEqualTo(40 * TB);
        assertThat(only.usableBytes()).isNull();
        assertThat(only.usableBytesHigh()).isNull();
        assertThat(only.effectiveBytes()).isNull();
        assertThat(only.price()).isNull();
        assertThat(only.grade()).isEqualTo(Grade.MODELLED);
        assertThat(new Assumptions(null, null, null, 0, null, null, 0.2).notGiven())
                .isEmpty();
        assertThat(new Assumptions(0.2, null, null, 3, null, null, null).notGiven())
                .containsExactly("headroom");
        List<Year> grown = years(today, Offer.NONE, new Assumptions(0.5, null, null, 1, null, null, null));
        assertThat(grown.get(1).allocatedBytes()).isEqualTo(60 * TB);
        assertThat(grown.get(1).usableBytes()).isNull();
        assertThat(grown.get(1).grade()).isEqualTo(Grade.ASSUMED);
    }

    /** 41 TB on a system that took 1/0.8 of a prediction at most, 39 TB on one that took 1/1.25 of it; growth of 10 to 30 %. */
    @Example
    void theRangeIsThatOfWhatItIsMadeOf() {
        SystemPlan plan =
                plan(checked(evidence(-0.2, 0.25)), Offer.NONE, new Assumptions(0.2, 0.1, 0.3, 1, null, null, 0.0));
        assertThat(plan.rangeCovers()).containsExactly(Cover.SAMPLING, Cover.MODEL, Cover.GROWTH);
        Year last = plan.last();
        assertThat(last.usableBytes()).isEqualTo(48 * TB);
        assertThat(last.usableBytesLow()).isEqualTo(34_320_000_000_000L);
        assertThat(last.usableBytesHigh()).isEqualTo(66_625_000_000_000L);
        assertThat(plan.ifWorse()).as("the deviations are known").isNull();
        SystemPlan biased = plan(checked(evidence(-0.2, -0.1)), Offer.NONE, assumed(0, 0, 0, 0, 0));
        assertThat(biased.last().usableBytesLow())
                .as("holds the prediction itself")
                .isEqualTo(39 * TB);
    }

    /** A tenth less of reduction is a ninth more of capacity. */
    @Example
    void tellsTheCostOfAWrongModelWhereNobodyCheckedIt() {
        SystemPlan plan = plan(footprint(100 * TB, 45 * TB, 45 * TB, 45 * TB), price(300), assumed(0, 0, 0, 0, 1));
        assertThat(plan.rangeCovers()).isEmpty();
        assertThat(plan.ifWorse()).isEqualTo(new CapacityResult.IfWorse(0.1, 5 * TB, 1500.0));
        assertThat(plan(Footprint.of(result()), Offer.NONE, assumed(0, 0, 0, 0, 1))
                        .ifWorse())
                .isNull();
    }

    @Example
    void fromRawToEffective() {
        SystemPlan plan = plan(
                footprint(80 * TB, 40 * TB, 40 * TB, 40 * TB),
                new Offer(null, 0.2, 0.5, null),
                assumed(0, 0, 0, 0.2, 0));
        assertThat(plan.last().usableBytes()).isEqualTo(50 * TB);
        assertThat(plan.last().rawBytes()).isEqualTo(125 * TB);
        assertThat(plan.last().effectiveBytes()).isEqualTo(100 * TB);
    }

    @Example
    void judgesAGuarantee() {
        // 80 TB are written: 2 : 1, and 1.95 to 2.05 with the sample.
        assertThat(verdict(checked(evidence(-0.1, 0)), 1.75)).isEqualTo(Verdict.LIKELY);
        assertThat(verdict(checked(evidence(-0.1, 0)), 1.8)).isEqualTo(Verdict.OPEN);
        assertThat(verdict(checked(evidence(-0.1, 0)), 2.1)).isEqualTo(Verdict.UNLIKELY);
        Footprint unchecked = footprint(80 * TB, 40 * TB, 40 * TB, 40 * TB);
        assertThat(verdict(unchecked, 1.8)).isEqualTo(Verdict.LIKELY);
        assertThat(verdict(unchecked, 2)).isEqualTo(Verdict.OPEN);
        assertThat(verdict(unchecked, 2.3)).isEqualTo(Verdict.UNLIKELY);
        assertThat(verdict(footprint(0, 0, 0, 0), 4)).isEqualTo(Verdict.OPEN);
    }

    private static Verdict verdict(Footprint today, double ratio) {
        return plan(today, new Offer(null, null, null, ratio), Assumptions.NONE)
                .guarantee()
                .verdict();
    }

    /** Daily snapshots keep all that changed; a weekly one keeps one state of what changed several times. */
    @Property
    void snapshotsKeepWhatChangedBetweenThem(
            @ForAll @DoubleRange(min = 0, max = 1) @Scale(6) double change,
            @ForAll @IntRange(min = 0, max = 60) int days,
            @ForAll @IntRange(min = 0, max = 20) int weeks) {
        double expected = change * days;
        int younger = days;
        for (int week = 1; week <= weeks; week++) {
            int age = week * 7;
            if (age > days) {
                expected += age - younger == 1 ? change : 1 - Math.pow(1 - change, age - younger);
                younger = age;
            }
        }
        assertThat(new Retention(days, weeks, 0, 0).keptShare(change)).isEqualTo(expected, within(1e-9));
        assertThat(new Retention(days, 0, 0, 0).keptShare(change)).isEqualTo(change * days);
    }

    @Example
    void monthsAndYearsArePartsOfAYear() {
        assertThat(new Retention(0, 0, 12, 1).keptShare(1))
                .as("the twelfth month is the year")
                .isEqualTo(12);
        assertThat(new Retention(30, 8, 12, 3).text()).isEqualTo("30d,8w,12m,3y");
        assertThat(new Retention(0, 0, 0, 0).text()).isEqualTo("0d");
    }
}
