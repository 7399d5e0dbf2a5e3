package io.compscan.cli;

import io.compscan.cli.file.HtmlOutput;
import io.compscan.cli.file.ResultFile;
import io.compscan.cli.option.GrowthOptions;
import io.compscan.cli.option.OutputMixin;
import io.compscan.cli.option.PlanInput;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.Message;
import io.compscan.cli.terminal.StandardOutput;
import io.compscan.cli.terminal.Terminal;
import io.compscan.report.CsvReports;
import io.compscan.report.OutputFile;
import io.compscan.report.PlanJson;
import io.compscan.report.Unread;
import io.compscan.report.console.CapacityReport;
import io.compscan.result.CapacityResult;
import io.compscan.result.ScanResult;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code compscan plan}. */
@Command(
        name = "plan",
        description =
                "Computes the capacity to buy for the years to come, from a result and without reading the data again.",
        footer = {"", "Results are written by 'compscan scan --out DIR'."})
final class PlanCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "RESULT", description = "A result.json, or the directory that a scan has written it to.")
    private Path file = Path.of("");

    @Option(
            names = "--profile",
            paramLabel = "NAMES",
            description =
                    "The target systems, some of those that the scan was given by --profile, with commas between them"
                            + " (default: all of them; without any, the first chunking with its first compressor).")
    private @Nullable String profile;

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "Write the years to this file, too; - prints them instead of the report.")
    private @Nullable Path csv;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write a page for a browser that begins with this plan; - prints it instead of the report.")
    private @Nullable Path html;

    @Option(names = "--overwrite", description = "With --csv or --html: replace a file that exists.")
    private boolean overwrite;

    @Option(names = "--json", description = "Print a JSON document instead of the report.")
    private boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print no messages but why the command failed.")
    private boolean quiet;

    @ArgGroup(validate = false, heading = "%nGrowth:%n")
    private GrowthOptions growth = new GrowthOptions();

    @Override
    public Integer call() throws CommandFailure {
        growth.check(this::usage);
        if (overwrite && csv == null && html == null) {
            throw usage("--overwrite goes with --csv or --html");
        }
        if (Stream.of(json, StandardOutput.isAt(csv), StandardOutput.isAt(html))
                        .filter(isAtOutput -> isAtOutput)
                        .count()
                > 1) {
            throw usage((json ? "--json and " : "--csv - and ") + (StandardOutput.isAt(html) ? "--html -" : "--csv -")
                    + " both write to standard output");
        }
        if (csv != null) {
            ResultFile.refuseAsOutput(file, "--csv", csv);
        }
        if (html != null) {
            ResultFile.refuseAsOutput(file, "--html", html);
        }
        ScanResult result = ResultFile.read(file);
        CapacityResult plan = new PlanInput(spec.commandLine(), result, profile).plan(result, growth);
        try (HtmlOutput page = html == null ? null : HtmlOutput.prepare(html, overwrite)) {
            if (csv != null && !StandardOutput.isAt(csv)) {
                writeCsv(plan, csv);
            }
            if (page != null) {
                page.write(result, plan, spec.commandLine().getOut());
            }
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FAILED, "--csv: " + e.getMessage());
        }
        if (StandardOutput.isAt(csv)) {
            OutputMixin.show(spec.commandLine().getOut(), true, "", out -> CsvReports.plan(plan, out));
        } else if (StandardOutput.isAt(html)) {
            StandardOutput.finish(spec.commandLine().getOut());
        } else {
            show(CapacityReport.render(plan, Terminal.screen(true)), out -> PlanJson.write(plan, out));
        }
        if (plan.unreadDirectoryCount() > 0
                && !quiet
                && (json || StandardOutput.isAt(csv) || StandardOutput.isAt(html))) {
            Message.say(spec.commandLine().getErr(), Unread.HEAD + Unread.unknown(plan.unreadDirectoryCount()));
        }
        return plan.unreadDirectoryCount() == 0 ? ExitCode.OK : ExitCode.INCOMPLETE;
    }

    private void writeCsv(CapacityResult plan, Path place) throws IOException {
        try (OutputFile target = OutputFile.at(place, overwrite)) {
            target.write(writer -> CsvReports.plan(plan, writer));
        }
    }

    private int show(String report, OutputMixin.Writing<Writer> document) throws CommandFailure {
        OutputMixin.show(spec.commandLine().getOut(), json, report, document);
        return ExitCode.OK;
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
