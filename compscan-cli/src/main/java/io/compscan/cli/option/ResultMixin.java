package io.compscan.cli.option;

import io.compscan.cli.file.HtmlOutput;
import io.compscan.cli.option.OptionTraits.Heading;
import io.compscan.cli.option.OptionTraits.Traits;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.StandardOutput;
import io.compscan.core.source.file.HiddenOutputs;
import io.compscan.report.OutputDirectory;
import io.compscan.report.OutputException;
import io.compscan.result.ScanResult;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The places of the result of a scan or an estimate: a directory of documents and tables, and a page. */
public final class ResultMixin {

    @Traits(heading = Heading.OUTPUT, rank = 3, mayChange = true)
    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            converter = Converters.Output.class,
            description = "Write result.json and the CSV files to this directory, for plan and report.")
    private @Nullable Path out;

    @Traits(heading = Heading.OUTPUT, rank = 2, mayChange = true)
    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write an HTML report, one file on its own; - prints it.")
    private @Nullable Path html;

    /** Whether a place is given. */
    public boolean isAsked() {
        return out != null || html != null;
    }

    /** Whether the page goes to standard output. */
    public boolean isPagePrinted() {
        return StandardOutput.isAt(html);
    }

    /** The directory, if it is given. */
    @Nullable Path directory() {
        return out;
    }

    /** Takes the places given now in place of those of the command that goes on. */
    public void goOn(ResultMixin now) {
        out = now.out == null ? out : now.out;
        html = now.html == null ? html : now.html;
    }

    /** Checks before hours of reading that the directory can be written; null if it is not given. */
    public @Nullable OutputDirectory prepareDirectory(boolean mayReplace) throws CommandFailure {
        return prepare(out, mayReplace);
    }

    /** The same for the page. */
    public @Nullable HtmlOutput preparePage(boolean mayReplace) throws CommandFailure {
        return html == null ? null : HtmlOutput.prepare(html, mayReplace);
    }

    /** The outputs of a command with those of these options: no part of the data. */
    public HiddenOutputs hidden(HiddenOutputs others) {
        HiddenOutputs own = hidden(out);
        List<Path> files = new ArrayList<>(others.files());
        files.addAll(own.files());
        if (html != null && !isPagePrinted()) {
            files.add(html);
        }
        List<Path> directories = new ArrayList<>(others.directories());
        directories.addAll(own.directories());
        return new HiddenOutputs(files, directories);
    }

    /** Writes the result to its places. */
    public static void write(
            ScanResult result, @Nullable OutputDirectory directory, @Nullable HtmlOutput page, PrintWriter stdout)
            throws CommandFailure {
        if (directory != null) {
            try {
                directory.write(result);
            } catch (OutputException e) {
                throw failure(e);
            }
        }
        if (page != null) {
            page.write(result, stdout);
        }
    }

    /** Checks that the directory of {@code --out} can be written, if there is one. */
    static @Nullable OutputDirectory prepare(@Nullable Path out, boolean mayReplace) throws CommandFailure {
        try {
            return out == null ? null : OutputDirectory.prepare(out, mayReplace);
        } catch (OutputException e) {
            throw failure(e);
        }
    }

    /** What is written to the directory of {@code --out}. */
    static HiddenOutputs hidden(@Nullable Path out) {
        return out == null
                ? new HiddenOutputs(List.of(), List.of())
                : new HiddenOutputs(
                        OutputDirectory.places(out), OutputDirectory.holdsOutputsOnly(out) ? List.of(out) : List.of());
    }

    /** Why the directory of {@code --out} is not written. */
    static CommandFailure failure(OutputException e) {
        return new CommandFailure(ExitCode.FAILED, "--out: " + e.getMessage());
    }
}
