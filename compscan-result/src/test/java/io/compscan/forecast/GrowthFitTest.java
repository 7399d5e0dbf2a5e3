package io.compscan.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.compscan.result.CapacityResult.Assumptions;
import io.compscan.result.Growth;
import io.compscan.result.Growth.Change;
import io.compscan.result.Growth.Curve;
import io.compscan.result.Retention;
import io.compscan.result.history.HistoryResult;
import io.compscan.result.history.HistorySamples;
import io.compscan.result.history.PastScan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Growth of histories whose growth is known. */
class GrowthFitTest {

    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final double TB = 1e12;
    private static final double YEAR_DAYS = 365.25;

    private static Growth growth(List<PastScan> scans) {
        Growth growth = GrowthFit.of(HistoryResult.of("1.0.0", scans), null).growth();
        assertThat(growth).isNotNull();
        return growth;
    }

    /** What happens beside the growth. */
    private enum Noise {
        /** Every month differs from the line by chance. */
        SWINGS,
        /** Every month grows otherwise by chance, and what came stays. */
        STEPS,
        /** Both. */
        BOTH
    }

    /** A scan every month, give or take ten days. */
    private static List<PastScan> history(Random random, int count, double share, boolean isLinear, Noise noise) {
        List<PastScan> scans = new ArrayList<>();
        double days = 0;
        double stayed = 0;
        for (int i = 0; i < count; i++) {
            double exact = isLinear ? 1 + share * days / YEAR_DAYS : Math.pow(1 + share, days / YEAR_DAYS);
            double swing = noise == Noise.STEPS ? 0 : 0.01 * random.nextGaussian();
            double bytes = TB * (isLinear ? exact + swing + stayed : exact * Math.exp(swing + stayed));
            scans.add(HistorySamples.scan(BEGIN.plus(Duration.ofMinutes((long) (days * 1440))), (long) bytes, 1.5));
            double next = 20 + 20 * random.nextDouble();
            days += next;
            stayed += noise == Noise.SWINGS ? 0 : 0.01 * random.nextGaussian() * Math.sqrt(next / 30);
        }
        return scans;
    }

    /** A hundred histories each: in 90 at least the interval must hold the truth; 95 are meant. */
    @ParameterizedTest(name = "{0} scans, {1}, linear {2}")
    @CsvSource({
        "3, SWINGS, false",
        "3, STEPS, true",
        "5, STEPS, false",
        "7, BOTH, true",
        "12, SWINGS, true",
        "12, STEPS, false",
        "24, BOTH, false",
        "60, STEPS, true"
    })
    void theIntervalHoldsTheTruth(int count, Noise noise, boolean isLinear) {
        Random random = new Random(46);
        int heldCount = 0;
        for (int i = 0; i < 100; i++) {
            double share = -0.1 + 0.6 * random.nextDouble();
            Growth.Trend trend =
                    growth(history(random, count, share, isLinear, noise)).data();
            heldCount += isLinear
                    ? holds(trend.bytesPerYearLow(), share * TB, trend.bytesPerYearHigh())
                    : holds(trend.sharePerYearLow(), share, trend.sharePerYearHigh());
        }
        assertThat(heldCount).isBetween(90, 100);
    }

    private static int holds(double low, double truth, double high) {
        return low <= truth && truth <= high ? 1 : 0;
    }

    /** One scan of the wrong directory, say: the growth stays, the interval widens. */
    @Test
    void oneOddScanDoesNotMoveTheGrowth() {
        List<PastScan> scans = history(new Random(1), 13, 0.2, false, Noise.SWINGS);
        double before = growth(scans).data().sharePerYear();
        scans.set(6, HistorySamples.scan(scans.get(6).startedAt(), (long) (5 * TB), 1.5));
        Growth.Trend after = growth(scans).data();
        assertThat(after.sharePerYear()).isCloseTo(before, within(0.02));
        assertThat(after.sharePerYearHigh()).isGreaterThan(1);
    }

    @Test
    void theNearerCurveIsFound() {
        Random random = new Random(2);
        for (int i = 0; i < 20; i++) {
            assertThat(growth(history(random, 60, 0.4, true, Noise.SWINGS))
                            .data()
                            .curve())
                    .isEqualTo(Curve.LINEAR);
            assertThat(growth(history(random, 60, 0.4, false, Noise.SWINGS))
                            .data()
                            .curve())
                    .isEqualTo(Curve.EXPONENTIAL);
        }
    }

    /** A table of Student's t, two-sided 95 %. */
    @ParameterizedTest
    @CsvSource({
        "1, 12.7062",
        "2, 4.3027",
        "3, 3.1824",
        "4, 2.7764",
        "9, 2.2622",
        "10, 2.2281",
        "30, 2.0423",
        "120, 1.9799"
    })
    void studentsTIsThatOfTheTables(int degrees, double quantile) {
        assertThat(GrowthFit.StudentsT.upper(degrees)).isCloseTo(quantile, within(1e-4));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void tooFewScansOrDaysShowNothing(int count) {
        List<PastScan> scans = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            scans.add(HistorySamples.scan(BEGIN.plus(Duration.ofDays(6L * i)), 1000, 1));
        }
        HistoryResult history = GrowthFit.of(HistoryResult.of("1.0.0", scans), null);
        assertThat(history.growth()).isNull();
        assertThat(history.noGrowth())
                .startsWith("growth needs 3 comparable scans over 14 days; there "
                        + (count == 1 ? "is 1" : "are " + count) + ", over ");
        scans.add(HistorySamples.scan(BEGIN.plus(Duration.ofDays(14)), 1000, 1));
        assertThat(GrowthFit.of(HistoryResult.of("1.0.0", scans), null).growth() != null)
                .isEqualTo(count >= 2);
    }

    @Test
    void onlyScansOfTheSameDataCount() {
        List<PastScan> scans = new ArrayList<>();
        scans.add(HistorySamples.of(BEGIN.minus(Duration.ofDays(90)), List.of("/other"), 0, (long) (9 * TB), 1.5));
        scans.add(HistorySamples.of(BEGIN.minus(Duration.ofDays(60)), HistorySamples.PATHS, 1, (long) (TB / 2), 1.5));
        scans.addAll(history(new Random(3), 6, 0.2, true, Noise.SWINGS));
        Growth growth = growth(scans);
        assertThat(growth.scanCount()).isEqualTo(6);
        assertThat(growth.firstAt()).isEqualTo(BEGIN);
        assertThat(growth.data().bytesPerYear()).isPositive();
        HistoryResult later =
                GrowthFit.of(HistoryResult.of("1.0.0", scans), scans.get(4).startedAt());
        assertThat(later.growth()).isNotNull();
        assertThat(later.growth().scanCount()).isEqualTo(4);
    }

    /** A library that stores less is no change of the data. */
    @Test
    void whatWasMeasuredOtherwiseShowsNoGrowthOfWhatIsTaken() {
        List<PastScan> scans = new ArrayList<>(history(new Random(3), 7, 0.2, true, Noise.SWINGS));
        for (int i = 0; i < 3; i++) {
            scans.set(
                    i,
                    HistorySamples.measuredBy(
                            List.of("rules 1", "lz4-java 1.8.0", "profile vdo 5d3e0c9a11f2"), scans.get(i)));
        }
        Growth all = growth(scans);
        assertThat(all.scanCount()).isEqualTo(7);
        assertThat(all.targets()).isEmpty();
        Growth later = GrowthFit.of(
                        HistoryResult.of("1.0.0", scans), scans.get(3).startedAt())
                .growth();
        assertThat(later).isNotNull();
        assertThat(later.targets()).hasSize(1);
        scans.replaceAll(scan -> HistorySamples.measuredBy(
                List.of("rules 1", "lz4-java 1.12.1", "profile vdo 5d3e0c9a11f2", "profile zfs " + scan.startedAt()),
                scan));
        assertThat(growth(scans).targets())
                .as("the rules of another system do not matter")
                .hasSize(1);
    }

    /** 100 files of 1,000 bytes; 3 change and 1 goes in ten days. */
    @Test
    void theChangeIsThatOfADay() {
        List<PastScan> scans = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            scans.add(HistorySamples.churning(BEGIN.plus(Duration.ofDays(10L * i)), 100_000, 3000, 1000));
        }
        Change change = growth(scans).change();
        assertThat(change).isNotNull();
        assertThat(1 - Math.pow(1 - change.sharePerDay(), 10)).isCloseTo(0.04, within(1e-12));
        assertThat(change.sharePerDayLow()).isEqualTo(change.sharePerDayHigh());
    }

    /** 1 TB at 1.5 : 1, and then 100 GB at 1.1 : 1. */
    @Test
    void whatCameHasAReductionOfItsOwn() {
        List<PastScan> scans = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            long bytes = (long) (TB + i * 50e9);
            scans.add(HistorySamples.taking(
                    BEGIN.plus(Duration.ofDays(30L * i)), bytes, (long) (TB / 1.5 + i * 50e9 / 1.1)));
        }
        Growth.Added added = growth(scans).targets().get(0).added();
        assertThat(added.dataReductionRatio()).isCloseTo(1.1, within(1e-6));
        scans.set(2, HistorySamples.taking(scans.get(2).startedAt(), (long) (1.001 * TB), (long) (TB / 1.5 + 1e9)));
        assertThat(growth(scans).targets().get(0).added().dataReductionRatio())
                .as("a thousandth is no sample")
                .isNull();
    }

    @Test
    void whatIsGivenWins() {
        Growth growth = growth(history(new Random(4), 12, 0.2, false, Noise.STEPS));
        Assumptions given = new Assumptions(0.5, null, null, 3, 0.01, new Retention(30, 0, 0, 0), 0.2);
        assertThat(GrowthFit.goingOn(given, growth, (long) TB)).isEqualTo(given);
        Assumptions measured = GrowthFit.goingOn(
                new Assumptions(null, null, null, 3, null, new Retention(30, 0, 0, 0), 0.2), growth, (long) TB);
        assertThat(measured.growthPerYear()).isBetween(measured.growthPerYearLow(), measured.growthPerYearHigh());
        assertThat(measured.notGiven()).isEmpty();
        assertThat(measured.changePerDay()).isNotNull();
        assertThat(GrowthFit.goingOn(Assumptions.NONE, growth, (long) TB).changePerDay())
                .as("without snapshots nothing keeps what changes")
                .isNull();
    }

    @Test
    void aGrowthThatMayBeAnythingIsNotGiven() {
        List<PastScan> scans = new ArrayList<>();
        long[] bytes = {(long) TB, (long) (3 * TB), (long) TB};
        for (int i = 0; i < bytes.length; i++) {
            scans.add(HistorySamples.scan(BEGIN.plus(Duration.ofDays(10L * i)), bytes[i], 1.5));
        }
        Growth growth = growth(scans);
        assertThat(GrowthFit.goingOn(Assumptions.NONE, growth, (long) TB)).isEqualTo(Assumptions.NONE);
    }

    @Test
    void emptyDataGrowsByBytesOnly() {
        List<PastScan> scans = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            scans.add(HistorySamples.scan(BEGIN.plus(Duration.ofDays(30L * i)), i * 1000L, 1));
        }
        Growth.Trend trend = growth(scans).data();
        assertThat(trend.curve()).isEqualTo(Curve.LINEAR);
        assertThat(trend.sharePerYear()).isNull();
        assertThat(trend.bytesPerYear()).isCloseTo(1000 * YEAR_DAYS / 30, within(1e-6));
    }
}
