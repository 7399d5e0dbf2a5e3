package io.compscan.cli;

import io.compscan.cli.option.Converters;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.StandardOutput;
import io.compscan.core.ByteSize;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.source.PathName;
import io.compscan.core.tools.generate.DatasetSpec;
import io.compscan.core.tools.generate.Generator;
import io.compscan.core.tools.generate.GroundTruth;
import io.compscan.core.tools.generate.Mates;
import io.compscan.core.tools.generate.RefcountBins;
import io.compscan.file.Reason;
import io.compscan.report.Figures;
import io.compscan.report.OutputException;
import io.compscan.report.OutputFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code compscan generate}. */
@Command(
        name = "generate",
        description = "Generates test data with a known deduplication and compression ratio.",
        footer = {
            "",
            "What a scan must find is written to DIR.truth.json, beside the data set, which holds nothing but the data.",
            "The same options give the same bytes."
        })
final class GenerateCommand implements Callable<Integer> {

    /** Duplicates out of line are found in runs only; this many chunks are a few chunks of any content-defined chunking. */
    private static final int SHIFTED_RUN_CHUNKS = 64;

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            converter = Converters.Output.class,
            required = true,
            description = "Where to write; empty or not there yet.")
    private Path out = Path.of("");

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            converter = Converters.Size.class,
            description = "Of all files together, such as 10g. With --histogram: by default its own.")
    private @Nullable Long sizeBytes;

    @Option(
            names = "--dedup",
            paramLabel = "RATIO",
            description = "Dedup ratio (default: 1). Met exactly, if need be by leaving off a few chunks of the size.")
    private @Nullable BigDecimal dedup;

    @Option(
            names = "--histogram",
            paramLabel = "CSV",
            converter = Converters.Place.class,
            description = "Instead of --dedup: the refcounts.csv of a scan, whose shape is rebuilt.")
    private @Nullable Path histogram;

    @Option(
            names = "--compress",
            paramLabel = "RATIO",
            description = "Compression ratio of the distinct chunks, met within 1%% (default: ${DEFAULT-VALUE}).")
    private BigDecimal compress = BigDecimal.ONE;

    @Option(
            names = "--compressor",
            paramLabel = "NAME",
            converter = Converters.Compressor.class,
            description = "The compressor that is to find that ratio (default: ${DEFAULT-VALUE}).")
    private CompressorSpec compressor = CompressorSpec.parse("lz4");

    @Option(
            names = {"--chunk", "--block-size"},
            paramLabel = "SIZE",
            converter = Converters.Size.class,
            description = "Chunk size, 512 to 16m (default: 4k).")
    private long chunkBytes = 4096;

    @Option(names = "--files", paramLabel = "N", description = "Number of files (default: ${DEFAULT-VALUE}).")
    private int files = 1;

    @Option(
            names = "--zero",
            paramLabel = "SHARE",
            converter = Share.class,
            description = "Share of zero chunks, such as 10%% or 0.1 (default: none).")
    private BigDecimal zeroShare = BigDecimal.ZERO;

    @Option(
            names = "--shift",
            paramLabel = "SIZE",
            converter = Converters.Size.class,
            description =
                    "Begin each file with fewer random bytes than this, so that chunks of fixed size do not line up.")
    private long shiftBytes;

    @Option(
            names = "--run",
            paramLabel = "SIZE",
            converter = Converters.Size.class,
            description = "Duplicates come in runs of this size (default: a chunk; with --shift 64 chunks).")
    private @Nullable Long runBytes;

    @Option(
            names = "--mates",
            paramLabel = "far|near|halves",
            description =
                    "Where the copies of a run lie: anywhere (far), side by side (near), or in repetitions of the whole"
                            + " data set (halves) (default: ${DEFAULT-VALUE}).")
    private String mates = Mates.FAR.label();

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Another one gives other bytes (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Threads that write (default: one for each processor).")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--truth",
            paramLabel = "FILE",
            converter = Converters.Output.class,
            description = "Write what a scan must find to this file instead of DIR.truth.json.")
    private @Nullable Path truth;

    @Option(names = "--overwrite", description = "Replace an earlier data set; anything else in DIR is refused.")
    private boolean overwrite;

    @Option(names = "--json", description = "Print what a scan must find as JSON, as in the file.")
    private boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print nothing but why the command failed.")
    private boolean quiet;

    /** A share as {@code 10%} or {@code 0.1}. */
    static final class Share implements ITypeConverter<BigDecimal> {
        @Override
        public BigDecimal convert(String text) {
            if (!text.matches("[0-9]{1,9}(\\.[0-9]{1,9})?%?")) {
                throw new TypeConversionException("'" + text + "' is not a share, such as 10% or 0.1");
            }
            return text.endsWith("%")
                    ? new BigDecimal(text.substring(0, text.length() - 1)).movePointLeft(2)
                    : new BigDecimal(text);
        }
    }

    @Override
    public Integer call() throws CommandFailure {
        if (threads < 1 || threads > 1024) {
            throw usage("--threads: " + threads + " is not in 1 to 1024");
        }
        Path truthFile = truthFile();
        Generator generator = generator();
        GroundTruth found = generator.groundTruth();
        double seconds;
        // Before hours of writing, this checks that the truth can be written. The file appears when all else is done.
        try (OutputFile unfinished = openTruth(truthFile)) {
            try (Writer out = unfinished.writer()) {
                out.write(found.toJson());
            }
            long start = System.nanoTime();
            writeData(generator, truthFile);
            seconds = (System.nanoTime() - start) / 1e9;
            unfinished.moveIntoPlace();
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FAILED, "--truth: " + e.getMessage());
        }
        PrintWriter stdout = spec.commandLine().getOut();
        if (json) {
            stdout.print(found.toJson());
        } else if (!quiet) {
            stdout.print(describe(found, truthFile, seconds));
        }
        StandardOutput.finish(stdout);
        return ExitCode.OK;
    }

    private Path truthFile() {
        Path directory = out.toAbsolutePath().normalize();
        if (truth == null) {
            if (directory.getFileName() == null) {
                throw usage("--truth: needed where --out is " + directory);
            }
            return directory.resolveSibling(directory.getFileName() + ".truth.json");
        }
        if (truth.toAbsolutePath().normalize().startsWith(directory)) {
            throw usage("--truth: " + truth + " lies in " + out + ", where a scan would read it");
        }
        return truth;
    }

    private Generator generator() throws CommandFailure {
        if (histogram != null && dedup != null) {
            throw usage("--dedup: the dedup ratio follows from --histogram");
        }
        if (histogram == null && sizeBytes == null) {
            throw usage("--size: missing");
        }
        try {
            int chunk = bytes("chunk", chunkBytes);
            int shift = bytes("shift", shiftBytes);
            int run = bytes("run", runBytes != null ? runBytes : chunkBytes * (shift == 0 ? 1 : SHIFTED_RUN_CHUNKS));
            if (sizeBytes != null && sizeBytes == 0) {
                throw usage("--size: must be at least 1 byte");
            }
            DatasetSpec.Builder dataset = DatasetSpec.ofSize(sizeBytes == null ? 0 : sizeBytes)
                    .dedup(dedup == null ? BigDecimal.ONE : dedup)
                    .compress(compress, compressor)
                    .chunkBytes(chunk)
                    .files(files)
                    .zeroShare(zeroShare)
                    .shiftBytes(shift)
                    .runBytes(run)
                    .mates(Mates.named(mates))
                    .seed(seed);
            if (histogram != null) {
                dataset.histogram(read(histogram, "fixed:" + chunk));
            }
            return new Generator(dataset.build());
        } catch (IllegalArgumentException e) {
            throw usage("--" + e.getMessage());
        }
    }

    private RefcountBins read(Path csv, String chunking) throws CommandFailure {
        try {
            return RefcountBins.read(csv, chunking);
        } catch (IllegalArgumentException e) {
            throw usage("--histogram: " + e.getMessage());
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FAILED, "--histogram: cannot read " + csv + ": " + Reason.of(e));
        }
    }

    private void writeData(Generator generator, Path truthFile) throws CommandFailure {
        try {
            // The truth of an earlier data set must go: where there is a truth, the data set is complete.
            if (overwrite) {
                Files.deleteIfExists(truthFile);
            }
            generator.write(out, threads, overwrite, bytes -> {});
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FAILED, "--out: " + e.getMessage());
        }
    }

    private OutputFile openTruth(Path truthFile) throws IOException {
        OutputFile file = OutputFile.at(truthFile, overwrite);
        Path parent = truthFile.getParent();
        if (truth == null && parent != null) {
            try {
                Files.createDirectories(parent);
            } catch (IOException e) {
                throw new OutputException(truthFile, e);
            }
        }
        return file;
    }

    private static String describe(GroundTruth found, Path truthFile, double seconds) {
        String ratio = found.dedupRatio() == null
                ? "none, there are only zeros"
                : String.format(
                        Locale.ROOT,
                        "%.6f  %s of %s",
                        found.dedupRatio(),
                        Figures.count(found.uniqueChunkCount(), "distinct chunk", "distinct chunks"),
                        Figures.count(
                                found.uniqueChunkCount() + found.duplicateChunkCount(), "reference", "references"));
        return String.format(
                Locale.ROOT,
                "Written        %s in %,d %s (%,d bytes, %.0f MB/s)%n"
                        + "Zeros          %s, %,d chunks%n"
                        + "Dedup ratio    %s%n"
                        + "Compression    %s with %s, within 1%%%n"
                        + "Chunking       %s%s%n"
                        + "Ground truth   %s%n",
                ByteSize.format(found.logicalBytes()),
                found.fileCount(),
                found.fileCount() == 1 ? "file" : "files",
                found.logicalBytes(),
                found.logicalBytes() / 1e6 / seconds,
                ByteSize.format(found.zeroBytes()),
                found.zeroChunkCount(),
                ratio,
                found.compressionRatio().toPlainString(),
                found.compressor(),
                found.chunking(),
                found.aligned() ? "" : ", behind a shift in each file: chunks of fixed size do not line up with it",
                PathName.of(truthFile));
    }

    private static int bytes(String component, long bytes) {
        if (bytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(component + " " + ByteSize.format(bytes) + ": is too large");
        }
        return (int) bytes;
    }

    private ParameterException usage(String line) {
        return new ParameterException(spec.commandLine(), line);
    }
}
