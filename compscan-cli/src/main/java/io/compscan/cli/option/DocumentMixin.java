package io.compscan.cli.option;

import io.compscan.cli.file.HtmlOutput;
import io.compscan.cli.file.ResultFile;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.StandardOutput;
import io.compscan.report.OutputFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The outputs of a command whose answer has one table: the report, the document, the table and the page. */
public final class DocumentMixin {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "Write the table to this file, too; - prints it instead of the report.")
    private @Nullable Path csv;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write a page for a browser; - prints it instead of the report.")
    private @Nullable Path html;

    @Option(names = "--overwrite", description = "With --csv or --html: replace a file that exists.")
    private boolean overwrite;

    @Option(names = "--json", description = "Print a JSON document instead of the report.")
    private boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print no messages but why the command failed.")
    private boolean quiet;

    /**
     * Refuses outputs that exclude each other, or that would replace the input.
     *
     * @param input what the command reads
     */
    public void check(Path input) throws CommandFailure {
        if (overwrite && csv == null && html == null) {
            throw usage("--overwrite goes with --csv or --html");
        }
        if (Stream.of(json, StandardOutput.isAt(csv), StandardOutput.isAt(html))
                        .filter(isAtOutput -> isAtOutput)
                        .count()
                > 1) {
            throw usage((json ? "--json and " : "--csv - and ") + (StandardOutput.isAt(html) ? "--html -" : "--csv -")
                    + " both write to standard output");
        }
        if (csv != null) {
            ResultFile.refuseAsOutput(input, "--csv", csv);
        }
        if (html != null) {
            ResultFile.refuseAsOutput(input, "--html", html);
        }
    }

    /** Whether something else than the report goes to standard output, so that a warning in the report is not seen. */
    public boolean hidesReport() {
        return !quiet && (json || StandardOutput.isAt(csv) || StandardOutput.isAt(html));
    }

    /** Makes the outputs of an answer. */
    public interface Answer {
        /** The report. */
        String report();

        /** Writes the document. */
        void json(Writer out) throws IOException;

        /** Writes the table. */
        void csv(Writer out) throws IOException;

        /** Writes the page. */
        void html(Writer out) throws IOException;
    }

    /** Computes an answer. */
    @FunctionalInterface
    public interface Answering<A extends Answer> {
        /** Computes it. */
        A answer() throws CommandFailure;
    }

    /** Computes an answer, once it is certain that the page can be written, and delivers it. */
    public <A extends Answer> A deliver(Answering<A> answering) throws CommandFailure {
        PrintWriter stdout = command.commandLine().getOut();
        A answer;
        try (HtmlOutput page = html == null ? null : HtmlOutput.prepare(html, overwrite)) {
            answer = answering.answer();
            if (csv != null && !StandardOutput.isAt(csv)) {
                write(answer, csv);
            }
            if (page != null) {
                page.write(answer::html, stdout);
            }
        }
        if (StandardOutput.isAt(csv)) {
            OutputMixin.show(stdout, true, "", answer::csv);
        } else if (StandardOutput.isAt(html)) {
            StandardOutput.finish(stdout);
        } else {
            OutputMixin.show(stdout, json, answer.report(), answer::json);
        }
        return answer;
    }

    private void write(Answer answer, Path place) throws CommandFailure {
        try (OutputFile target = OutputFile.at(place, overwrite)) {
            target.write(answer::csv);
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FAILED, "--csv: " + e.getMessage());
        }
    }

    private ParameterException usage(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
