package io.compscan.cli;

import io.compscan.cli.option.Converters;
import io.compscan.cli.option.OutputMixin;
import io.compscan.cli.option.SourceMixin;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.Interrupts;
import io.compscan.cli.terminal.Progress;
import io.compscan.cli.terminal.Terminal;
import io.compscan.core.Versions;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.library.Measure;
import io.compscan.core.scan.ScanRun;
import io.compscan.core.source.Source;
import io.compscan.core.source.view.FileSystemFormat;
import io.compscan.core.source.view.Views;
import io.compscan.core.tools.doctor.Examination;
import io.compscan.report.DiagnosisJson;
import io.compscan.report.console.DiagnosisReport;
import io.compscan.result.ScanResult;
import io.compscan.result.diagnosis.Diagnosis;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code compscan doctor}. */
@Command(
        name = "doctor",
        description = "Checks images and devices for misalignment and measures the deduplication that it costs.",
        footerHeading = "%nExamples:%n",
        footer = {"  compscan doctor disk.vhd", "  compscan doctor /vm --include '*.vmdk' --chunk 4k,64k --json"})
final class DoctorCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private SourceMixin sources;

    @Option(
            names = {"-c", "--chunk"},
            paramLabel = "SIZE",
            converter = Converters.Chunking.class,
            description = "Sizes of fixed chunks, from 512 to 16m (default: 4k,8k,64k).")
    private List<Chunker> chunkers = new ArrayList<>();

    @Option(
            names = "--image-parents",
            paramLabel = "DIR",
            converter = Converters.Place.class,
            description = "Images may have parents and extents in this directory as well.")
    private List<Path> imageParents = new ArrayList<>();

    @Option(names = "--json", description = "Print a JSON document instead of the report.")
    private boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print no messages but why the command failed.")
    private boolean quiet;

    @Override
    public Integer call() throws Exception {
        if (sources.stdin()) {
            throw new ParameterException(spec.commandLine(), "--stdin: the doctor reads files and devices three times");
        }
        List<Integer> chunkBytes = chunkBytes();
        if (sources.paths().isEmpty()) {
            throw new ParameterException(spec.commandLine(), "PATH is missing: what is to be examined?");
        }
        Source source = sources.tree(sources.paths()).reaching(imageParents);
        Examination examination = Examination.of(source, Views.load(), FileSystemFormat.load(), chunkBytes);
        Measure measure = Measure.defaults()
                .chunk(chunkBytes.stream().map(String::valueOf).toArray(String[]::new))
                .compress("none");
        Diagnosis diagnosis = examination.diagnose(Versions.compscan(), reading -> scan(measure, reading));
        show(diagnosis);
        return ExitCode.of(false, diagnosis.errors(), !diagnosis.costs().isEmpty());
    }

    private List<Integer> chunkBytes() {
        if (chunkers.isEmpty()) {
            return List.of(4 << 10, 8 << 10, 64 << 10);
        }
        List<Integer> sizes = new ArrayList<>();
        for (Chunker chunker : chunkers) {
            if (!(chunker instanceof FixedChunker fixed)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--chunk " + chunker.name()
                                + ": content decides where such chunks begin, so none is misaligned");
            }
            if (!sizes.contains(fixed.chunkBytes())) {
                sizes.add(fixed.chunkBytes());
            }
        }
        return sizes;
    }

    private ScanResult scan(Measure measure, Source reading) throws Exception {
        ScanRun scan = ScanRun.open(measure.request(reading));
        PrintWriter stderr = spec.commandLine().getErr();
        try (Progress progress = Progress.of(scan, stderr, quiet)) {
            ScanResult result = Interrupts.whileRunning(scan, progress).result();
            if (result.partial()) {
                throw new CommandFailure(ExitCode.INTERRUPTED, "stopped before its end, so nothing is told");
            }
            return result;
        }
    }

    private void show(Diagnosis diagnosis) throws CommandFailure {
        OutputMixin.show(
                spec.commandLine().getOut(),
                json,
                DiagnosisReport.render(diagnosis, Terminal.screen(true)),
                out -> DiagnosisJson.write(diagnosis, out));
    }
}
