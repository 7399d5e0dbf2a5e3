package io.compscan.cli;

import io.compscan.cli.file.SetListing;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code compscan info}: the old name of {@code compscan report SET}. */
@Command(name = "info", hidden = true, description = "Shows what is in a fingerprint set, or lists its entries.")
final class InfoCommand implements Callable<Integer> {

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
        SetListing.Form form = csv ? SetListing.Form.CSV : json ? SetListing.Form.JSON : null;
        new SetListing(file, form, out, overwrite, verify)
                .show(spec.commandLine().getOut());
        return ExitCode.OK;
    }
}
