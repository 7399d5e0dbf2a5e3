package io.compscan.cli;

import io.compscan.cli.file.ResultFile;
import io.compscan.cli.option.DocumentMixin;
import io.compscan.cli.option.GrowthOptions;
import io.compscan.cli.option.PlanInput;
import io.compscan.cli.option.SinceMixin;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.Message;
import io.compscan.cli.terminal.Terminal;
import io.compscan.page.HtmlPage;
import io.compscan.report.CsvReports;
import io.compscan.report.PlanJson;
import io.compscan.report.Unread;
import io.compscan.report.console.CapacityReport;
import io.compscan.result.CapacityResult;
import io.compscan.result.ScanResult;
import io.compscan.result.history.HistoryResult;
import java.io.IOException;
import java.io.Writer;
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

/** {@code compscan plan}. */
@Command(
        name = "plan",
        description =
                "Computes the capacity to buy for the years to come, from a result and without reading the data again.",
        footer = {"", "Results are written by 'compscan scan --out DIR', catalogs by 'compscan scan --catalog DIR'."})
final class PlanCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "RESULT",
            description =
                    "A result.json, the directory that a scan has written it to, or a catalog, whose growth and change"
                            + " are measured.")
    private Path file = Path.of("");

    @Option(
            names = "--profile",
            paramLabel = "NAMES",
            description =
                    "The target systems, some of those that the scan was given by --profile, with commas between them"
                            + " (default: all of them; without any, the first chunking with its first compressor).")
    private @Nullable String profile;

    @Mixin
    private SinceMixin since;

    @Mixin
    private DocumentMixin output;

    @ArgGroup(validate = false, heading = "%nGrowth:%n")
    private GrowthOptions growth = new GrowthOptions();

    @Override
    public Integer call() throws CommandFailure {
        HistoryResult history = since.history(file);
        growth.check(this::usage, history != null && history.growth() != null);
        output.check(file);
        Plan made = output.deliver(() -> {
            ScanResult result = ResultFile.read(file);
            return new Plan(
                    result, new PlanInput(spec.commandLine(), result, profile).plan(result, growth, history), history);
        });
        long unlisted = made.plan.unreadDirectoryCount();
        if (unlisted > 0 && output.hidesReport()) {
            Message.say(spec.commandLine().getErr(), Unread.HEAD + Unread.unknown(unlisted));
        }
        return unlisted == 0 ? ExitCode.OK : ExitCode.INCOMPLETE;
    }

    /** A plan in all its forms. */
    private record Plan(
            ScanResult result,
            CapacityResult plan,
            @Nullable HistoryResult history) implements DocumentMixin.Answer {
        @Override
        public String report() {
            String none = history == null ? null : history.noGrowth();
            return CapacityReport.render(plan, Terminal.screen(true))
                    + (none == null ? "" : "The catalog shows no growth: " + none + ".\n");
        }

        @Override
        public void json(Writer out) throws IOException {
            PlanJson.write(plan, out);
        }

        @Override
        public void csv(Writer out) throws IOException {
            CsvReports.plan(plan, out);
        }

        @Override
        public void html(Writer out) throws IOException {
            HtmlPage.write(result, plan, out);
        }
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
