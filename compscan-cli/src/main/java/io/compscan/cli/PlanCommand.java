package io.compscan.cli;

import io.compscan.cli.file.ResultFile;
import io.compscan.cli.option.GrowthOptions;
import io.compscan.cli.option.InlineOptions;
import io.compscan.cli.option.OutputMixin;
import io.compscan.cli.option.PlanInput;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.Message;
import io.compscan.cli.terminal.StandardOutput;
import io.compscan.cli.terminal.Terminal;
import io.compscan.core.forecast.CapacityForecast;
import io.compscan.core.report.CsvReports;
import io.compscan.core.report.Figures;
import io.compscan.core.report.OutputFile;
import io.compscan.core.report.PlanJson;
import io.compscan.core.report.console.CapacityReport;
import io.compscan.core.report.console.InlineReport;
import io.compscan.core.result.CapacityResult;
import io.compscan.core.result.Footprint;
import io.compscan.core.result.InlineResult;
import io.compscan.core.result.ScanResult;
import java.io.IOException;
import java.io.Writer;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code compscan plan}. */
@Command(
        name = "plan",
        description = "Tells what to buy for the years to come, or with --inline whether it pays to deduplicate while"
                + " writing; from a result, without reading the data again.",
        footer = {"", "Results are written by 'compscan scan --out DIR'."})
final class PlanCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "RESULT",
            description = "A result.json, or the directory that a scan has written it to.")
    private @Nullable Path file;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description =
                    "The target system, one of those that the scan was given by --profile (default: the first of them;"
                            + " without any, the first chunking with its first compressor).")
    private @Nullable String profile;

    @Option(names = "--json", description = "Print a JSON document instead of the report.")
    private boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print no messages but why the command failed.")
    private boolean quiet;

    @ArgGroup(validate = false, heading = "%nGrowth:%n")
    private GrowthOptions growth = new GrowthOptions();

    @Option(names = "--inline", description = "Plan nodes that deduplicate what other nodes write.")
    private boolean inline;

    @ArgGroup(validate = false, heading = "%nWith --inline, all rates those of one node:%n")
    private InlineOptions nodes = new InlineOptions();

    @Override
    public Integer call() throws CommandFailure {
        refuse(inline ? GrowthOptions.class : InlineOptions.class);
        return inline ? planInline() : planCapacity();
    }

    /** Refuses options that belong to the other kind of plan. */
    private void refuse(Class<?> group) {
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            if (option.userObject() instanceof Field field && field.getDeclaringClass() == group) {
                throw usage(option.longestName() + (inline ? " goes without --inline" : " goes with --inline"));
            }
        }
    }

    private int planCapacity() throws CommandFailure {
        growth.check(this::usage);
        if (json && StandardOutput.isAt(growth.csv())) {
            throw usage("--json and --csv - both write to standard output");
        }
        if (file == null) {
            throw usage("RESULT is missing: the result.json of a scan");
        }
        Path csv = growth.csv();
        if (csv != null) {
            ResultFile.refuseAsOutput(file, "--csv", csv);
        }
        ScanResult result = ResultFile.read(file);
        Footprint today = new PlanInput(spec.commandLine(), result, profile).footprint(result);
        if (profile == null && result.profiles().size() > 1 && !quiet) {
            Message.say(
                    spec.commandLine().getErr(),
                    "this plan is for " + today.title() + ", the first of "
                            + Figures.count(result.profiles().size(), "system", "systems")
                            + " in the result; --profile names another");
        }
        CapacityResult plan = forecast(result, today);
        if (StandardOutput.isAt(csv)) {
            OutputMixin.show(spec.commandLine().getOut(), true, "", out -> CsvReports.plan(plan, out));
            return ExitCode.OK;
        }
        try {
            if (csv != null) {
                writeCsv(plan, csv);
            }
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FAILED, "--csv: " + e.getMessage());
        }
        return show(CapacityReport.render(plan, Terminal.screen(true)), out -> PlanJson.write(plan, out));
    }

    private CapacityResult forecast(ScanResult result, Footprint today) {
        try {
            return CapacityForecast.of(result, today, growth.assumptions(), growth.years());
        } catch (IllegalArgumentException e) {
            throw usage("--growth: " + e.getMessage());
        }
    }

    private int planInline() throws CommandFailure {
        if (profile != null && nodes.hasReduction()) {
            throw usage("--profile goes without --reduction: either says what is left");
        }
        InlineResult plan =
                nodes.plan(new PlanInput(spec.commandLine(), file == null ? null : ResultFile.read(file), profile));
        return show(InlineReport.render(plan, Terminal.screen(true)), out -> PlanJson.write(plan, out));
    }

    private void writeCsv(CapacityResult plan, Path place) throws IOException {
        try (OutputFile target = OutputFile.at(place, growth.overwrite())) {
            try (Writer writer = target.writer()) {
                CsvReports.plan(plan, writer);
            }
            target.moveIntoPlace();
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
