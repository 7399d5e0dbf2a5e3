package io.compscan.cli.option;

import io.compscan.cli.file.HtmlOutput;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.StandardOutput;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The page of a merge or a comparison. */
public final class PageMixin {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write an HTML report, one file that needs nothing else; - prints it.")
    private @Nullable Path html;

    /** Whether the user wants a page. */
    public boolean isAsked() {
        return html != null;
    }

    /** Checks in advance that the page can be written; null if the user wants none. */
    public @Nullable HtmlOutput prepare(OutputMixin output) throws CommandFailure {
        if (output.json() && StandardOutput.isAt(html)) {
            throw new ParameterException(command.commandLine(), "--json and --html - both write to standard output");
        }
        return html == null ? null : HtmlOutput.prepare(html, output.overwrite());
    }

    /** The text for standard output; empty if the page goes there. */
    public String report(String report) {
        return StandardOutput.isAt(html) ? "" : report;
    }

    /** Writes the page, if there is one. */
    public void write(@Nullable HtmlOutput target, HtmlOutput.Page page) throws CommandFailure {
        if (target != null) {
            PrintWriter stdout = command.commandLine().getOut();
            target.write(page, stdout);
            StandardOutput.finish(stdout);
        }
    }
}
