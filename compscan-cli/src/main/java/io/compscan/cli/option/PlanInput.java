package io.compscan.cli.option;

import io.compscan.forecast.CapacityForecast;
import io.compscan.result.CapacityResult;
import io.compscan.result.Footprint;
import io.compscan.result.ScanResult;
import io.compscan.result.answer.Headline;
import java.util.Arrays;
import java.util.List;
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
     * @throws ParameterException if the scan has no such system, or an assumption makes no sense
     */
    public CapacityResult plan(ScanResult scan, GrowthOptions growth) {
        List<Footprint> targets = profile == null
                ? Headline.of(scan).footprints()
                : Arrays.stream(profile.split(",", -1))
                        .map(name -> new PlanInput(commandLine, scan, name.strip()).footprint(scan))
                        .distinct()
                        .toList();
        if (targets.isEmpty()) {
            targets = List.of(footprint(scan));
        }
        try {
            return CapacityForecast.of(scan, growth.offers(targets, this::usage), growth.assumptions());
        } catch (IllegalArgumentException e) {
            throw usage("--growth: " + e.getMessage());
        }
    }

    /** The failure of a wrong option. */
    public ParameterException usage(String message) {
        return new ParameterException(commandLine, message);
    }
}
