package io.compscan.cli.option;

import io.compscan.cli.file.HtmlOutput;
import io.compscan.cli.option.OptionTraits.Heading;
import io.compscan.cli.option.OptionTraits.Traits;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.Message;
import io.compscan.core.fold.Scheme;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.ScanOutcome;
import io.compscan.core.set.HostName;
import io.compscan.core.set.SetWriter;
import io.compscan.core.source.file.HiddenOutputs;
import io.compscan.report.Metrics;
import io.compscan.report.OutputDirectory;
import io.compscan.report.OutputException;
import io.compscan.report.OutputFile;
import io.compscan.report.ResultJson;
import io.compscan.report.Unread;
import io.compscan.report.console.ConsoleReport;
import io.compscan.result.ScanResult;
import io.compscan.result.Totals;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The outputs of a scan. */
public final class ScanOutputMixin {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Mixin
    private ResultMixin result;

    @Traits(heading = Heading.OUTPUT, rank = 5, mayChange = true)
    @Option(
            names = "--save",
            paramLabel = "FILE",
            converter = Converters.Output.class,
            description = "Write a fingerprint set, for merge, diff and report.")
    private @Nullable Path save;

    @Traits(heading = Heading.OUTPUT, rank = 6, mayChange = true)
    @Option(names = "--overwrite", description = "Replace what --out, --save or --html wrote before.")
    private boolean overwrite;

    @Traits(heading = Heading.OUTPUT, rank = 4, mayChange = true)
    @Option(names = "--json", description = "Print result.json instead of the report.")
    private boolean json;

    @Traits(heading = Heading.OUTPUT, rank = 2, rare = true, mayChange = true)
    @Option(
            names = "--metrics",
            paramLabel = "FILE",
            converter = Converters.Output.class,
            description =
                    "Write the main numbers for Prometheus, such as into the textfile directory of node_exporter. An earlier file is replaced.")
    private @Nullable Path metrics;

    @Mixin
    private DetailsMixin details;

    @Traits(heading = Heading.OUTPUT, rank = 7, mayChange = true)
    @Option(
            names = {"-q", "--quiet"},
            description = "Print no progress and no messages but why the scan failed.")
    private boolean quiet;

    /** Whether messages are off. */
    public boolean isQuiet() {
        return quiet;
    }

    /** Prints a line for the person at the terminal, unless messages are off. */
    public void talk(String line) {
        if (!quiet) {
            Message.say(command.commandLine().getErr(), line);
        }
    }

    /** Whether the scan writes a fingerprint set. */
    public boolean savesSet() {
        return save != null;
    }

    /** Refuses options that do not go together. */
    public void check() {
        if (overwrite && save == null && !result.isAsked()) {
            throw new ParameterException(command.commandLine(), "--overwrite goes with --out, --save or --html");
        }
        if (json && result.isPagePrinted()) {
            throw new ParameterException(command.commandLine(), "--json and --html - exclude each other");
        }
    }

    /**
     * Checks before hours of reading that the directory can be written, and the file of metrics.
     *
     * @param goesOn whether the scan may replace outputs from before its interruption
     */
    public @Nullable OutputDirectory prepareDirectory(boolean goesOn) throws CommandFailure {
        requireMetricsWritable();
        return result.prepareDirectory(overwrite || goesOn);
    }

    /** The same for a set. */
    public @Nullable SetWriter prepareSet(ScanOptions options, boolean goesOn) throws CommandFailure {
        try {
            return save == null ? null : SetWriter.create(save, overwrite || goesOn, options.schemes());
        } catch (OutputException e) {
            throw new CommandFailure(ExitCode.FAILED, "--save: " + e.getMessage());
        }
    }

    /**
     * The same for a set of fingerprints that another program has taken.
     *
     * @param fingerprintBytes their length
     */
    public @Nullable SetWriter prepareSet(List<Scheme> schemes, int fingerprintBytes) throws CommandFailure {
        try {
            return save == null ? null : SetWriter.create(save, overwrite, schemes, fingerprintBytes);
        } catch (OutputException e) {
            throw new CommandFailure(ExitCode.FAILED, "--save: " + e.getMessage());
        }
    }

    /** The same for a page. */
    public @Nullable HtmlOutput preparePage(boolean goesOn) throws CommandFailure {
        return result.preparePage(overwrite || goesOn);
    }

    /**
     * The files that the scan writes and must not count.
     *
     * @param checkpoints a directory that holds checkpoints alone; null if there is none
     */
    public HiddenOutputs hidden(@Nullable Path checkpoints, @Nullable Path catalog) {
        List<Path> files = Stream.of(save, metrics).flatMap(Stream::ofNullable).toList();
        List<Path> directories =
                Stream.of(checkpoints, catalog).flatMap(Stream::ofNullable).toList();
        return result.hidden(new HiddenOutputs(files, directories));
    }

    /** Prints and writes the outcome. The set comes last, and is written even if another output fails, because it tells most. */
    public void deliver(
            ScanOutcome outcome,
            @Nullable OutputDirectory outputs,
            @Nullable HtmlOutput page,
            @Nullable SetWriter set,
            PrintWriter stdout)
            throws CommandFailure, IOException {
        ScanResult found = outcome.result();
        if (json) {
            ResultJson.write(found, stdout);
        } else if (!result.isPagePrinted()) {
            stdout.print(ConsoleReport.render(found, details.screen()));
        }
        stdout.flush();
        try {
            ResultMixin.write(found, outputs, page, stdout);
            writeMetrics(found);
        } finally {
            // A set without some of the chunks would pass for a set of other data.
            if (set != null && found.indexDamage() == null) {
                save(set, outcome);
            }
        }
    }

    private void requireMetricsWritable() throws CommandFailure {
        if (metrics != null) {
            try (OutputFile file = OutputFile.at(metrics, true)) {
                file.requireWritable();
            } catch (OutputException e) {
                throw new CommandFailure(ExitCode.FAILED, "--metrics: " + e.getMessage());
            }
        }
    }

    private void writeMetrics(ScanResult found) throws CommandFailure {
        if (metrics == null) {
            return;
        }
        try (OutputFile file = OutputFile.at(metrics, true)) {
            file.write(out -> Metrics.write(found, out));
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FAILED, "--metrics: " + e.getMessage());
        }
    }

    private static void save(SetWriter set, ScanOutcome outcome) throws CommandFailure {
        try {
            set.finish(outcome.result(), outcome.sums(), HostName.find(), Instant.now());
        } catch (OutputException e) {
            throw new CommandFailure(ExitCode.FAILED, "--save: " + e.getMessage());
        }
    }

    /** Says how much was not read, if standard output has a document and no report. */
    public void warn(Totals totals, PrintWriter stderr) {
        if (json && totals.unreadPathCount() > 0) {
            Path directory = result.directory();
            String where = directory == null ? "" : " and in " + directory.resolve("errors.csv");
            Message.say(
                    stderr,
                    "not read: " + Unread.summary(totals) + "; each is listed with its reason under \"errors\""
                            + where);
        }
    }
}
