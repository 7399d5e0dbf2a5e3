package io.compscan.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.compscan.result.InlineResult;
import io.compscan.result.InlineResult.Division;
import io.compscan.result.InlineResult.Setting;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.assertj.core.data.Offset;

/** Against the formulas as they were published, worked examples, and a search through every division. */
class DedupNodesTest {

    private static final double EPSILON = 1e-9;

    private static Setting setting(
            int nodes, long phases, long w, long c, long b, long interconnect, long dedup, double phi) {
        return new Setting(nodes, phases, w, c, b, interconnect, dedup, phi, "given", "given", "given");
    }

    /** The letters of the publication; W' is the data that is left. */
    private record Letters(double n, double k, double w, double c, double b, double h, double d, double phi) {
        static Letters of(Setting s) {
            return new Letters(
                    s.nodes(),
                    s.phases(),
                    s.phaseBytes(),
                    s.computeBytesPerSecond(),
                    s.storageBytesPerSecond(),
                    s.interconnectBytesPerSecond(),
                    s.dedupBytesPerSecond(),
                    s.reductionRatio());
        }

        double without() {
            return (w / (n * c) + w / (n * b)) * k;
        }

        double with(double r) {
            return (w / (n * (1 - r) * c) + w / (n * (1 - r) * h)) * k + w / (n * r * d) + w / phi / (n * r * b);
        }

        boolean overlaps(double r) {
            return w / (n * r * d) + w / phi / (n * r * b) <= w / (n * (1 - r) * c) + w / (n * (1 - r) * h);
        }

        double gain(double r) {
            double lambda = h / b;
            return lambda * (c + b) * (1 - r) / (lambda * b + c);
        }
    }

    @Provide
    Arbitrary<Setting> settings() {
        Arbitrary<Long> rates = Arbitraries.doubles().between(0, 12).map(power -> (long) Math.pow(10, power));
        Arbitrary<Double> ratios = Arbitraries.doubles().between(-0.5, 3).map(power -> Math.pow(10, power));
        Arbitrary<Long> phases = Arbitraries.doubles().between(0, 6).map(power -> (long) Math.pow(10, power));
        return Combinators.combine(
                        Arbitraries.integers().between(2, 300),
                        phases,
                        Arbitraries.longs().between(1, 1L << 50),
                        rates,
                        rates,
                        rates,
                        rates,
                        ratios)
                .as(DedupNodesTest::setting);
    }

    private static Offset<Double> close(double value) {
        return within(Math.abs(value) * EPSILON + Double.MIN_NORMAL);
    }

    /** 100 bytes a node: computing takes 10 s, writing 20, sending 5, deduplicating 2.5, and to write half of it 10. */
    @Example
    void workedByHand() {
        Setting setting = setting(10, 4, 1000, 10, 5, 20, 40, 2.0);
        DedupNodes model = new DedupNodes(setting);
        InlineResult half = model.plan(5);
        assertThat(half.elapsedSecondsWithout()).isEqualTo(4 * 30.0);
        assertThat(half.division())
                .isEqualTo(new Division(5, 0.5, 30.0, 25.0, true, 4 * 30.0 + 25, 120.0 / 145, 1.0, 20L));
        Division fifth = model.plan(2).division();
        assertThat(fifth.computePhaseSeconds()).isEqualTo(18.75);
        assertThat(fifth.dedupPhaseSeconds()).isEqualTo(62.5);
        assertThat(fifth.overlaps()).isFalse();
        assertThat(fifth.elapsedSeconds()).isEqualTo(18.75 + 4 * 62.5);
        assertThat(fifth.leastDedupBytesPerSecond()).isNull();
        assertThat(half.bestDedupShare()).isEqualTo(12.5 / 27.5, within(EPSILON));
        assertThat(half.breakEvenDedupShare()).isEqualTo(0.5, within(EPSILON));
        // 1 - 1/phi = 5/20 + 5/40
        assertThat(half.leastReductionRatio()).isEqualTo(1 / (1 - 0.25 - 0.125), within(EPSILON));
        // The two beside 4.54 of 10: 4 take 31.25 s a phase, 5 take 30.
        assertThat(half.best().dedupNodes()).isEqualTo(5);
    }

    /**
     * C = 1.08 MB/s and b = 4.67 MB/s, behind an interconnect that is much faster: a tenth of the nodes pays, and up to 18.7 % may. With
     * these C' need not be above 20 MB/s once phi is above 4.1, and with phi = 10 some 12 MB/s do.
     */
    @Example
    void thePublishedCase() {
        Setting setting = setting(1000, 1000, 1L << 40, 1_080_000, 4_670_000, 4_670_000_000L, 20_000_000, 10);
        DedupNodes model = new DedupNodes(setting);
        assertThat(model.breakEvenShare()).isEqualTo(0.1876, within(0.0001));
        Division tenth = model.plan(100).division();
        assertThat(tenth.overlaps()).isTrue();
        assertThat(tenth.longRunGain()).isEqualTo(1.108, within(0.0005));
        assertThat(tenth.gain()).isEqualTo(1.107, within(0.0005));
        assertThat(tenth.leastDedupBytesPerSecond()).isBetween(12_200_000L, 12_300_000L);
        assertThat(model.plan(0).best().dedupNodes()).isBetween(70, 80);
        for (double phi = 4.1; phi < 100; phi *= 1.1) {
            Setting other = setting(1000, 1000, 1L << 40, 1_080_000, 4_670_000, 4_670_000_000L, 20_000_000, phi);
            Division division = new DedupNodes(other).plan(100).division();
            assertThat(division.overlaps()).isTrue();
            assertThat(division.leastDedupBytesPerSecond()).isLessThanOrEqualTo(20_000_000L);
        }
        // Where a tenth goes away, so that nine tenths are written by a tenth of the nodes, no C' is fast enough.
        Setting tenthRemoved = setting(1000, 1000, 1L << 40, 1_080_000, 4_670_000, 4_670_000_000L, 20_000_000, 1 / 0.9);
        assertThat(new DedupNodes(tenthRemoved).plan(100).division().leastDedupBytesPerSecond())
                .isNull();
    }

    @Property
    void isThePublishedModelWhereItOverlaps(
            @ForAll("settings") Setting setting,
            @ForAll @DoubleRange(min = 0.001, max = 0.999) @Scale(6) double share) {
        DedupNodes model = new DedupNodes(setting);
        Letters letters = Letters.of(setting);
        assertThat(model.elapsedSecondsWithout()).isEqualTo(letters.without(), close(letters.without()));
        boolean isOnTheBrink =
                Math.abs(model.dedupPhaseSeconds(share) / model.computePhaseSeconds(share) - 1) < EPSILON;
        if (!isOnTheBrink) {
            assertThat(model.overlaps(share)).isEqualTo(letters.overlaps(share));
        }
        if (model.overlaps(share)) {
            assertThat(model.elapsedSeconds(share)).isEqualTo(letters.with(share), close(letters.with(share)));
            assertThat(model.longRunGain(share)).isEqualTo(letters.gain(share), close(letters.gain(share)));
        } else {
            assertThat(model.elapsedSeconds(share)).isGreaterThanOrEqualTo(letters.with(share) * (1 - EPSILON));
            assertThat(model.longRunGain(share)).isLessThanOrEqualTo(letters.gain(share) * (1 + EPSILON));
        }
    }

    /** The slower stage never rests but once. */
    @Property
    void takesAsLongAsTheSlowerStage(
            @ForAll("settings") Setting setting,
            @ForAll @DoubleRange(min = 0.001, max = 0.999) @Scale(6) double share) {
        DedupNodes model = new DedupNodes(setting);
        double slower = Math.max(model.computePhaseSeconds(share), model.dedupPhaseSeconds(share));
        assertThat(model.elapsedSeconds(share))
                .isBetween(setting.phases() * slower * (1 - EPSILON), (setting.phases() + 1) * slower * (1 + EPSILON));
        assertThat(model.gain(share)).isLessThanOrEqualTo(model.longRunGain(share) * (1 + EPSILON));
    }

    @Property
    void isTheOutcomeOfAPipelineStepByStep(
            @ForAll("settings") Setting setting, @ForAll @DoubleRange(min = 0.01, max = 0.99) @Scale(6) double share) {
        DedupNodes model = new DedupNodes(setting);
        long phases = Math.min(setting.phases(), 1000);
        Setting shorter = changed(setting, phases, setting.dedupBytesPerSecond(), setting.reductionRatio());
        double computed = 0;
        double written = 0;
        for (long phase = 0; phase < phases; phase++) {
            computed += model.computePhaseSeconds(share);
            written = Math.max(computed, written) + model.dedupPhaseSeconds(share);
        }
        assertThat(new DedupNodes(shorter).elapsedSeconds(share)).isEqualTo(written, close(written));
    }

    /** Nor need it be faster: what only one part in 10^16 of the time is spent on may take no time at all, and the sum is the same. */
    @Property
    void fasterIsNeverSlower(
            @ForAll("settings") Setting setting,
            @ForAll @DoubleRange(min = 0.001, max = 0.999) @Scale(6) double share) {
        DedupNodes model = new DedupNodes(setting);
        Setting s = setting;
        Setting faster = setting(
                s.nodes(),
                s.phases(),
                s.phaseBytes(),
                s.computeBytesPerSecond(),
                s.storageBytesPerSecond(),
                2 * s.interconnectBytesPerSecond(),
                2 * s.dedupBytesPerSecond(),
                2 * s.reductionRatio());
        DedupNodes better = new DedupNodes(faster);
        assertThat(better.elapsedSeconds(share)).isLessThanOrEqualTo(model.elapsedSeconds(share));
        assertThat(better.bestNodes() / (double) s.nodes()).isBetween(0.0, 1.0);
        assertThat(better.elapsedSeconds(better.bestNodes() / (double) s.nodes()))
                .isLessThanOrEqualTo(model.elapsedSeconds(model.bestNodes() / (double) s.nodes()) * (1 + EPSILON));
        Setting smaller = changed(s, s.phases(), s.dedupBytesPerSecond(), 2 * s.reductionRatio());
        model.leastDedupRate(share)
                .ifPresent(rate -> assertThat(
                                new DedupNodes(smaller).leastDedupRate(share).orElseThrow())
                        .isLessThanOrEqualTo(rate));
        model.leastDedupRate(share)
                .ifPresent(
                        rate -> assertThat(model.leastDedupRate((share + 1) / 2).orElseThrow())
                                .isLessThanOrEqualTo(rate));
    }

    @Property
    void searchingThroughAllDivisionsFindsNoneThatIsBetter(@ForAll("settings") Setting setting) {
        DedupNodes model = new DedupNodes(setting);
        double least = IntStream.range(1, setting.nodes())
                .mapToDouble(nodes -> model.elapsedSeconds((double) nodes / setting.nodes()))
                .min()
                .orElseThrow();
        InlineResult plan = model.plan(0);
        assertThat(plan.best().elapsedSeconds()).isEqualTo(least, close(least));
        assertThat(plan.division()).isEqualTo(plan.best());
        double best = model.elapsedSeconds(model.bestShare());
        double odds = model.bestShare() / (1 - model.bestShare());
        for (double factor = 1e-3; factor < 1e3; factor *= 1.05) {
            double share = odds * factor / (1 + odds * factor);
            assertThat(model.elapsedSeconds(share)).isGreaterThanOrEqualTo(best * (1 - EPSILON));
        }
    }

    @Property
    void theLeastRateIsTheOneFromWhichOnItOverlaps(
            @ForAll("settings") Setting setting, @ForAll @DoubleRange(min = 0.01, max = 0.99) @Scale(6) double share) {
        double rate = new DedupNodes(setting).leastDedupRate(share).orElse(Double.NaN);
        if (rate > 1e6 && rate < 1e15) {
            assertThat(new DedupNodes(withDedupRate(setting, (long) (rate * 1.001))).overlaps(share))
                    .isTrue();
            assertThat(new DedupNodes(withDedupRate(setting, (long) (rate * 0.999))).overlaps(share))
                    .isFalse();
        } else if (Double.isNaN(rate)) {
            assertThat(new DedupNodes(withDedupRate(setting, Long.MAX_VALUE)).overlaps(share))
                    .isFalse();
        }
    }

    private static Setting withDedupRate(Setting s, long rate) {
        return changed(s, s.phases(), rate, s.reductionRatio());
    }

    private static Setting changed(Setting s, long phases, long dedupRate, double phi) {
        return setting(
                s.nodes(),
                phases,
                s.phaseBytes(),
                s.computeBytesPerSecond(),
                s.storageBytesPerSecond(),
                s.interconnectBytesPerSecond(),
                dedupRate,
                phi);
    }

    @Property
    void beyondTheBreakEvenNothingPays(
            @ForAll("settings") Setting setting,
            @ForAll @DoubleRange(min = 0.001, max = 0.999) @Scale(6) double share) {
        DedupNodes fastest = new DedupNodes(withDedupRate(setting, Long.MAX_VALUE));
        if (share > fastest.breakEvenShare() + EPSILON) {
            assertThat(fastest.longRunGain(share)).isLessThan(1);
        } else if (share < fastest.breakEvenShare() - EPSILON && fastest.overlaps(share)) {
            assertThat(fastest.longRunGain(share)).isGreaterThan(1);
        }
    }

    @Property
    void theLeastReductionIsTheOneFromWhichOnTheBestSharePays(@ForAll("settings") Setting setting) {
        double least = new DedupNodes(setting).leastReductionRatio();
        if (Double.isInfinite(least)) {
            assertThat(balancedGain(setting, 1e300)).isLessThanOrEqualTo(1 + EPSILON);
        } else if (least > 1 / EPSILON) {
            // So close to none that rounding tells whether there is one.
            assertThat(balancedGain(setting, 1e300)).isEqualTo(1, within(10 * EPSILON));
        } else {
            assertThat(balancedGain(setting, least * 0.999)).isLessThan(1);
            assertThat(balancedGain(setting, least * 1.001)).isGreaterThan(1);
        }
    }

    /** The long-run gain where both stages take the same time, which no other share exceeds. */
    private static double balancedGain(Setting s, double phi) {
        DedupNodes model = new DedupNodes(changed(s, Integer.MAX_VALUE, s.dedupBytesPerSecond(), phi));
        double compute = model.computePhaseSeconds(0.5);
        double dedup = model.dedupPhaseSeconds(0.5);
        return model.longRunGain(dedup / (compute + dedup));
    }

    @Example
    void refusesWhatIsNoCluster() {
        assertThatThrownBy(() -> setting(1, 1, 1, 1, 1, 1, 1, 1)).hasMessageContaining("nodes 1");
        assertThatThrownBy(() -> setting(2, 0, 1, 1, 1, 1, 1, 1)).hasMessageContaining("phases 0");
        assertThatThrownBy(() -> setting(2, 1, 1, 1, 1, 1, 1, Double.NaN)).hasMessageContaining("reductionRatio NaN");
    }
}
