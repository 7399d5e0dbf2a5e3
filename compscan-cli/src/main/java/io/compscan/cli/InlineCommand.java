package io.compscan.cli;

import io.compscan.cli.file.ResultFile;
import io.compscan.cli.option.InlineOptions;
import io.compscan.cli.option.OutputMixin;
import io.compscan.cli.option.PlanInput;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.Terminal;
import io.compscan.report.PlanJson;
import io.compscan.report.console.InlineReport;
import io.compscan.result.InlineResult;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code compscan inline}. */
@Command(
        name = "inline",
        description =
                "Computes whether deduplication while writing pays: some nodes of a cluster deduplicate what the others"
                        + " write.",
        footer = {"", "Results are written by 'compscan scan --out DIR'."})
final class InlineCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "RESULT",
            description =
                    "A result.json, or the directory that a scan has written it to; for what the options leave open.")
    private @Nullable Path file;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description = "The target system whose reduction counts, one of those that the scan was given.")
    private @Nullable String profile;

    @Option(names = "--json", description = "Print a JSON document instead of the report.")
    private boolean json;

    @ArgGroup(validate = false, heading = "%nThe cluster, all rates those of one node:%n")
    private InlineOptions nodes = new InlineOptions();

    @Override
    public Integer call() throws CommandFailure {
        PlanInput input = new PlanInput(spec.commandLine(), file == null ? null : ResultFile.read(file), profile);
        if (profile != null && nodes.hasReduction()) {
            throw input.usage("--profile goes without --reduction: either says what is left");
        }
        InlineResult plan = nodes.plan(input);
        OutputMixin.show(
                spec.commandLine().getOut(),
                json,
                InlineReport.render(plan, Terminal.screen(true)),
                out -> PlanJson.write(plan, out));
        return ExitCode.OK;
    }
}
