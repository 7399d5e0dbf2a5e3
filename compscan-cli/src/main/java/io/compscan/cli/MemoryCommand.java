package io.compscan.cli;

import io.compscan.cli.file.HtmlOutput;
import io.compscan.cli.option.Converters;
import io.compscan.cli.option.LayoutMixin;
import io.compscan.cli.option.ProfileMixin;
import io.compscan.cli.option.ResourceMixin;
import io.compscan.cli.option.ScanOrigin;
import io.compscan.cli.option.ScanOutputMixin;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.Interrupts;
import io.compscan.cli.terminal.Progress;
import io.compscan.cli.terminal.StandardOutput;
import io.compscan.core.Versions;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.scan.ScanException;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.ScanOutcome;
import io.compscan.core.scan.ScanRequest;
import io.compscan.core.scan.ScanRun;
import io.compscan.core.set.SetWriter;
import io.compscan.memory.MemoryException;
import io.compscan.memory.MemoryRequest;
import io.compscan.memory.MemoryScan;
import io.compscan.report.Figures;
import io.compscan.report.OutputDirectory;
import io.compscan.result.ScanSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code compscan memory}. */
@Command(
        name = "memory",
        description = "Reads the pages of processes or memory dumps and computes the savings of memory deduplication,"
                + " compression and kernel samepage merging.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  compscan memory 1234 5678",
            "  compscan memory --freeze machine.slice/vm1.scope",
            "  compscan memory all --interval 60s --chunk 4k,64k,2m --html memory.html",
            "  compscan memory guest1.elf guest2.elf"
        })
final class MemoryCommand implements Callable<Integer> {

    private static final int PAGE_BYTES = 4096;
    private static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(20);

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "TARGET",
            arity = "1..*",
            description = "Process numbers, control groups, 'all' for all processes, or memory dumps.")
    private List<String> targets = new ArrayList<>();

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            converter = Converters.Time.OrNone.class,
            description = "Read twice, so long apart; pages that change meanwhile are volatile and cannot be merged"
                    + " (default: 20s; 0 reads once, as dumps are).")
    private @Nullable Duration interval;

    @Option(
            names = "--freeze",
            description = "Stop the processes while they are read, once; they go on however the scan ends.")
    private boolean freeze;

    @Mixin
    private LayoutMixin layout;

    @Mixin
    private ProfileMixin profile;

    @Mixin
    private ResourceMixin resources;

    @Mixin
    private ScanOutputMixin output;

    @Override
    public Integer call() throws CommandFailure, ScanException, InterruptedException, IOException {
        output.check();
        ScanOptions options = options();
        MemoryRequest request =
                new MemoryRequest(targets, intervalNanos(), freeze, resources.readers(), longestChunkBytes(options));
        try (SetWriter set = output.prepareSet(options, false);
                HtmlOutput page = output.preparePage(false);
                OutputDirectory outputs = output.prepareDirectory(false)) {
            resources.lowerPriority();
            try (MemoryScan memory = MemoryScan.open(request)) {
                if (interval != null && request.intervalNanos() != memory.intervalNanos()) {
                    throw usage("--interval: dumps do not change, so they are read once");
                }
                ScanOutcome outcome = scan(memory, options, set);
                output.deliver(outcome, outputs, page, set, spec.commandLine().getOut());
                return exitCode(outcome);
            } catch (MemoryException e) {
                throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
            }
        }
    }

    private ScanOutcome scan(MemoryScan memory, ScanOptions options, @Nullable SetWriter set)
            throws CommandFailure, ScanException, InterruptedException {
        PrintWriter stderr = spec.commandLine().getErr();
        if (!memory.framesVisible()) {
            output.talk(
                    "without the right to see page frames (CAP_SYS_ADMIN), pages that share one count several times");
        }
        long waitSeconds = TimeUnit.NANOSECONDS.toSeconds(memory.intervalNanos());
        if (waitSeconds > 0) {
            output.talk("first pass over " + Figures.human(memory.residentBytes()) + ", the second one begins after "
                    + waitSeconds + " s");
        }
        memory.firstPass();
        ScanRequest request = ScanRequest.of(memory.source(), options, plan(options));
        ScanRun run = open(set == null ? request : request.withChunkVisitors(set::scheme));
        ScanOutcome outcome;
        try (Progress progress = Progress.of(run, stderr, output.isQuiet())) {
            outcome = Interrupts.whileRunning(run, progress);
        }
        memory.thaw();
        ScanOutcome told = outcome.withOrigin(ScanOrigin.now(spec.name(), ScanOrigin.arguments(spec)));
        // Nothing is known of frames that were not read, so a scan that was stopped has no figures of frames.
        return outcome.result().partial() ? told : told.withMemory(memory.result());
    }

    private static ScanRun open(ScanRequest request) throws CommandFailure {
        try {
            return ScanRun.open(request);
        } catch (ScanException e) {
            throw new CommandFailure(ExitCode.FAILED, "--spill-dir: " + e.getMessage());
        }
    }

    private int exitCode(ScanOutcome outcome) throws CommandFailure {
        if (!StandardOutput.isSafe(spec.commandLine().getOut())) {
            throw StandardOutput.failure();
        }
        if (!output.isQuiet()) {
            output.warn(outcome.result().totals(), spec.commandLine().getErr());
        }
        return ExitCode.of(outcome, output.savesSet());
    }

    private ScanOptions options() throws CommandFailure {
        ScanOptions options = layout.scanOptions(profile.profiles())
                .withThreads(resources.readers(), resources.workers())
                .withRate(resources.rateBytesPerSecond())
                .withMemory(resources.memory(output::talk));
        for (Chunker chunker : options.chunkers()) {
            if (chunker instanceof FixedChunker && chunker.maxChunkBytes() % PAGE_BYTES != 0) {
                throw usage("--chunk: " + chunker.name() + " is no whole number of pages of 4 KiB");
            }
        }
        return options;
    }

    private static int longestChunkBytes(ScanOptions options) {
        return options.chunkers().stream()
                .mapToInt(Chunker::maxChunkBytes)
                .max()
                .orElse(PAGE_BYTES);
    }

    private ScanSettings plan(ScanOptions options) {
        return options.settings(Versions.compscan(), targets)
                .withAsked(layout.asked(!options.profiles().isEmpty()));
    }

    private long intervalNanos() {
        if (interval == null) {
            return freeze ? 0 : DEFAULT_INTERVAL.toNanos();
        }
        if (freeze && !interval.isZero()) {
            throw usage("--interval and --freeze exclude each other: a stopped process does not change");
        }
        return interval.toNanos();
    }

    private ParameterException usage(String line) {
        return new ParameterException(spec.commandLine(), line);
    }
}
