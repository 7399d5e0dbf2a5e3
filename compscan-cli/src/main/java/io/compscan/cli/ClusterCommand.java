package io.compscan.cli;

import io.compscan.cli.option.IndexMixin;
import io.compscan.cli.option.IntoMixin;
import io.compscan.cli.option.LayoutMixin;
import io.compscan.cli.option.OutputMixin;
import io.compscan.cli.option.ProfileMixin;
import io.compscan.cli.option.ScanOrigin;
import io.compscan.cli.option.SourceMixin;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.Version;
import io.compscan.core.profile.Profile;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.source.Source;
import io.compscan.core.source.file.PageCachePolicy;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.report.OutputDirectory;
import io.compscan.report.ResultJson;
import io.compscan.report.console.ConsoleReport;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command line of a scan on a cluster: the options, outputs and exit codes of {@code compscan scan}, for a job that another module
 * runs.
 *
 * <p>This is all that the module of a cluster knows of this package.
 */
@Command(
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
public abstract class ClusterCommand implements Callable<Integer> {

    @Spec
    private CommandSpec command;

    @Mixin
    private SourceMixin sources;

    @Mixin
    private IntoMixin into;

    @Mixin
    private LayoutMixin layout;

    @Mixin
    private ProfileMixin profile;

    @Mixin
    private IndexMixin index;

    @Mixin
    private OutputMixin output;

    @Option(
            names = "--sets",
            paramLabel = "FILE",
            split = ",",
            splitSynopsisLabel = ",",
            description =
                    "Instead of reading PATH: take these fingerprint sets, saved by 'compscan scan --save' on other machines,"
                            + " together. Every executor must have the files at the same place.")
    private List<Path> sets = new ArrayList<>();

    @Option(
            names = "--source-space",
            hidden = true,
            description = "For compscan scan alone: the machine that has the files asks for their extents.")
    private boolean sourceSpace;

    /**
     * The request for a scan.
     *
     * @param paths one or more, as given
     * @param options of the scan
     * @param walk which files below the paths are read
     * @param pageCache what reading files leaves in the page cache
     * @param sketchEntries the entries of the sketch that holds the chunks; 0 if all chunks are kept
     * @param imageParents local directories that images may have parents in, beside the paths
     */
    public record Request(
            List<String> paths,
            ScanOptions options,
            WalkOptions walk,
            PageCachePolicy pageCache,
            int sketchEntries,
            List<String> imageParents) {}

    /** Opens places. */
    @FunctionalInterface
    public interface PlaceOpener {
        /** The source of these locations. No location names a view. */
        Source open(List<String> locations) throws IOException;
    }

    /**
     * Scans on the cluster.
     *
     * @throws IOException with one line for a person
     * @throws Exception what {@link #reason} describes
     */
    protected abstract ScanResult scan(Request request) throws Exception;

    /**
     * Merges fingerprint sets on the cluster.
     *
     * @param profiles target systems to model for the union
     * @throws IOException with one line for a person
     * @throws Exception what {@link #reason} describes
     */
    protected abstract ScanResult merge(List<Path> files, List<Profile> profiles) throws Exception;

    /** Why a job failed, in one line; null if the failure is a bug. */
    protected abstract @Nullable String reason(Exception failure);

    /** The command line of a job, ready to execute. */
    protected static CommandLine commandLine(ClusterCommand job) {
        return CommandLines.of(job);
    }

    /** Executes the command line on the process's own streams and returns the exit code. */
    protected static int execute(CommandLine commandLine, String... args) {
        return CommandLines.execute(commandLine, args);
    }

    /**
     * The local files and directories of these names, below which the options hold.
     *
     * @throws IOException naming a path that is not there
     */
    protected final Source localSource(List<String> names) throws IOException {
        try {
            return into.reaching(sources.tree(names));
        } catch (CommandFailure e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /**
     * The source of these locations, with the views that the options and the locations name.
     *
     * @param places opens what the views look into
     */
    protected final Source viewed(List<String> locations, PlaceOpener places) throws IOException {
        return into.viewed(locations, places::open);
    }

    /** The settings, as the result shows them. */
    protected final ScanSettings settings(Source source, ScanOptions options) {
        return sources.plan(source, options)
                .withInto(into.names())
                .withIndex(index.setting())
                .withAsked(layout.asked(!options.profiles().isEmpty()));
    }

    /** The exception for a command line that is wrong; the line says why. */
    protected final RuntimeException usage(String line) {
        return new ParameterException(command.commandLine(), line);
    }

    @Override
    public final Integer call() throws CommandFailure, InterruptedException {
        if (sets.isEmpty()) {
            Request request = request();
            try (OutputDirectory outputs = output.prepare(false)) {
                ScanResult found = run(() -> scan(request));
                return deliver(
                        found.withTiming(found.timing()
                                .withOrigin(ScanOrigin.now(
                                        command.name(),
                                        command.commandLine().getParseResult().expandedArgs()))),
                        outputs);
            }
        }
        if (!sources.paths().isEmpty()) {
            throw usage("--sets and PATH exclude each other");
        }
        List<Profile> profiles = profile.profiles();
        try (OutputDirectory outputs = output.prepare(false)) {
            return deliver(run(() -> merge(sets, profiles)), outputs);
        }
    }

    private int deliver(ScanResult result, @Nullable OutputDirectory outputs) throws CommandFailure {
        output.deliver(
                ConsoleReport.render(result, output.screen()),
                out -> ResultJson.write(result, out),
                outputs,
                directory -> directory.write(result));
        return result.partial() ? ExitCode.ofRecorded(true) : ExitCode.of(result);
    }

    private Request request() throws CommandFailure {
        if (sources.stdin()) {
            throw usage("--stdin is for compscan scan: executors cannot read it");
        }
        if (sourceSpace) {
            throw usage("--source-space is for compscan scan, on the machine that has the file systems");
        }
        if (into.isTrimmed()) {
            throw usage("--trimmed is for compscan scan: executors do not read the bitmaps of file systems");
        }
        if (into.limitsUnpacking()) {
            throw usage("--unpack-memory is for compscan scan: executors unpack within the default");
        }
        if (sources.paths().isEmpty()) {
            throw usage("PATH is missing: what is to be scanned?");
        }
        ScanOptions options = layout.scanOptions(profile.profiles());
        index.check(options);
        return new Request(
                sources.paths(),
                options,
                sources.walk(),
                sources.pageCache(),
                index.sketchEntries(),
                into.imageParents());
    }

    private ScanResult run(Callable<ScanResult> work) throws CommandFailure, InterruptedException {
        try {
            return work.call();
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        } catch (InterruptedException | ParameterException e) {
            throw e;
        } catch (Exception e) {
            String reason = reason(e);
            if (reason == null) {
                throw e instanceof RuntimeException unexpected ? unexpected : new IllegalStateException(e);
            }
            throw new CommandFailure(ExitCode.FAILED, reason);
        }
    }
}
