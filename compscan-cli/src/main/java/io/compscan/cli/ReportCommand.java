package io.compscan.cli;

import io.compscan.cli.file.FileKind;
import io.compscan.cli.file.HtmlOutput;
import io.compscan.cli.file.ResultFile;
import io.compscan.cli.file.SetListing;
import io.compscan.cli.option.DetailsMixin;
import io.compscan.cli.option.GrowthOptions;
import io.compscan.cli.option.PlanInput;
import io.compscan.cli.option.SinceMixin;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.StandardOutput;
import io.compscan.core.source.PathName;
import io.compscan.report.OutputDirectory;
import io.compscan.report.OutputException;
import io.compscan.report.console.CapacityReport;
import io.compscan.report.console.ConsoleReport;
import io.compscan.result.CapacityResult;
import io.compscan.result.ScanResult;
import io.compscan.result.history.HistoryResult;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code compscan report}. */
@Command(
        name = "report",
        description = "Shows a result again, as a page, a report or tables, or what is in a fingerprint set.",
        footer = {"", "Results are written by 'compscan scan --out DIR', sets by 'compscan scan --save FILE'."})
final class ReportCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "RESULT",
            description =
                    "A result.json, the directory that a scan has written it to, a catalog, or a fingerprint set.")
    private Path file = Path.of("");

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write a page for a browser, in one file that needs nothing else; - is standard output.")
    private @Nullable Path html;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR|FILE",
            description = "Write result.json and the CSV files to this directory, with --entries these to this file.")
    private @Nullable Path out;

    @Option(names = "--overwrite", description = "With --html or --out: replace what is there.")
    private boolean overwrite;

    @Mixin
    private SinceMixin since;

    @Mixin
    private DetailsMixin details;

    @ArgGroup(validate = false, heading = "%nOf a fingerprint set:%n")
    private SetOptions ofSet = new SetOptions();

    @ArgGroup(validate = false, heading = "%nWhat to buy, on the page or behind the report:%n")
    private GrowthOptions growth = new GrowthOptions();

    /** What only sets have. */
    private static final class SetOptions {

        @Option(
                names = "--entries",
                paramLabel = "csv|json",
                description = "List every entry: fingerprint, references, length, stored sizes.")
        private SetListing.@Nullable Form entries;

        @Option(
                names = "--verify",
                description = "Read every byte and check every checksum first, also of a set above 1 GiB.")
        private boolean verify;

        /** The first of them that is given; null if none is. */
        private @Nullable String given() {
            return entries != null ? "--entries" : verify ? "--verify" : null;
        }
    }

    @Override
    public Integer call() throws CommandFailure {
        if (Files.isRegularFile(file) && FileKind.of(file) == FileKind.SET) {
            return showSet();
        }
        String idle = ofSet.given();
        if (idle != null) {
            throw usage(idle + " goes with a fingerprint set, and " + PathName.of(file) + " is none");
        }
        if (out != null && StandardOutput.isAt(out)) {
            throw usage("--out: '-' is standard output, which does not take a directory; one of that name is ./-");
        }
        if (overwrite && html == null && out == null) {
            throw usage("--overwrite goes with --html or --out");
        }
        if (details.isAsked() && (html != null || out != null)) {
            throw usage("--details goes without --html and --out, which have every table anyway");
        }
        if (html != null) {
            ResultFile.refuseAsOutput(file, "--html", html);
        }
        HistoryResult history = growth.isAsked() ? since.history(file) : null;
        growth.check(this::usage, history != null && history.growth() != null);
        if (growth.isAsked() && out != null && html == null) {
            throw usage("--out goes without a plan; 'compscan plan --csv' writes one");
        }
        ScanResult result = ResultFile.read(file);
        CapacityResult plan = growth.isAsked() ? plan(result, history) : null;
        PrintWriter stdout = spec.commandLine().getOut();
        if (out != null) {
            writeTables(result, out);
        }
        if (html != null) {
            try (HtmlOutput page = HtmlOutput.prepare(html, overwrite)) {
                if (plan == null) {
                    page.write(result, stdout);
                } else {
                    page.write(result, plan, stdout);
                }
            }
        }
        if (html == null && out == null) {
            stdout.print(ConsoleReport.render(result, details.screen()));
            if (plan != null) {
                stdout.print("\n" + CapacityReport.render(plan, details.screen()));
            }
        }
        StandardOutput.finish(stdout);
        return ExitCode.OK;
    }

    private int showSet() throws CommandFailure {
        if (html != null || details.isAsked() || growth.isAsked()) {
            throw usage(PathName.of(file) + " is a fingerprint set, which has no page, tables and plan; those of a set"
                    + " are in: compscan merge SET");
        }
        if (out != null && ofSet.entries == null) {
            throw usage("--out goes with --entries");
        }
        if (overwrite && out == null) {
            throw usage("--overwrite goes with --out");
        }
        new SetListing(file, ofSet.entries, out, overwrite, ofSet.verify)
                .show(spec.commandLine().getOut());
        return ExitCode.OK;
    }

    private CapacityResult plan(ScanResult result, @Nullable HistoryResult history) {
        return new PlanInput(spec.commandLine(), result, null).plan(result, growth, history);
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private void writeTables(ScanResult result, Path directory) throws CommandFailure {
        try (OutputDirectory outputs = OutputDirectory.prepare(directory, overwrite)) {
            outputs.write(result);
        } catch (OutputException e) {
            throw new CommandFailure(ExitCode.FAILED, "--out: " + e.getMessage());
        }
    }
}
