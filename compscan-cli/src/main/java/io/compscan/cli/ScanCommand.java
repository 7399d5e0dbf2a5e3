package io.compscan.cli;

import io.compscan.cli.file.HtmlOutput;
import io.compscan.cli.file.SetInputs;
import io.compscan.cli.option.AcceleratorMixin;
import io.compscan.cli.option.CatalogMixin;
import io.compscan.cli.option.CheckpointMixin;
import io.compscan.cli.option.Completions;
import io.compscan.cli.option.Converters;
import io.compscan.cli.option.IdleOptions;
import io.compscan.cli.option.IndexMixin;
import io.compscan.cli.option.IntoMixin;
import io.compscan.cli.option.LayoutMixin;
import io.compscan.cli.option.OptionTraits.Heading;
import io.compscan.cli.option.OptionTraits.Traits;
import io.compscan.cli.option.PerFileMixin;
import io.compscan.cli.option.ProfileMixin;
import io.compscan.cli.option.ResourceMixin;
import io.compscan.cli.option.ScanOrigin;
import io.compscan.cli.option.ScanOutputMixin;
import io.compscan.cli.option.SourceMixin;
import io.compscan.cli.option.SpaceMixin;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.Interrupts;
import io.compscan.cli.terminal.Message;
import io.compscan.cli.terminal.Progress;
import io.compscan.cli.terminal.StandardOutput;
import io.compscan.core.accelerator.Accelerator;
import io.compscan.core.accelerator.WrongResultException;
import io.compscan.core.scan.ScanException;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.ScanOutcome;
import io.compscan.core.scan.ScanRequest;
import io.compscan.core.scan.ScanRun;
import io.compscan.core.scan.catalog.CatalogDirectory;
import io.compscan.core.scan.catalog.CatalogException;
import io.compscan.core.scan.checkpoint.Checkpoint;
import io.compscan.core.scan.checkpoint.CheckpointDirectory;
import io.compscan.core.scan.checkpoint.CheckpointException;
import io.compscan.core.set.SetWriter;
import io.compscan.core.source.PathName;
import io.compscan.core.source.Source;
import io.compscan.core.tools.similarity.SimilaritySearch;
import io.compscan.report.OutputDirectory;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import io.compscan.result.SourceSpace;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
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

/** {@code compscan scan}. */
@Command(
        name = "scan",
        description = "Reads data and computes how much storage it takes after deduplication and compression.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  compscan scan /srv/vm",
            "  compscan scan /srv/vm --profile vdo,zfs-lz4-128k --html report.html",
            "  compscan scan /srv/vm --chunk 4k,32k,fastcdc:16k --compress lz4,zstd",
            "  compscan scan /dev/sdb --checkpoint state, then: compscan scan --resume state",
            "  zcat backup.gz | compscan scan --stdin --json"
        })
final class ScanCommand implements Callable<Integer> {

    private static final long OUT_OF_HEAP_PAUSE_MILLIS = 500;
    private static final String SIMILARITY = "--similarity";

    @Spec
    private CommandSpec spec;

    @Mixin
    private SourceMixin sources;

    @Mixin
    private IntoMixin into;

    @Mixin
    private LayoutMixin layout;

    @Mixin
    private ProfileMixin profile;

    @Mixin
    private PerFileMixin perFile;

    @Mixin
    private ResourceMixin resources;

    @Mixin
    private AcceleratorMixin acceleration;

    @Mixin
    private CheckpointMixin checkpoint;

    @Mixin
    private CatalogMixin catalog;

    @Mixin
    private IndexMixin index;

    @Mixin
    private SpaceMixin space;

    @Mixin
    private ScanOutputMixin output;

    @Traits(rank = 2)
    @Option(names = HelpText.HELP_ALL, description = "Show all options, also those that few people need.")
    private boolean helpAll;

    @Traits(heading = Heading.OUTPUT, rank = 4, rare = true)
    @Option(
            names = SIMILARITY,
            description =
                    "Estimate as well what delta compression against similar chunks may save. The other numbers stay the same.")
    private boolean similarity;

    @Traits(heading = Heading.OUTPUT, rank = 1, rare = true, mayChange = true)
    @Option(
            names = "--progress",
            paramLabel = "text|json",
            converter = Converters.ProgressForm.class,
            completionCandidates = Completions.ProgressForms.class,
            description =
                    "How to show progress; json writes a line of JSON a second to standard error, also with --quiet (default: text).")
    private Progress.Form progressForm = Progress.Form.TEXT;

    /** The checkpoint that the scan resumes from, if its arguments come from there. */
    private @Nullable Checkpoint last;

    /** The arguments of the resumed scan, then those given now; null if the scan starts anew. */
    private @Nullable List<String> resumedArguments;

    @Override
    public Integer call() throws CommandFailure, ScanException, InterruptedException, IOException {
        if (helpAll) {
            spec.commandLine().usage(spec.commandLine().getOut());
            return ExitCode.OK;
        }
        if (acceleration.lists()) {
            return AcceleratorMixin.list(spec.commandLine().getOut());
        }
        Path resumed = checkpoint.resumed();
        if (resumed != null && last == null) {
            return resume(resumed);
        }
        output.check();
        boolean hasCheckpoints = checkpoint.directory() != null;
        Source source = into.source(
                sources,
                output.hidden(checkpoint.directory(), catalog.directory()),
                hasCheckpoints ? "--checkpoint" : null);
        space.check(source);
        PrintWriter stderr = spec.commandLine().getErr();
        ScanOptions options = options(source);
        ScanSettings plan = sources.plan(source, options)
                .withInto(into.names())
                .withIndex(index.setting())
                .withAsked(layout.asked(!options.profiles().isEmpty()));
        refuseWhatNeedsEveryChunk(options);
        if (profile.hasFiles() && checkpoint.directory() != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--checkpoint and --profile-file exclude each other: the file may change before the scan goes on");
        }
        checkpoint.requireResumable(source, plan, last);
        catalog.check(source, index, hasCheckpoints, options.perFile().enabled());
        String better = ProfileMixin.betterPath(options.profiles(), sources.paths());
        if (better != null) {
            output.talk(better);
        }
        boolean goesOn = last != null;
        try (CheckpointDirectory checkpoints = checkpoint.open();
                CatalogDirectory catalogFiles = catalog.open();
                Accelerator device = acceleration.open(options.schemes(), output::talk);
                SetWriter set = output.prepareSet(options, goesOn);
                HtmlOutput page = output.preparePage(goesOn);
                OutputDirectory outputs = output.prepareDirectory(goesOn)) {
            ScanRequest request = index.on(ScanRequest.of(source, options, plan), options)
                    .withCheckpoints(checkpoints == null ? null : checkpoint.plan(checkpoints, stderr))
                    .withAccelerator(AcceleratorMixin.plan(device, output::talk));
            ScanRequest watched = set == null ? request : request.withChunkVisitors(set::scheme);
            SimilaritySearch similar = similarity ? new SimilaritySearch(options.schemes()) : null;
            ScanRequest asked = similar == null ? watched : watched.withUnitObservers(similar);
            ScanRun scan = open(catalog.on(asked, catalogFiles, output::talk));
            // This comes before the scan, so that a user who interrupts the scan has the answer.
            SourceSpace found = space.measure(source, resources.temporaryDirectory());
            return call(scan, new Beside(found, similar), new Outputs(outputs, page, set), checkpoints);
        }
    }

    private void refuseWhatNeedsEveryChunk(ScanOptions options) {
        index.check(options);
        index.refuse(options.perFile().enabled() ? "--per-file" : null);
        index.refuse(similarity ? SIMILARITY : null);
        String keptBy =
                checkpoint.directory() != null ? "--checkpoint" : catalog.directory() != null ? "--catalog" : null;
        if (similarity && keptBy != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    SIMILARITY + " and " + keptBy
                            + " exclude each other: it compares the bytes of all chunks, and those that "
                            + "an earlier scan has read are not read again");
        }
    }

    /** Runs the command in the checkpoint, with the options of now. */
    private int resume(Path directory) throws CommandFailure, ScanException, InterruptedException, IOException {
        ScanCommand command = new ScanCommand();
        try {
            command.last = CheckpointDirectory.peek(directory);
        } catch (CheckpointException e) {
            throw new CommandFailure(ExitCode.FAILED, "--resume: " + e.getMessage());
        }
        CommandLine commandLine = CommandLines.of(command)
                .setOverwrittenOptionsAllowed(true)
                .setOut(spec.commandLine().getOut())
                .setErr(spec.commandLine().getErr());
        List<String> arguments = checkpoint.resumedArguments(command.last);
        command.resumedArguments = arguments;
        commandLine.parseArgs(arguments.toArray(String[]::new));
        IdleOptions.refuse(commandLine);
        return command.call();
    }

    /** The outputs of the outcome. */
    private record Outputs(
            @Nullable OutputDirectory directory,
            @Nullable HtmlOutput page,
            @Nullable SetWriter set) {}

    /** What is found beside the numbers of the scan; null where nobody asked. */
    private record Beside(
            @Nullable SourceSpace space, @Nullable SimilaritySearch similar) {

        ScanOutcome on(ScanOutcome outcome) {
            return outcome.withSourceSpace(space).withSimilarity(similar == null ? null : similar.result());
        }
    }

    private int call(ScanRun scan, Beside beside, Outputs outputs, @Nullable CheckpointDirectory checkpoints)
            throws CommandFailure, ScanException, InterruptedException, IOException {
        resources.lowerPriority();
        PrintWriter stderr = spec.commandLine().getErr();
        List<String> arguments = resumedArguments == null ? checkpoint.arguments() : resumedArguments;
        ScanOutcome outcome = beside.on(run(scan, stderr)).withOrigin(ScanOrigin.now("scan", arguments));
        ScanResult result = outcome.result();
        PrintWriter stdout = spec.commandLine().getOut();
        try {
            output.deliver(outcome, outputs.directory(), outputs.page(), outputs.set(), stdout);
        } catch (CommandFailure e) {
            tellHowToGoOn(checkpoints, result);
            throw e;
        }
        if (!output.isQuiet()) {
            output.warn(result.totals(), stderr);
        }
        boolean stdoutFailed = !StandardOutput.isSafe(stdout);
        if (checkpoints != null) {
            if (!result.partial() && !stdoutFailed) {
                discard(checkpoints, stderr);
            } else {
                tellHowToGoOn(checkpoints, result);
            }
        }
        if (stdoutFailed) {
            throw StandardOutput.failure();
        }
        return ExitCode.of(outcome, output.savesSet());
    }

    private void tellHowToGoOn(@Nullable CheckpointDirectory checkpoints, ScanResult result) {
        if (checkpoints != null && checkpoints.holdsCheckpoint() && result.indexDamage() == null) {
            output.talk("to go on: compscan scan --resume " + PathName.of(checkpoints.path()));
        }
    }

    /** Removes the checkpoint. The result is delivered, so a failure here is worth only a line. */
    private static void discard(CheckpointDirectory checkpoints, PrintWriter stderr) {
        try {
            checkpoints.discard();
        } catch (IOException e) {
            Message.say(
                    stderr,
                    "the scan is through, but its checkpoint cannot be removed: "
                            + SetInputs.failure(e).getMessage());
        }
    }

    private ScanOutcome run(ScanRun scan, PrintWriter stderr)
            throws CommandFailure, ScanException, InterruptedException {
        try (Progress progress = Progress.of(scan, stderr, output.isQuiet(), progressForm)) {
            return Interrupts.whileRunning(scan, progress);
        } catch (ScanException e) {
            if (e.getCause() instanceof WrongResultException wrong) {
                throw new CommandFailure(ExitCode.FAILED, String.valueOf(wrong.getMessage()));
            }
            throw e;
        } catch (OutOfMemoryError e) {
            // The slabs are nearly all of the heap, and go when their threads end. Then there is room for the message.
            Thread.sleep(OUT_OF_HEAP_PAUSE_MILLIS);
            throw new CommandFailure(ExitCode.FAILED, CommandLines.outOfMemory(e, spec));
        }
    }

    private ScanOptions options(Source source) throws CommandFailure {
        String before = last == null ? catalog.fingerprint() : last.plan().fingerprint();
        return layout.scanOptions(profile.profiles(), before)
                .withPerFile(perFile.selection())
                .withThreads(resources.readers(source), resources.workers())
                .withRate(resources.rateBytesPerSecond())
                .withMemory(resources.memory(output::talk));
    }

    /** Opens the scan. A named directory must be usable before hours of reading, not after them. */
    private static ScanRun open(ScanRequest request) throws CommandFailure {
        try {
            return ScanRun.open(request);
        } catch (ScanException e) {
            String option = e.getCause() instanceof CatalogException ? "--catalog: " : "--spill-dir: ";
            throw new CommandFailure(ExitCode.FAILED, option + e.getMessage());
        }
    }
}
