package io.compscan.cli.option;

import io.compscan.cli.file.ResultFile;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.forecast.GrowthFit;
import io.compscan.result.history.HistoryResult;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which scans of a catalog the growth is measured by. */
public final class SinceMixin {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--since",
            paramLabel = "DATE",
            converter = Converters.Day.class,
            description = "Of a catalog: measure the growth from this day on, such as 2026-01-31.")
    private @Nullable Instant since;

    /** The scans of a catalog with the growth that they show; null if the place is no catalog. */
    public @Nullable HistoryResult history(Path place) throws CommandFailure {
        HistoryResult history = ResultFile.history(place);
        if (history == null && since != null) {
            throw new ParameterException(
                    command.commandLine(), "--since goes with a catalog of 'compscan scan --catalog'");
        }
        return history == null ? null : GrowthFit.of(history, since);
    }
}
