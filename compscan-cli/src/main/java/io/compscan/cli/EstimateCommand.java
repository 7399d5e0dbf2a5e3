package io.compscan.cli;

import io.compscan.cli.file.HtmlOutput;
import io.compscan.cli.file.SetInputs;
import io.compscan.cli.option.Converters;
import io.compscan.cli.option.DetailsMixin;
import io.compscan.cli.option.GentleMixin;
import io.compscan.cli.option.IntoMixin;
import io.compscan.cli.option.KeepMixin;
import io.compscan.cli.option.LayoutMixin;
import io.compscan.cli.option.ListingMixin;
import io.compscan.cli.option.OptionTraits.Heading;
import io.compscan.cli.option.OptionTraits.Traits;
import io.compscan.cli.option.OutputMixin;
import io.compscan.cli.option.ProfileMixin;
import io.compscan.cli.option.ResultMixin;
import io.compscan.cli.option.ScanOrigin;
import io.compscan.cli.option.SourceMixin;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.Interrupts;
import io.compscan.cli.terminal.Message;
import io.compscan.cli.terminal.Progress;
import io.compscan.cli.terminal.StandardOutput;
import io.compscan.core.Versions;
import io.compscan.core.estimate.ExtentRequest;
import io.compscan.core.estimate.ExtentScan;
import io.compscan.core.estimate.ExtentScan.UnsampledException;
import io.compscan.core.estimate.PartDirectory;
import io.compscan.core.estimate.PartException;
import io.compscan.core.estimate.PartState;
import io.compscan.core.estimate.PassPlan;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.fold.Schemes;
import io.compscan.core.library.Measure;
import io.compscan.core.scan.ScanException;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.ScanOutcome;
import io.compscan.core.scan.ScanRequest;
import io.compscan.core.scan.ScanRun;
import io.compscan.core.source.PathName;
import io.compscan.core.source.Source;
import io.compscan.core.tools.duplicate.ListedObjects;
import io.compscan.report.EstimateJson;
import io.compscan.report.Figures;
import io.compscan.report.OutputDirectory;
import io.compscan.report.OutputFile;
import io.compscan.report.console.ConsoleReport;
import io.compscan.report.console.EstimateReport;
import io.compscan.result.EstimateResult;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import io.compscan.result.answer.Variants;
import io.compscan.result.duplicate.ListedDuplicates;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code compscan estimate}. */
@Command(
        name = "estimate",
        description =
                "Estimates the reduction of the data from a random sample of it, with 95 %% confidence intervals.",
        footer = {
            "",
            "Without --read, --until and --time it is --until 5%%. Less than 4 GiB of data is read whole, and more where chunks are long.",
            "",
            "Examples:",
            "  compscan estimate /srv/vm --profile vdo,zfs --html report.html",
            "  compscan estimate /srv/vm --until 5%% --out estimate, then: compscan plan estimate --growth 20%%"
        })
final class EstimateCommand implements Callable<Integer> {

    private static final Pattern SHARE = Pattern.compile("([0-9]{1,3}(?:\\.[0-9]{1,6})?) ?%");
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9}) ?(s|m|min|h)");
    private static final double DEFAULT_WIDTH = 0.05;
    private static final long STORE_EXTENT_BYTES = 8L << 20;

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

    @Traits(heading = Heading.SAMPLE, rank = 2, mayChange = true)
    @Option(names = "--read", paramLabel = "SHARE", description = "Read at most this share of the data, such as 10%%.")
    private @Nullable String read;

    @Traits(heading = Heading.SAMPLE, rank = 1, mayChange = true)
    @Option(
            names = "--until",
            paramLabel = "WIDTH",
            description = "Read until the physical bytes are known to this share to either side, such as 5%%.")
    private @Nullable String until;

    @Traits(heading = Heading.SAMPLE, rank = 3, mayChange = true)
    @Option(names = "--time", paramLabel = "TIME", description = "Read for about so long, such as 90s, 30m or 2h.")
    private @Nullable String time;

    @Traits(heading = Heading.SAMPLE, rank = 1, rare = true)
    @Option(
            names = "--seed",
            paramLabel = "N",
            description =
                    "Choose another random sample (default: 0). The same seed chooses the same sample of the same data.")
    private long seed;

    @Traits(heading = Heading.SAMPLE, rank = 2, rare = true)
    @Option(
            names = "--extent",
            paramLabel = "SIZE",
            converter = Converters.Size.class,
            description =
                    "The piece that is read at once (default: from 128 KiB up, by the size of the data; 8m for object stores)."
                            + " 1m suits spinning disks.")
    private @Nullable Long extentBytes;

    @Traits(heading = Heading.RESOURCES, rank = 1, mayChange = true)
    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Threads that read and work (default: one for each processor, 16 for an object store).")
    private @Nullable Integer threads;

    @Mixin
    private GentleMixin gentle;

    @Mixin
    private ListingMixin listing;

    @Mixin
    private KeepMixin keep;

    @Mixin
    private ResultMixin output;

    @Traits(heading = Heading.OUTPUT, rank = 4, mayChange = true)
    @Option(names = "--json", description = "Print a JSON document instead of the report.")
    private boolean json;

    @Mixin
    private DetailsMixin details;

    @Traits(rank = 2)
    @Option(names = HelpText.HELP_ALL, description = "Show all options, also those that few people need.")
    private boolean helpAll;

    @Traits(heading = Heading.OUTPUT, rank = 7, mayChange = true)
    @Option(
            names = {"-q", "--quiet"},
            description = "Say nothing on standard error but why the estimate failed.")
    private boolean quiet;

    /** The saved estimate that this one resumes, if its arguments come from there. */
    private @Nullable PartState begun;

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        if (helpAll) {
            spec.commandLine().usage(spec.commandLine().getOut());
            return ExitCode.OK;
        }
        if (keep.isToGoOn()) {
            return goOn(keep.begun());
        }
        if (listing.isAsked()) {
            return list();
        }
        listing.checkUnasked();
        if (sources.stdin()) {
            throw usage("--stdin: a stream cannot be sampled, since every byte of it must be read;"
                    + " scan it in bounded memory: compscan scan --stdin --index sketch");
        }
        if (threads != null && (threads < 1 || threads > 1024)) {
            throw usage("--threads: " + threads + " is not in 1 to 1024");
        }
        if (extentBytes != null && (extentBytes < 4096 || extentBytes > 1 << 28)) {
            throw usage("--extent: " + extentBytes + " bytes are not in 4k to 256m");
        }
        if (json && output.isPagePrinted()) {
            throw usage("--json and --html - exclude each other");
        }
        PassPlan plan = plan();
        ScanOptions options = options();
        Source source = into.source(sources, output.hidden(keep.hidden()), keep.keptBy());
        keep.check(source, output.isAsked());
        PrintWriter stderr = spec.commandLine().getErr();
        gentle.lowerPriority();
        String better = ProfileMixin.betterPath(options.profiles(), sources.paths());
        if (better != null) {
            say(better);
        }
        try (PartDirectory checkpoints = keep.open();
                OutputFile file = keep.prepareFile();
                HtmlOutput page = output.preparePage(keep.mayOverwrite());
                OutputDirectory outputs = output.prepareDirectory(keep.mayOverwrite())) {
            Outputs all = new Outputs(file, page, outputs);
            ScanSettings settings = sources.plan(source, options)
                    .withInto(into.names())
                    .withAsked(layout.asked(!options.profiles().isEmpty()));
            ExtentScan scan = new ExtentScan(
                    new ExtentRequest(
                            source,
                            options.schemes(),
                            plan,
                            threads(source),
                            extent(source),
                            layout.isFingerprintAsked(),
                            gentle.rateBytesPerSecond(),
                            keep.plan(checkpoints, stderr)),
                    wantsScan() ? settings : null);
            boolean isLimited = read != null || until != null || time != null;
            boolean mayBeScan = wantsScan() && keep.keptBy() == null;
            boolean isWhole = (isLimited || mayBeScan) && scan.readsEverything();
            boolean isUnasked = isWhole && (read == null || plan.mostShare() < 1);
            if (isWhole && mayBeScan) {
                sayWhole(isUnasked);
                ScanOptions whole = options.withThreads(
                                threads(source),
                                threads == null ? Runtime.getRuntime().availableProcessors() : threads)
                        .withRate(gentle.rateBytesPerSecond());
                return scanWhole(ScanRequest.of(source, whole, settings), all);
            }
            String refusal = ExtentScan.refusal(options.profiles());
            if (refusal != null) {
                throw usage("--profile " + refusal);
            }
            EstimateResult result = run(scan, stderr);
            if (result == null) {
                tellHowToGoOn(checkpoints, stderr);
                throw new CommandFailure(ExitCode.INTERRUPTED, "stopped before the end of the first pass");
            }
            sayWhole(isUnasked);
            return deliver(scan, result, all, checkpoints);
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
    }

    /** Explains why more is read than was asked for; not before it is sure that anything is read. */
    private void sayWhole(boolean isUnasked) {
        if (isUnasked) {
            say("all of the data is read: a part of so little says too little");
        }
    }

    /** Reads the list of a store alone. */
    private int list() throws CommandFailure, InterruptedException {
        listing.check(json, keep.mayOverwrite());
        Source source = into.source(sources, keep.hidden(), null);
        listing.check(source);
        ListedObjects objects = new ListedObjects(source, count -> say(Figures.exact(count) + " objects listed"));
        ListedDuplicates listed;
        Interrupts interrupts = Interrupts.stopping(objects::stop);
        try {
            listed = objects.list(Measure.defaults().options(), Versions.compscan());
        } catch (IOException | ScanException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        } finally {
            interrupts.end();
        }
        listing.deliver(listed, details.screen(), json, keep.mayOverwrite());
        return ExitCode.of(listed.partial(), listed.errors(), listed.total().objectCount() > 0);
    }

    /** Whether anything is asked for that the result of a scan has and an estimate has not. */
    private boolean wantsScan() {
        return profile.isAsked() || output.isAsked();
    }

    /** The outputs beside the report. */
    private record Outputs(
            @Nullable OutputFile kept,
            @Nullable HtmlOutput page,
            @Nullable OutputDirectory directory) {}

    /** Reads everything as a scan does, so that nothing is an estimate but what a scan estimates. */
    private int scanWhole(ScanRequest request, Outputs outputs) throws CommandFailure, InterruptedException {
        ScanOutcome outcome;
        ScanRun scan;
        try {
            scan = ScanRun.open(request);
            try (Progress progress = Progress.of(scan, spec.commandLine().getErr(), quiet, Progress.Form.TEXT)) {
                outcome = Interrupts.whileRunning(scan, progress);
            }
        } catch (ScanException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
        ScanResult result = outcome.withOrigin(ScanOrigin.now("estimate", ScanOrigin.arguments(spec)))
                .result();
        print(EstimateResult.ofScan(Variants.withoutDraws(result)), result);
        write(result, outputs);
        StandardOutput.finish(spec.commandLine().getOut());
        return ExitCode.of(outcome, false);
    }

    private void write(ScanResult result, Outputs outputs) throws CommandFailure {
        ResultMixin.write(
                result, outputs.directory, outputs.page, spec.commandLine().getOut());
    }

    private void say(String line) {
        if (!quiet) {
            Message.say(spec.commandLine().getErr(), line);
        }
    }

    /** Runs the command of the saved estimate, with the options of now. */
    private int goOn(PartState state) throws CommandFailure, InterruptedException {
        EstimateCommand command = new EstimateCommand();
        CommandLine commandLine = CommandLines.of(command)
                .setOverwrittenOptionsAllowed(true)
                .setOut(spec.commandLine().getOut())
                .setErr(spec.commandLine().getErr());
        try {
            commandLine.parseArgs(keep.resumedArguments(state).toArray(String[]::new));
        } catch (ParameterException e) {
            if (e.getCommandLine() != commandLine) {
                throw e;
            }
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "--resume: the estimate was begun with what this compscan refuses: " + e.getMessage());
        }
        command.begun = state;
        command.keep.goOn(state, keep);
        command.read = read;
        command.until = until;
        command.time = time;
        command.json = json;
        command.quiet = quiet;
        command.output.goOn(output);
        return command.call();
    }

    private @Nullable EstimateResult run(ExtentScan scan, PrintWriter stderr)
            throws CommandFailure, InterruptedException {
        // After an interrupt the passes that are complete still count.
        Interrupts interrupts = Interrupts.stopping(scan::stop);
        try {
            return scan.run(Versions.compscan(), pass -> {
                if (!quiet) {
                    Message.say(stderr, EstimateReport.pass(pass));
                }
            });
        } catch (PartException e) {
            throw new CommandFailure(ExitCode.FAILED, "--resume: " + e.getMessage());
        } catch (UnsampledException | IOException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        } finally {
            interrupts.end();
        }
    }

    /** Delivers the result and the file first, and removes the checkpoint only when nothing else can fail. */
    private int deliver(ExtentScan scan, EstimateResult result, Outputs outputs, @Nullable PartDirectory checkpoints)
            throws CommandFailure {
        PrintWriter stderr = spec.commandLine().getErr();
        OutputFile file = outputs.kept;
        try {
            deliver(scan.scanResult(), result, outputs);
        } finally {
            if (file != null) {
                KeepMixin.save(scan, file);
            }
        }
        if (result.interrupted()) {
            tellHowToGoOn(checkpoints, stderr);
            return ExitCode.INTERRUPTED;
        }
        if (checkpoints != null) {
            try {
                checkpoints.discard();
            } catch (IOException e) {
                Message.say(
                        stderr,
                        "the estimate is through, but its checkpoint cannot be removed: "
                                + SetInputs.failure(e).getMessage());
            }
        }
        return ExitCode.of(false, result.errors(), result.readBytes() > 0);
    }

    private void deliver(@Nullable ScanResult found, EstimateResult result, Outputs outputs) throws CommandFailure {
        ScanResult asScan = found == null
                ? null
                : found.withTiming(found.timing().withOrigin(ScanOrigin.now("estimate", ScanOrigin.arguments(spec))));
        print(result, asScan);
        if (asScan != null) {
            write(asScan, outputs);
        } else if (wantsScan()) {
            boolean isAllRead = result.passes().get(result.passes().size() - 1).share() >= 1;
            throw new CommandFailure(
                    ExitCode.FAILED,
                    (isAllRead ? "all of the data is zeros" : "too little was read for a number")
                            + ", so there are none for --profile, --html and --out; "
                            + (isAllRead ? "use compscan scan" : "read more, such as --read 20%"));
        }
    }

    private void tellHowToGoOn(@Nullable PartDirectory checkpoints, PrintWriter stderr) {
        if (checkpoints != null && !quiet && Files.exists(PartDirectory.partOf(checkpoints.path()))) {
            Message.say(stderr, "to go on: compscan estimate --resume " + PathName.of(checkpoints.path()));
        }
    }

    private int threads(Source source) {
        return threads == null
                ? Math.max(source.leastReaders(), Runtime.getRuntime().availableProcessors())
                : threads;
    }

    /**
     * The length of an extent. A store counts requests, one for each extent, so its extents are long. Null leaves the choice to the size of
     * the data.
     */
    private @Nullable Long extent(Source source) {
        return extentBytes == null && source.requestCount() >= 0 ? (Long) STORE_EXTENT_BYTES : extentBytes;
    }

    /** @param asScan the same as the result of a scan; null if nobody wants it, or too little was read */
    private void print(EstimateResult result, @Nullable ScanResult asScan) throws CommandFailure {
        if (output.isPagePrinted()) {
            return;
        }
        OutputMixin.show(
                spec.commandLine().getOut(),
                json,
                asScan == null ? EstimateReport.render(result) : ConsoleReport.render(asScan, details.screen()),
                out -> EstimateJson.write(result, out));
    }

    private ScanOptions options() throws CommandFailure {
        ScanOptions options =
                layout.scanOptions(profile.profiles(), begun == null ? null : ExtentRequest.fingerprint(begun));
        Schemes schemes = options.schemes();
        if (schemes.superblockBytes() > 0) {
            throw usage("--superblock does not go with estimate, which compresses chunks");
        }
        if (schemes.compressSample().kind() == CompressSample.Kind.RATE) {
            throw usage("--compress-sample: estimate takes auto or off, not a rate");
        }
        return options;
    }

    private PassPlan plan() {
        if (begun != null && read == null && until == null && time == null) {
            return begun.position().plan();
        }
        double share = read == null ? 1 : share("--read", read);
        boolean isOpen = read == null && time == null;
        double width = until != null ? share("--until", until) : isOpen ? DEFAULT_WIDTH : 0;
        long nanos = time == null ? Long.MAX_VALUE : nanos(time);
        return new PassPlan(share, width, nanos, seed);
    }

    private double share(String option, String text) {
        Matcher matcher = SHARE.matcher(text);
        double share = matcher.matches()
                ? new BigDecimal(matcher.group(1)).movePointLeft(2).doubleValue()
                : Double.NaN;
        if (!(share > 0 && share <= 1)) {
            throw usage(option + ": '" + text + "' is not a share above 0 % and up to 100 %, such as 10%");
        }
        return share;
    }

    private long nanos(String text) {
        Matcher matcher = DURATION.matcher(text);
        long seconds = 0;
        if (matcher.matches()) {
            long unit = switch (matcher.group(2)) {
                case "s" -> 1;
                case "h" -> 3600;
                default -> 60;
            };
            seconds = Long.parseLong(matcher.group(1)) * unit;
        }
        if (seconds <= 0) {
            throw usage("--time: '" + text + "' is not a time such as 90s, 30m or 2h");
        }
        return TimeUnit.SECONDS.toNanos(seconds);
    }

    private ParameterException usage(String line) {
        return new ParameterException(spec.commandLine(), line);
    }
}
