package io.compscan.cli.file;

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
import org.jspecify.annotations.Nullable;

/**
 * Shows what is in a fingerprint set, or lists its entries.
 *
 * @param file the set
 * @param form how entries are listed; null for what is in the set
 * @param out where the entries go; null for standard output
 * @param overwrite whether {@code out} may replace a file
 * @param verify whether every byte is read and every checksum checked first
 */
public record SetListing(
        Path file, @Nullable Form form, @Nullable Path out, boolean overwrite, boolean verify) {

    /** Up to this size every set is verified, for that takes some seconds at most. */
    private static final long MOST_VERIFIED_BYTES = 1 << 30;

    /** How entries are listed. */
    public enum Form {
        /** A table. */
        CSV,
        /** A line of JSON for each. */
        JSON
    }

    /** Prints or writes it. */
    public void show(PrintWriter stdout) throws CommandFailure {
        SetInputs.check(List.of(file));
        try (FingerprintSet set = FingerprintSet.open(file)) {
            boolean isLarge = Files.size(file) > MOST_VERIFIED_BYTES;
            if (verify || (form == null && !isLarge)) {
                set.verify();
            }
            if (form == null) {
                stdout.print(SetReport.render(set.info(), Terminal.screen(true)));
                if (verify) {
                    stdout.print("\nVerified: every byte is as it was written.\n");
                } else if (isLarge) {
                    stdout.print("\nNot verified: --verify reads every byte.\n");
                }
            } else if (out == null || StandardOutput.isAt(out)) {
                export(set, form, new StandardOutput(stdout));
            } else {
                try (OutputFile target = OutputFile.ownerOnly(out, overwrite)) {
                    target.write(writer -> export(set, form, writer));
                }
            }
        } catch (OutputException e) {
            throw new CommandFailure(ExitCode.FAILED, "--out: " + e.getMessage());
        } catch (IOException e) {
            throw SetInputs.failure(e);
        }
        StandardOutput.finish(stdout);
    }

    private static void export(FingerprintSet set, Form form, Writer writer) throws IOException {
        List<String> compressors = set.schemes().stream()
                .flatMap(layout -> layout.sizedCompressors().stream())
                .distinct()
                .toList();
        SetExport.write(set, form == Form.CSV ? EntryReport.csv(writer, compressors) : EntryReport.json(writer));
    }
}
