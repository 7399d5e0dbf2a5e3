package io.compscan.cli;

import io.compscan.core.accelerator.Accelerator;
import io.compscan.core.accelerator.WrongResultException;
import io.compscan.core.checkpoint.Checkpoint;
import io.compscan.core.checkpoint.CheckpointDirectory;
import io.compscan.core.checkpoint.CheckpointException;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.read.task.StopReason;
import io.compscan.core.report.Figures;
import io.compscan.core.report.OutputDirectory;
import io.compscan.core.report.OutputException;
import io.compscan.core.report.ResultJson;
import io.compscan.core.report.console.ConsoleReport;
import io.compscan.core.result.ScanResult;
import io.compscan.core.result.ScanSettings;
import io.compscan.core.result.Totals;
import io.compscan.core.scan.ScanException;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.ScanOutcome;
import io.compscan.core.scan.ScanRequest;
import io.compscan.core.scan.ScanRun;
import io.compscan.core.scan.Spilling;
import io.compscan.core.set.HostName;
import io.compscan.core.set.SetWriter;
import io.compscan.core.source.PathName;
import io.compscan.core.source.Source;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
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
@Command(name = "scan", description = "Reads data and tells how much would remain of it.")
final class ScanCommand implements Callable<Integer> {

    private static final long OUT_OF_HEAP_PAUSE_MILLIS = 500;

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
    private IndexMixin index;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            description = "Write result.json and the CSV files to this directory.")
    private @Nullable Path out;

    @Option(
            names = "--save",
            paramLabel = "FILE",
            description = "Write what was found as a fingerprint set, for merge, diff and info.")
    private @Nullable Path save;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description =
                    "Write a page for a browser, in one file that needs nothing else; - prints it instead of the report.")
    private @Nullable Path html;

    @Option(
            names = "--overwrite",
            description = "With --out, --save or --html: replace what an earlier scan has written there.")
    private boolean overwrite;

    @Option(names = "--json", description = "Print result.json instead of the report.")
    private boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Say nothing on standard error but why the scan failed.")
    private boolean quiet;

    /** The checkpoint that the scan goes on from, where its arguments have come from there. */
    private @Nullable Checkpoint last;

    @Override
    public Integer call() throws CommandFailure, ScanException, InterruptedException, IOException {
        Path resumed = checkpoint.resumed();
        if (resumed != null && last == null) {
            return resume(resumed);
        }
        if (overwrite && out == null && save == null && html == null) {
            throw new ParameterException(spec.commandLine(), "--overwrite goes with --out, --save or --html");
        }
        if (json && HtmlOutput.isStandardOutput(html)) {
            throw new ParameterException(spec.commandLine(), "--json and --html - exclude each other");
        }
        Source source = into.source(sources, checkpoint.directory());
        ScanOptions options = options();
        ScanSettings plan = sources.plan(source, options).withInto(into.names()).withIndex(index.setting());
        refuseWhatNeedsEveryChunk(options);
        if (profile.hasFiles() && checkpoint.directory() != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--checkpoint and --profile-file exclude each other: the file may change before the scan goes on");
        }
        checkpoint.requireResumable(source, plan, last);
        PrintWriter stderr = spec.commandLine().getErr();
        try (CheckpointDirectory checkpoints = checkpoint.open();
                Accelerator device = acceleration.open(options.schemes(), this::talk);
                SetWriter set = prepareSet(options);
                HtmlOutput page = html == null ? null : HtmlOutput.prepare(html, overwrite || last != null)) {
            ScanRequest request = index.on(ScanRequest.of(source, options, plan), options)
                    .withCheckpoints(checkpoints == null ? null : checkpoint.plan(checkpoints, stderr))
                    .withAccelerator(AcceleratorMixin.plan(device, this::talk));
            OutputDirectory outputs = prepareOutputs();
            ScanRun scan = open(set == null ? request : request.withChunkVisitors(set::scheme));
            return call(scan, outputs, page, set, checkpoints);
        }
    }

    /** A line to the person at the terminal, unless nothing is to be said. */
    private void talk(String line) {
        if (!quiet) {
            Compscan.say(spec.commandLine().getErr(), line);
        }
    }

    private void refuseWhatNeedsEveryChunk(ScanOptions options) {
        index.check();
        index.refuse(save == null ? null : "--save");
        index.refuse(checkpoint.directory() == null ? null : "--checkpoint");
        index.refuse(options.perFile().enabled() ? "--per-file" : null);
        boolean hasRate = options.schemes().compressSample().kind() == CompressSample.Kind.RATE;
        index.refuse(
                hasRate
                        ? "--compress-sample "
                                + options.schemes().compressSample().name()
                        : null);
    }

    /** Runs the command that the checkpoint remembers, with what was said anew. */
    private int resume(Path directory) throws CommandFailure, ScanException, InterruptedException, IOException {
        ScanCommand command = new ScanCommand();
        try {
            command.last = CheckpointDirectory.peek(directory);
        } catch (CheckpointException e) {
            throw new CommandFailure(ExitCode.FAILED, "--resume: " + e.getMessage());
        }
        CommandLine commandLine = Compscan.commandLine(command)
                .setOverwrittenOptionsAllowed(true)
                .setOut(spec.commandLine().getOut())
                .setErr(spec.commandLine().getErr());
        List<String> arguments = checkpoint.resumedArguments(command.last);
        commandLine.parseArgs(arguments.toArray(String[]::new));
        return command.call();
    }

    private int call(
            ScanRun scan,
            @Nullable OutputDirectory outputs,
            @Nullable HtmlOutput page,
            @Nullable SetWriter set,
            @Nullable CheckpointDirectory checkpoints)
            throws CommandFailure, ScanException, InterruptedException, IOException {
        resources.lowerPriority();
        PrintWriter stderr = spec.commandLine().getErr();
        ScanOutcome outcome = run(scan, stderr);
        ScanResult result = outcome.result();
        PrintWriter stdout = spec.commandLine().getOut();
        if (json) {
            ResultJson.write(result, stdout);
        } else if (!HtmlOutput.isStandardOutput(html)) {
            stdout.print(ConsoleReport.render(result));
        }
        stdout.flush();
        try {
            if (outputs != null) {
                write(outputs, result);
            }
            if (page != null) {
                page.write(result, stdout);
            }
        } finally {
            // A set without some of the chunks would be taken for that of other data.
            if (set != null && result.indexDamage() == null) {
                save(set, outcome);
            }
        }
        if (json && !quiet) {
            warn(result.totals(), stderr);
        }
        boolean stdoutFailed = !StandardOutput.isSafe(stdout);
        if (checkpoints != null) {
            if (!result.partial() && !stdoutFailed) {
                discard(checkpoints, stderr);
            } else if (!quiet && result.indexDamage() == null) {
                Compscan.say(stderr, "to go on: compscan scan --resume " + PathName.of(checkpoints.path()));
            }
        }
        return exitCode(outcome, stdoutFailed);
    }

    /** The result is delivered, so a checkpoint that cannot be removed is worth a line, no more. */
    private static void discard(CheckpointDirectory checkpoints, PrintWriter stderr) {
        try {
            checkpoints.discard();
        } catch (IOException e) {
            Compscan.say(
                    stderr,
                    "the scan is through, but its checkpoint cannot be removed: "
                            + SetInputs.failure(e).getMessage());
        }
    }

    /** The report says it where the person who reads it sees it; a document is read by a program. */
    private void warn(Totals totals, PrintWriter stderr) {
        if (totals.unreadPathCount() > 0) {
            String where = out == null ? "" : " and in " + out.resolve("errors.csv");
            Compscan.say(
                    stderr,
                    Figures.count(totals.unreadPathCount(), "path", "paths") + " could not be read, "
                            + Figures.count(totals.unreadBytes(), "byte", "bytes")
                            + "; each is listed with its reason under \"errors\"" + where);
        }
    }

    private ScanOutcome run(ScanRun scan, PrintWriter stderr)
            throws CommandFailure, ScanException, InterruptedException {
        try (Progress progress = quiet ? Progress.quiet(scan, stderr) : Progress.start(scan, stderr)) {
            return Interrupts.whileRunning(scan, progress);
        } catch (ScanException e) {
            if (e.getCause() instanceof WrongResultException wrong) {
                throw new CommandFailure(ExitCode.FAILED, String.valueOf(wrong.getMessage()));
            }
            throw e;
        } catch (OutOfMemoryError e) {
            // The threads' slabs, which is nearly all there is, go as the threads do; then there is room to say so.
            Thread.sleep(OUT_OF_HEAP_PAUSE_MILLIS);
            throw new CommandFailure(ExitCode.FAILED, Compscan.outOfMemory(e));
        }
    }

    private ScanOptions options() throws CommandFailure {
        return layout.scanOptions(profile.profiles())
                .withPerFile(perFile.selection())
                .withThreads(resources.readers(), resources.workers())
                .withRate(resources.rateBytesPerSecond())
                .withMemory(resources.memory());
    }

    /** Before hours of reading, not after them: can the outputs be written? */
    private @Nullable OutputDirectory prepareOutputs() throws CommandFailure {
        if (out == null) {
            return null;
        }
        try {
            return OutputDirectory.prepare(out, overwrite || last != null);
        } catch (OutputException e) {
            throw new CommandFailure(ExitCode.FAILED, "--out: " + e.getMessage());
        }
    }

    /** A directory that was named must be good for it before hours of reading, not after them. */
    private static ScanRun open(ScanRequest request) throws CommandFailure {
        try {
            return ScanRun.open(request);
        } catch (ScanException e) {
            throw new CommandFailure(ExitCode.FAILED, "--spill-dir: " + e.getMessage());
        }
    }

    private @Nullable SetWriter prepareSet(ScanOptions options) throws CommandFailure {
        try {
            return save == null ? null : SetWriter.create(save, overwrite || last != null, options.schemes());
        } catch (OutputException e) {
            throw new CommandFailure(ExitCode.FAILED, "--save: " + e.getMessage());
        }
    }

    private static void save(SetWriter set, ScanOutcome outcome) throws CommandFailure {
        try {
            set.finish(outcome.result(), outcome.superblocks(), HostName.find(), Instant.now());
        } catch (OutputException e) {
            throw new CommandFailure(ExitCode.FAILED, "--save: " + e.getMessage());
        }
    }

    private static void write(OutputDirectory outputs, ScanResult result) throws CommandFailure {
        try {
            outputs.write(result);
        } catch (OutputException e) {
            throw new CommandFailure(ExitCode.FAILED, "--out: " + e.getMessage());
        }
    }

    private int exitCode(ScanOutcome outcome, boolean stdoutFailed) throws CommandFailure {
        if (stdoutFailed) {
            throw new CommandFailure(ExitCode.FAILED, "standard output cannot be written");
        }
        String damage = outcome.result().indexDamage();
        if (damage != null) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "the index could not be read back, so what depends on distinct chunks is an upper bound"
                            + (save == null ? "" : " and no set was saved") + ": " + damage);
        }
        if (outcome.stopReason() == StopReason.INDEX_FULL) {
            Spilling spilling = outcome.spilling();
            String failure = spilling == null ? null : spilling.failure();
            throw new CommandFailure(ExitCode.FAILED, whyFull(failure, outcome.memoryRefused()));
        }
        if (outcome.result().partial()) {
            return ExitCode.INTERRUPTED;
        }
        return ExitCode.of(outcome.result());
    }

    /**
     * Why the index is full, and what would help.
     *
     * @param spillFailure why it cannot go on on disk; null if it may not
     */
    private static String whyFull(@Nullable String spillFailure, boolean memoryRefused) {
        String used = memoryRefused ? "the system gives the index no more memory" : "the index has used up its memory";
        String more = memoryRefused ? "a higher limit (ulimit -v)" : "more with --map-memory";
        return spillFailure == null
                ? used + " and the scan stopped early; give it " + more
                        + ", a place to go on with --spill-dir, or use larger chunks"
                : used + ", cannot go on on disk (" + spillFailure + "), and the scan stopped early; give it a place"
                        + " with --spill-dir, or " + more;
    }
}
