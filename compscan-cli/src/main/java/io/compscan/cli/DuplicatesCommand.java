package io.compscan.cli;

import io.compscan.cli.file.FileKind;
import io.compscan.cli.file.ResultFile;
import io.compscan.cli.file.SetInputs;
import io.compscan.cli.option.Converters;
import io.compscan.cli.option.IntoMixin;
import io.compscan.cli.option.OutputMixin;
import io.compscan.cli.option.ResourceMixin;
import io.compscan.cli.option.SourceMixin;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.FullIndex;
import io.compscan.cli.terminal.Interrupts;
import io.compscan.cli.terminal.Progress;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.library.Measure;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.ScanOutcome;
import io.compscan.core.scan.ScanRequest;
import io.compscan.core.scan.ScanRun;
import io.compscan.core.scan.read.task.StopReason;
import io.compscan.core.set.FingerprintSet;
import io.compscan.core.source.Source;
import io.compscan.core.tools.duplicate.DuplicateSearch;
import io.compscan.core.tools.duplicate.KnownDuplicates;
import io.compscan.report.DuplicatesJson;
import io.compscan.report.OutputDirectory;
import io.compscan.report.console.DuplicatesReport;
import io.compscan.result.duplicate.Duplicates;
import io.compscan.result.duplicate.Duplicates.Origin;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code compscan duplicates}. */
@Command(
        name = "duplicates",
        description = "Lists duplicate chunks, files and directories, biggest savings first.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  compscan duplicates /srv --top 50",
            "  compscan duplicates /srv --chunk fastcdc:16k --out duplicates",
            "  compscan duplicates host1.fpr         (the chunks of a fingerprint set)",
            "  compscan duplicates result.json       (the directories of a result)"
        })
final class DuplicatesCommand implements Callable<Integer> {

    private static final int MOST = 100_000;
    private static final int LEAST_PAIRS = 1 << 10;
    private static final int MOST_PAIRS = 1 << 26;

    private static final Set<String> FOR_DATA = Set.of(
            "--chunk",
            "--pairs",
            "--no-places",
            "--include",
            "--exclude",
            "--follow-symlinks",
            "--one-file-system",
            "--into",
            "--image-parents",
            "--unpack-memory",
            "--trimmed");

    @Spec
    private CommandSpec spec;

    @Mixin
    private SourceMixin sources;

    @Mixin
    private IntoMixin into;

    @Option(
            names = "--top",
            paramLabel = "N",
            description = "List so many chunks, groups of files and pairs of directories (default: ${DEFAULT-VALUE}).")
    private int top = 10;

    @Option(
            names = {"-c", "--chunk"},
            paramLabel = "CHUNKING",
            converter = Converters.Chunking.class,
            description = "One chunking, such as 64k or fastcdc:16k (default: 4k).")
    private List<Chunker> chunkers = new ArrayList<>();

    @Option(names = "--no-places", description = "Do not read a second time to find out where the chunks lie.")
    private boolean noPlaces;

    @Option(
            names = "--pairs",
            paramLabel = "N",
            description =
                    "Remember so many pairs of a chunk and a directory, at about 160 bytes each. What directories share is"
                            + " exact if there are no more, and an estimate otherwise (default: ${DEFAULT-VALUE}).")
    private int pairs = DuplicateSearch.Limits.DEFAULT_PAIRS;

    @Mixin
    private ResourceMixin resources;

    @Mixin
    private OutputMixin output;

    @Override
    public Integer call() throws Exception {
        check();
        Duplicates duplicates;
        try (OutputDirectory outputs = output.prepare(false)) {
            duplicates = find();
            output.deliver(
                    DuplicatesReport.render(duplicates, output.screen()),
                    out -> DuplicatesJson.write(duplicates, out),
                    outputs,
                    directory -> directory.write(duplicates));
        }
        return duplicates.origin() == Origin.DATA
                ? ExitCode.of(
                        duplicates.partial(),
                        duplicates.errors(),
                        duplicates.summary().scannedBytes() > 0)
                : ExitCode.ofRecorded(duplicates.partial()
                        || duplicates.errors().stream()
                                .anyMatch(one -> one.kind().isLoss()));
    }

    private void check() {
        if (top < 1 || top > MOST) {
            throw usage("--top: " + top + " is not in 1 to " + MOST);
        }
        if (pairs < LEAST_PAIRS || pairs > MOST_PAIRS) {
            throw usage("--pairs: " + pairs + " is not in " + LEAST_PAIRS + " to " + MOST_PAIRS);
        }
        if (chunkers.size() > 1) {
            throw usage("--chunk: takes one chunking, not " + chunkers.size());
        }
        if (sources.stdin()) {
            throw usage("--stdin: duplicates are looked for in what can be read twice");
        }
    }

    private Duplicates find() throws Exception {
        List<FileKind> kinds = sources.paths().stream()
                .map(DuplicatesCommand::kind)
                .takeWhile(kind -> kind == FileKind.RESULT || kind == FileKind.SET)
                .toList();
        if (kinds.isEmpty() || kinds.size() < sources.paths().size()) {
            return search();
        }
        if (kinds.size() > 1) {
            throw usage("PATH: a fingerprint set or a result goes alone, and these are " + kinds.size()
                    + "; 'compscan merge --save' makes one set of several");
        }
        Path only = Path.of(sources.paths().get(0));
        if (kinds.get(0) == FileKind.RESULT) {
            refuseWhatIsForData("result");
            return KnownDuplicates.of(ResultFile.read(only), top);
        }
        refuseWhatIsForData("fingerprint set");
        return ofSet(only);
    }

    /** Refuses options that decide what a scan finds. Those for its share of the machine do no harm. */
    private void refuseWhatIsForData(String document) {
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            if (FOR_DATA.contains(option.longestName())) {
                throw usage(option.longestName() + " is for data to scan, and PATH is a " + document);
            }
        }
    }

    /** What a path leads to; a directory of outputs is the result in it, any other is data. */
    private static FileKind kind(String name) {
        try {
            Path path = Path.of(name);
            boolean mayBe = Files.isRegularFile(path)
                    || (Files.isDirectory(path)
                            && Files.isRegularFile(ResultFile.document(path))
                            && OutputDirectory.holdsOutputsOnly(path));
            return mayBe ? FileKind.of(ResultFile.document(path)) : FileKind.OTHER;
        } catch (InvalidPathException e) {
            return FileKind.OTHER;
        }
    }

    private Duplicates ofSet(Path file) throws CommandFailure {
        try (FingerprintSet set = FingerprintSet.open(file)) {
            return KnownDuplicates.of(set, top);
        } catch (IOException e) {
            throw SetInputs.failure(e);
        }
    }

    private Duplicates search() throws Exception {
        Source source = into.source(sources, output.hidden(), null);
        if (!source.isRepeatable()) {
            throw usage("PATH: duplicates are looked for in what can be read twice, not in streams");
        }
        Measure measure = Measure.defaults().compress("none");
        ScanOptions options = (chunkers.isEmpty()
                        ? measure
                        : measure.chunk(chunkers.get(0).name()))
                .options()
                .withThreads(resources.readers(source), resources.workers())
                .withRate(resources.rateBytesPerSecond())
                .withMemory(resources.memory(output::talk));
        resources.lowerPriority();
        ScanRequest request =
                ScanRequest.of(source, options, sources.plan(source, options).withInto(into.names()));
        DuplicateSearch.Limits limits =
                new DuplicateSearch.Limits(top, pairs, !noPlaces, resources.temporaryDirectory());
        return DuplicateSearch.of(request, limits).run(this::scan);
    }

    private ScanOutcome scan(ScanRun scan) throws Exception {
        PrintWriter stderr = spec.commandLine().getErr();
        try (Progress progress = Progress.of(scan, stderr, output.isQuiet())) {
            ScanOutcome outcome = Interrupts.whileRunning(scan, progress);
            if (outcome.stopReason() == StopReason.INDEX_FULL) {
                throw FullIndex.of(outcome);
            }
            String damage = outcome.result().indexDamage();
            if (damage != null) {
                throw new CommandFailure(ExitCode.FAILED, "the index could not be read back: " + damage);
            }
            return outcome;
        }
    }

    private ParameterException usage(String line) {
        return new ParameterException(spec.commandLine(), line);
    }
}
