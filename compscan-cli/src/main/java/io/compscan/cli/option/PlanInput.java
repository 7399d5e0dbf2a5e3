package io.compscan.cli.option;

import io.compscan.forecast.CapacityForecast;
import io.compscan.forecast.GrowthFit;
import io.compscan.result.CapacityResult;
import io.compscan.result.CapacityResult.Assumptions;
import io.compscan.result.CapacityResult.Offer;
import io.compscan.result.Footprint;
import io.compscan.result.Growth;
import io.compscan.result.ScanResult;
import io.compscan.result.answer.Headline;
import io.compscan.result.history.HistoryResult;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * The documents that a plan stands on.
 *
 * @param commandLine the command that plans
 * @param result the scan; null if all figures are given
 * @param profile the target system, or several with commas between them; null for those of the scan
 */
public record PlanInput(
        CommandLine commandLine,
        @Nullable ScanResult result,
        @Nullable String profile) {

    /**
     * The size of the data on the target.
     *
     * @throws ParameterException if the scan has no such target
     */
    public Footprint footprint(ScanResult scan) {
        try {
            return profile == null ? Headline.of(scan).first() : Footprint.of(scan, profile);
        } catch (IllegalArgumentException e) {
            throw usage((profile == null ? "RESULT: " : "--profile: ") + e.getMessage());
        }
    }

    /**
     * The plan for the named systems of a scan, or for all of them.
     *
     * @param history the scans of a catalog, which goes on as it was where nothing is given; null without one
     * @throws ParameterException if the scan has no such system, or an assumption makes no sense
     */
    public CapacityResult plan(ScanResult scan, GrowthOptions growth, @Nullable HistoryResult history) {
        List<Footprint> targets = profile == null
                ? Headline.of(scan).footprints()
                : Arrays.stream(profile.split(",", -1))
                        .map(name -> new PlanInput(commandLine, scan, name.strip()).footprint(scan))
                        .distinct()
                        .toList();
        if (targets.isEmpty()) {
            targets = List.of(footprint(scan));
        }
        Map<Footprint, Offer> offers = growth.offers(targets, this::usage);
        Growth measured = history == null ? null : history.growth();
        try {
            Assumptions assumptions = measured == null
                    ? growth.assumptions()
                    : GrowthFit.goingOn(
                            growth.assumptions(), measured, scan.totals().scannedBytes());
            return CapacityForecast.of(scan, offers, assumptions, measured);
        } catch (IllegalArgumentException e) {
            throw usage("--growth: " + e.getMessage());
        }
    }

    /** The failure of a wrong option. */
    public ParameterException usage(String message) {
        return new ParameterException(commandLine, message);
    }
}
