package io.compscan.cli.option;

import io.compscan.core.result.Footprint;
import io.compscan.core.result.ScanResult;
import io.compscan.core.result.answer.Headline;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * The documents that a plan stands on.
 *
 * @param commandLine the command that plans
 * @param result the scan; null if all figures are given
 * @param profile the target system; null for the first of the scan
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

    /** The failure of a wrong option. */
    public ParameterException usage(String message) {
        return new ParameterException(commandLine, message);
    }
}
