package io.compscan.cli;

import io.compscan.cli.file.HtmlOutput;
import io.compscan.cli.file.SetInputs;
import io.compscan.cli.option.Converters;
import io.compscan.cli.option.LayoutMixin;
import io.compscan.cli.option.ProfileMixin;
import io.compscan.cli.option.ResourceMixin;
import io.compscan.cli.option.ScanOrigin;
import io.compscan.cli.option.ScanOutputMixin;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.Interrupts;
import io.compscan.core.Versions;
import io.compscan.core.scan.ScanException;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.ScanOutcome;
import io.compscan.core.scan.read.Throttle;
import io.compscan.core.set.SetWriter;
import io.compscan.core.source.PathName;
import io.compscan.core.write.session.WriteRequest;
import io.compscan.core.write.session.WriteSession;
import io.compscan.core.write.watch.DirectoryWatch;
import io.compscan.report.OutputDirectory;
import io.compscan.result.ScanSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code compscan watch}. */
@Command(
        name = "watch",
        description =
                "Scans each file below a directory when a program has written and closed it, and reports at the end.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  compscan watch /scratch/job42 --save node7.fpr       (Ctrl-C ends it)",
            "  compscan watch /var/backups --for 24h --html report.html"
        })
final class WatchCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "The directory to watch, with all below it.")
    private Path directory = Path.of("");

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = Converters.Time.class,
            description = "End after this time, such as 90s, 5m or 24h (default: at Ctrl-C).")
    private @Nullable Duration duration;

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
        if (!Files.isDirectory(directory)) {
            throw new CommandFailure(ExitCode.FAILED, PathName.of(directory) + ": not a directory");
        }
        if (resources.rateBytesPerSecond() != Throttle.UNLIMITED) {
            throw new ParameterException(spec.commandLine(), "--rate: a watch reads what others have just written");
        }
        if (spec.commandLine().getParseResult().hasMatchedOption("--readers")) {
            throw new ParameterException(spec.commandLine(), "--readers: the workers of a watch read");
        }
        ScanOptions options = layout.scanOptions(profile.profiles())
                .withThreads(resources.readers(), resources.workers())
                .withMemory(resources.memory(output::talk));
        ScanSettings settings = options.settings(Versions.compscan(), List.of(PathName.of(directory)))
                .withAsked(layout.asked(!options.profiles().isEmpty()));
        resources.lowerPriority();
        try (OutputDirectory outputs = output.prepareDirectory(false);
                SetWriter set = output.prepareSet(options, false);
                HtmlOutput page = output.preparePage(false)) {
            WriteRequest request = request(options, settings);
            try (WriteSession session =
                    WriteSession.open(set == null ? request : request.withChunkVisitors(set::scheme))) {
                run(session, options.workers());
                ScanOutcome outcome = session.finish().withOrigin(ScanOrigin.now("watch", ScanOrigin.arguments(spec)));
                output.deliver(outcome, outputs, page, set, spec.commandLine().getOut());
                return ExitCode.of(outcome, output.savesSet());
            }
        }
    }

    private WriteRequest request(ScanOptions options, ScanSettings settings) {
        try {
            return WriteRequest.of(options, settings);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
    }

    /** Watches until Ctrl-C or the end of the time, then scans what is left. */
    private void run(WriteSession session, int scanners) throws CommandFailure, ScanException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(scanners + 1);
        try (DirectoryWatch watch = DirectoryWatch.open(directory, session)) {
            List<Future<?>> work = new ArrayList<>();
            work.add(threads.submit(() -> {
                watch.watch();
                return null;
            }));
            for (int i = 0; i < scanners; i++) {
                work.add(threads.submit(() -> {
                    watch.scan();
                    return null;
                }));
            }
            Interrupts interrupts = Interrupts.stopping(watch::stop);
            try {
                output.talk("watching " + PathName.of(directory) + "; Ctrl-C ends it");
                await(work, watch);
            } finally {
                interrupts.end();
            }
            if (watch.isGone()) {
                output.talk(PathName.of(directory) + " was removed, so the watch has ended");
            }
            if (watch.isMoved()) {
                output.talk(PathName.of(directory) + " was renamed, so the watch has ended");
            }
            if (watch.lostCount() > 0) {
                output.talk(DirectoryWatch.LOST);
            }
        } catch (IOException e) {
            throw SetInputs.failure(e);
        } finally {
            threads.shutdownNow();
        }
    }

    private void await(List<Future<?>> work, DirectoryWatch watch)
            throws CommandFailure, ScanException, InterruptedException {
        Duration longest = duration;
        if (longest != null) {
            Thread timer = new Thread(() -> {
                try {
                    TimeUnit.NANOSECONDS.sleep(longest.toNanos());
                    watch.stop();
                } catch (InterruptedException e) {
                    // The command has ended before its time.
                }
            });
            timer.setDaemon(true);
            timer.start();
        }
        for (Future<?> one : work) {
            try {
                one.get();
            } catch (ExecutionException e) {
                watch.stop();
                Throwable cause = e.getCause();
                if (cause instanceof IOException failure) {
                    throw SetInputs.failure(failure);
                }
                throw new ScanException("the watch failed: " + cause, cause == null ? e : cause);
            }
        }
    }
}
