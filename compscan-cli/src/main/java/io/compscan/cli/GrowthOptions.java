package io.compscan.cli;

import io.compscan.core.result.CapacityResult.Assumptions;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Assumptions about the years to come, and the place of the table. */
final class GrowthOptions {

    private static final int MAX_YEARS = 100;
    private static final int MAX_DAYS = 36_525;

    @Option(
            names = "--growth",
            paramLabel = "PERCENT",
            converter = Converters.Percent.class,
            description = "By how much the data grows a year, such as 20%% (default: 0%%).")
    private double growthPerYear;

    @Option(names = "--years", paramLabel = "N", description = "How many years to plan for (default: 3).")
    int years = 3;

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

    @Option(names = "--csv", paramLabel = "FILE", description = "Write the years to this file, too.")
    @Nullable Path csv;

    @Option(names = "--overwrite", description = "With --csv: replace a file that exists.")
    boolean overwrite;

    void check(PlanCommand command) {
        if (growthPerYear <= -1) {
            throw command.usage("--growth: it lies above -100%");
        }
        if (years < 0 || years > MAX_YEARS) {
            throw command.usage("--years: " + years + " is not in 0 to " + MAX_YEARS);
        }
        if (headroom < 0 || headroom >= 1) {
            throw command.usage("--headroom: it is not negative and lies below 100%");
        }
        if (changePerDay != null && changePerDay < 0) {
            throw command.usage("--change-per-day: it is not negative");
        }
        if (retentionDays != null && (retentionDays < 0 || retentionDays > MAX_DAYS)) {
            throw command.usage("--retention-days: " + retentionDays + " is not in 0 to " + MAX_DAYS);
        }
        if ((changePerDay == null) != (retentionDays == null)) {
            throw command.usage("--change-per-day and --retention-days go together");
        }
        if (overwrite && csv == null) {
            throw command.usage("--overwrite goes with --csv");
        }
    }

    Assumptions assumptions() {
        return new Assumptions(
                growthPerYear,
                changePerDay == null ? 0 : changePerDay,
                retentionDays == null ? 0 : retentionDays,
                headroom,
                pricePerTb);
    }
}
