package io.compscan.cli.option;

import io.compscan.result.CapacityResult.Assumptions;
import io.compscan.result.CapacityResult.Offer;
import io.compscan.result.Footprint;
import io.compscan.result.Retention;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Assumptions about the years to come, and what is said of each target system. What is not given is not assumed. */
public final class GrowthOptions {

    private static final int MAX_YEARS = 100;

    @Option(
            names = "--growth",
            paramLabel = "PERCENT",
            converter = GivenGrowth.Converter.class,
            description =
                    "By how much the data grows a year: 20%%, a range 15%%..25%%, or linear:20%% of today's data.")
    private @Nullable GivenGrowth growth;

    @Option(names = "--years", paramLabel = "N", description = "How many years to plan for; 0 is today.")
    private @Nullable Integer years;

    @Option(
            names = "--headroom",
            paramLabel = "PERCENT",
            converter = Converters.Percent.class,
            description = "Which part of the usable capacity is to stay free, such as 20%%.")
    private @Nullable Double headroom;

    @Option(
            names = "--change-per-day",
            paramLabel = "PERCENT",
            converter = Converters.Percent.class,
            description = "Which part of the stored data is replaced a day while snapshots keep the old.")
    private @Nullable Double changePerDay;

    @Option(
            names = "--retention",
            paramLabel = "LIST",
            converter = Converters.Keep.class,
            description =
                    "With --change-per-day: which snapshots are kept, as days, weeks, months and years: 30d,8w,12m,3y.")
    private @Nullable Retention retention;

    @Option(
            names = "--price",
            paramLabel = "NUMBER",
            converter = PerSystem.Numbers.class,
            description =
                    "What a TB (10^12 bytes) of usable capacity costs, in any currency; or one for each system: vdo=300,ontap=450.")
    private @Nullable PerSystem prices;

    @Option(
            names = "--raid",
            paramLabel = "PERCENT",
            converter = PerSystem.Shares.class,
            description = "Which part of the raw capacity RAID, mirrors or erasure codes take; or one for each system.")
    private @Nullable PerSystem raid;

    @Option(
            names = "--spares",
            paramLabel = "PERCENT",
            converter = PerSystem.Shares.class,
            description = "Which part of the raw capacity is spare; or one for each system.")
    private @Nullable PerSystem spares;

    @Option(
            names = "--guarantee",
            paramLabel = "RATIO",
            converter = PerSystem.Ratios.class,
            description = "The data reduction ratio that the vendor guarantees, such as 4:1; or one for each system.")
    private @Nullable PerSystem guarantees;

    /** Whether any of these is given. */
    public boolean isAsked() {
        return Stream.of(growth, years, headroom, changePerDay, retention, prices, raid, spares, guarantees)
                .anyMatch(option -> option != null);
    }

    /**
     * Refuses values that make no sense.
     *
     * @param usage makes the failure that a message is for, which names the option
     * @param measuresChange whether the change a day need not be given
     */
    public void check(Function<String, ParameterException> usage, boolean measuresChange) {
        if (growth != null && growth.low() <= -1) {
            throw usage.apply("--growth: it lies above -100%");
        }
        if (years != null && (years < 0 || years > MAX_YEARS)) {
            throw usage.apply("--years: " + years + " is not in 0 to " + MAX_YEARS);
        }
        if (headroom != null && (headroom < 0 || headroom >= 1)) {
            throw usage.apply("--headroom: it is not negative and lies below 100%");
        }
        if (changePerDay != null && changePerDay < 0) {
            throw usage.apply("--change-per-day: it is not negative");
        }
        if ((changePerDay == null) != (retention == null) && !(measuresChange && changePerDay == null)) {
            throw usage.apply("--change-per-day and --retention go together");
        }
    }

    /** The assumptions of the plan. */
    public Assumptions assumptions() {
        boolean isRange = growth != null && growth.low() < growth.high();
        return new Assumptions(
                growth == null ? null : (Double) growth.middle(),
                growth == null || !isRange ? null : (Double) growth.low(),
                growth == null || !isRange ? null : (Double) growth.high(),
                years,
                changePerDay,
                retention,
                headroom,
                growth == null ? null : growth.curve());
    }

    /**
     * What is said of each of these targets.
     *
     * @param usage makes the failure of a system that is none of them
     */
    public Map<Footprint, Offer> offers(List<Footprint> targets, Function<String, ParameterException> usage) {
        checkNames("--price", prices, targets, usage);
        checkNames("--raid", raid, targets, usage);
        checkNames("--spares", spares, targets, usage);
        checkNames("--guarantee", guarantees, targets, usage);
        Map<Footprint, Offer> offers = new LinkedHashMap<>();
        for (Footprint target : targets) {
            offers.put(
                    target,
                    new Offer(of(prices, target), of(raid, target), of(spares, target), of(guarantees, target)));
        }
        return offers;
    }

    private static @Nullable Double of(@Nullable PerSystem values, Footprint target) {
        return values == null ? null : values.of(target.profile());
    }

    private static void checkNames(
            String option,
            @Nullable PerSystem values,
            List<Footprint> targets,
            Function<String, ParameterException> usage) {
        for (String name : values == null ? List.<String>of() : List.copyOf(values.systems())) {
            if (!name.isEmpty() && targets.stream().noneMatch(target -> name.equals(target.profile()))) {
                throw usage.apply(option + ": '" + name + "' is none of the systems of this plan");
            }
        }
    }
}
