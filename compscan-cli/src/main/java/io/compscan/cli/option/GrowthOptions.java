package io.compscan.cli.option;

import io.compscan.core.result.CapacityResult.Assumptions;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Assumptions about the years to come, and the place of the table. */
public final class GrowthOptions {

    private static final int MAX_YEARS = 100;
    private static final int MAX_DAYS = 36_525;

    @Option(
            names = "--growth",
            paramLabel = "PERCENT",
            converter = Converters.Percent.class,
            description = "By how much the data grows a year, such as 20%% (default: 0%%).")
    private double growthPerYear;

    @Option(names = "--years", paramLabel = "N", description = "How many years to plan for (default: 3).")
    private int years = 3;

    @Option(
            names = "--headroom",
            paramLabel = "PERCENT",
            converter = Converters.Percent.class,
            description = "Which part of the usable capacity is to stay free, such as 20%% (default: 0%%).")
    private double headroom;

    @Option(
            names = "--change-per-day",
            paramLabel = "PERCENT",
            converter = Converters.Percent.class,
            description = "Which part of the stored data is replaced a day while snapshots keep the old.")
    private @Nullable Double changePerDay;

    @Option(
            names = "--retention-days",
            paramLabel = "N",
            description = "With --change-per-day: how many days snapshots are kept.")
    private @Nullable Integer retentionDays;

    @Option(
            names = "--price",
            paramLabel = "NUMBER",
            converter = Converters.Positive.class,
            description = "What a TB (10^12 bytes) of usable capacity costs, in any currency.")
    private @Nullable Double pricePerTb;

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "Write the years to this file, too; - prints them instead of the report.")
    private @Nullable Path csv;

    @Option(names = "--overwrite", description = "With --csv: replace a file that exists.")
    private boolean overwrite;

    /**
     * Refuses values that make no sense.
     *
     * @param usage makes the failure that a message is for, which names the option
     */
    public void check(Function<String, ParameterException> usage) {
        if (growthPerYear <= -1) {
            throw usage.apply("--growth: it lies above -100%");
        }
        if (years < 0 || years > MAX_YEARS) {
            throw usage.apply("--years: " + years + " is not in 0 to " + MAX_YEARS);
        }
        if (headroom < 0 || headroom >= 1) {
            throw usage.apply("--headroom: it is not negative and lies below 100%");
        }
        if (changePerDay != null && changePerDay < 0) {
            throw usage.apply("--change-per-day: it is not negative");
        }
        if (retentionDays != null && (retentionDays < 0 || retentionDays > MAX_DAYS)) {
            throw usage.apply("--retention-days: " + retentionDays + " is not in 0 to " + MAX_DAYS);
        }
        if ((changePerDay == null) != (retentionDays == null)) {
            throw usage.apply("--change-per-day and --retention-days go together");
        }
        if (overwrite && csv == null) {
            throw usage.apply("--overwrite goes with --csv");
        }
    }

    /** The assumptions of the plan. */
    public Assumptions assumptions() {
        return new Assumptions(
                growthPerYear,
                changePerDay == null ? 0 : changePerDay,
                retentionDays == null ? 0 : retentionDays,
                headroom,
                pricePerTb);
    }

    /** How many years the plan has. */
    public int years() {
        return years;
    }

    /** The file for the years; null if they are only shown. */
    public @Nullable Path csv() {
        return csv;
    }

    /** Whether the file for the years may be there already. */
    public boolean overwrite() {
        return overwrite;
    }
}
