package io.compscan.cli;

import io.compscan.cli.file.SetInputs;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.StandardOutput;
import io.compscan.cli.terminal.Terminal;
import io.compscan.core.set.FingerprintSet;
import io.compscan.core.set.SetExport;
import io.compscan.report.EntryReport;
import io.compscan.report.OutputException;
import io.compscan.report.OutputFile;
import io.compscan.report.console.SetReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code compscan info}. */
@Command(name = "info", description = "Shows what is in a fingerprint set, or lists its entries.")
final class InfoCommand implements Callable<Integer> {

    /** Up to this size every set is verified, for that takes some seconds at most. */
    private static final long MOST_VERIFIED_BYTES = 1 << 30;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SET", description = "A fingerprint set.")
    private Path file = Path.of("");

    @Option(names = "--csv", description = "List every entry as CSV: fingerprint, references, length, stored sizes.")
    private boolean csv;

    @Option(names = "--json", description = "List every entry as JSON, an entry a line.")
    private boolean json;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "With --csv or --json: write the entries to this file; - prints them.")
    private @Nullable Path out;

    @Option(names = "--overwrite", description = "With --out: replace a file that exists.")
    private boolean overwrite;

    @Option(
            names = "--verify",
            description = "Read every byte and check every checksum first, also of a set above 1 GiB.")
    private boolean verify;

    @Override
    public Integer call() throws CommandFailure {
        if (csv && json) {
            throw new ParameterException(spec.commandLine(), "--csv and --json exclude each other");
        }
        boolean export = csv || json;
        if (out != null && !export) {
            throw new ParameterException(spec.commandLine(), "--out goes with --csv or --json");
        }
        if (overwrite && out == null) {
            throw new ParameterException(spec.commandLine(), "--overwrite goes with --out");
        }
        SetInputs.check(List.of(file));
        PrintWriter stdout = spec.commandLine().getOut();
        try (FingerprintSet set = FingerprintSet.open(file)) {
            boolean isLarge = Files.size(file) > MOST_VERIFIED_BYTES;
            if (verify || (!export && !isLarge)) {
                set.verify();
            }
            if (!export) {
                stdout.print(SetReport.render(set.info(), Terminal.screen(true)));
                if (verify) {
                    stdout.print("\nVerified: every byte is as it was written.\n");
                } else if (isLarge) {
                    stdout.print("\nNot verified: --verify reads every byte.\n");
                }
            } else if (out == null || StandardOutput.isAt(out)) {
                export(set, new StandardOutput(stdout));
            } else {
                exportTo(out, set);
            }
        } catch (OutputException e) {
            throw new CommandFailure(ExitCode.FAILED, "--out: " + e.getMessage());
        } catch (IOException e) {
            throw SetInputs.failure(e);
        }
        StandardOutput.finish(stdout);
        return ExitCode.OK;
    }

    private void exportTo(Path place, FingerprintSet set) throws IOException {
        try (OutputFile target = OutputFile.ownerOnly(place, overwrite)) {
            target.write(writer -> export(set, writer));
        }
    }

    private void export(FingerprintSet set, Writer writer) throws IOException {
        List<String> compressors = set.schemes().stream()
                .flatMap(layout -> layout.sizedCompressors().stream())
                .distinct()
                .toList();
        EntryReport report = csv ? EntryReport.csv(writer, compressors) : EntryReport.json(writer);
        SetExport.write(set, report);
    }
}
