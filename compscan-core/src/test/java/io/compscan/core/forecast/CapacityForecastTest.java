package io.compscan.core.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.compscan.core.result.CapacityResult;
import io.compscan.core.result.CapacityResult.Assumptions;
import io.compscan.core.result.CapacityResult.Year;
import io.compscan.core.result.Compression;
import io.compscan.core.result.Footprint;
import io.compscan.core.result.Layout;
import io.compscan.core.result.ProfileResult;
import io.compscan.core.result.ScanResult;
import io.compscan.core.result.ScanSettings;
import io.compscan.core.result.Timing;
import io.compscan.core.result.Totals;
import java.time.Instant;
import java.util.List;
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
        return new Footprint("p", "fixed:4096", "lz4", scannedBytes, middle, low, high, low < high, 1000L);
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

    private static List<Year> years(Footprint today, Assumptions assumptions, int years) {
        return CapacityForecast.of(result(), today, assumptions, years).years();
    }

    /** 100 TB that take 40, and 52 with 30 days of 1 %: 65 with a fifth kept free, and a fifth more each year. */
    @Example
    void workedByHand() {
        Footprint today = footprint(100 * TB, 39 * TB, 40 * TB, 41 * TB);
        List<Year> years = years(today, new Assumptions(0.2, 0.01, 30, 0.2, 300.0), 2);
        assertThat(years)
                .containsExactly(
                        new Year(
                                0,
                                100 * TB,
                                52 * TB,
                                50_700_000_000_000L,
                                53_300_000_000_000L,
                                65 * TB,
                                63_375_000_000_000L,
                                66_625_000_000_000L,
                                19_500.0),
                        new Year(
                                1,
                                120 * TB,
                                62_400_000_000_000L,
                                60_840_000_000_000L,
                                63_960_000_000_000L,
                                78 * TB,
                                76_050_000_000_000L,
                                79_950_000_000_000L,
                                23_400.0),
                        new Year(
                                2,
                                144 * TB,
                                74_880_000_000_000L,
                                73_008_000_000_000L,
                                76_752_000_000_000L,
                                93_600_000_000_000L,
                                91_260_000_000_000L,
                                95_940_000_000_000L,
                                28_080.0));
    }

    @Property
    void todayIsTodayToTheByte(@ForAll @LongRange(min = 0) long bytes) {
        Year now = years(footprint(bytes, bytes, bytes, bytes), new Assumptions(0.37, 0.0, 0, 0.0, null), 0)
                .get(0);
        assertThat(now).isEqualTo(new Year(0, bytes, bytes, bytes, bytes, bytes, bytes, bytes, null));
    }

    /** The same formula in doubles, as whoever checks it in a spreadsheet has it. */
    @Property
    void isTheFormula(
            @ForAll @LongRange(min = 0, max = 1L << 45) long bytes,
            @ForAll @DoubleRange(min = -0.9, max = 2) @Scale(6) double growth,
            @ForAll @DoubleRange(min = 0, max = 1) @Scale(6) double change,
            @ForAll @IntRange(min = 0, max = 400) int days,
            @ForAll @DoubleRange(min = 0, max = 0.9) @Scale(6) double headroom) {
        Assumptions assumptions = new Assumptions(growth, change, days, headroom, 0.01);
        List<Year> years = years(footprint(bytes, bytes / 2, bytes, bytes * 2), assumptions, 3);
        for (int y = 0; y <= 3; y++) {
            double allocated = bytes * Math.pow(1 + growth, y) * (1 + change * days);
            double usable = allocated / (1 - headroom);
            Year year = years.get(y);
            assertThat((double) year.allocatedBytes()).isEqualTo(allocated, within(1 + allocated * 1e-12));
            assertThat((double) year.usableBytes()).isEqualTo(usable, within(1 + usable * 1e-12));
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
        List<Year> less = years(today, new Assumptions(growth, 0.0, 0, 0.0, null), 5);
        List<Year> most = years(today, new Assumptions(growth + more, 0.0, 0, 0.0, null), 5);
        for (int y = 0; y <= 5; y++) {
            assertThat(most.get(y).usableBytes())
                    .isGreaterThanOrEqualTo(less.get(y).usableBytes());
        }
    }

    @Example
    void refusesWhatDoesNotFit() {
        Footprint large = footprint(Long.MAX_VALUE, 1, 1, 1);
        assertThatThrownBy(() -> years(large, new Assumptions(0.01, 0.0, 0, 0.0, null), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("by year 1 it comes to 2^63 bytes or more");
        assertThatThrownBy(() -> years(footprint(1, 1, 1, 1), new Assumptions(1e300, 0.0, 0, 0.0, null), 9))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2^63");
        Footprint nothing = new Footprint(null, "fixed:4096", "lz4", 0, 0, 0, 0, false, null);
        assertThat(years(nothing, new Assumptions(1e300, 0.0, 0, 0.0, null), 9)
                        .get(9)
                        .usableBytes())
                .isZero();
        for (Assumptions wrong : List.of(
                new Assumptions(-1.0, 0.0, 0, 0.0, null),
                new Assumptions(0.0, -0.1, 0, 0.0, null),
                new Assumptions(0.0, 0.0, -1, 0.0, null),
                new Assumptions(0.0, 0.0, 0, 1.0, null),
                new Assumptions(Double.NaN, 0.0, 0, 0.0, null))) {
            assertThatThrownBy(() -> years(large, wrong, 1)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Example
    void startsFromTheFirstCompressorOrFromAProfile() {
        Compression lz4 = Compression.ofChunks("lz4", 16_384, 4096, 2048, List.of());
        Compression xz = Compression.ofSample("xz", 16_384, 4096, 1500, 1, 4096, 1400, 1600, List.of());
        assertThat(Footprint.of(result(lz4, xz)))
                .isEqualTo(new Footprint(null, "fixed:4096", "lz4", 16_384, 2048, 2048, 2048, false, null));
        assertThat(Footprint.of(result(xz, lz4)))
                .isEqualTo(new Footprint(null, "fixed:4096", "xz", 16_384, 1500, 1400, 1600, true, null));
        ProfileResult vdo = new ProfileResult(
                "vdo",
                "VDO",
                "https://example.org",
                List.of(),
                "fixed:4096",
                "lz4",
                2048,
                2048,
                100,
                4196,
                4196,
                4196,
                64,
                16_384 / 4196.0,
                1 - 4196 / 16_384.0);
        ScanResult result = result(lz4, xz).withProfiles(List.of(vdo));
        assertThat(Footprint.of(result, "vdo"))
                .isEqualTo(new Footprint("vdo", "fixed:4096", "lz4", 16_384, 4196, 4196, 4196, false, 64L));
        assertThatThrownBy(() -> Footprint.of(result, "zfs"))
                .hasMessage("'zfs' is not in the result, which has vdo; scan with --profile zfs");
        assertThatThrownBy(() -> Footprint.of(result(lz4), "zfs"))
                .hasMessage("'zfs' is not in the result, which has no profile; scan with --profile zfs");
    }

    @Example
    void tellsWhatItLeavesOut() {
        CapacityResult plan =
                CapacityForecast.of(result(), Footprint.of(result()), new Assumptions(0.0, 0.0, 0, 0.0, null), 1);
        assertThat(plan.partial()).isTrue();
        assertThat(plan.unreadBytes()).isEqualTo(1000);
        assertThat(plan.paths()).containsExactly("/srv");
    }
}
