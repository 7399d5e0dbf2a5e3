package io.compscan.cli.option;

import io.compscan.cli.file.SetInputs;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.Message;
import io.compscan.cli.terminal.StandardOutput;
import io.compscan.cli.terminal.Terminal;
import io.compscan.core.source.file.HiddenOutputs;
import io.compscan.report.OutputDirectory;
import io.compscan.report.OutputException;
import io.compscan.report.console.Screen;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The outputs of a merge, a comparison or a scan on a cluster. */
public final class OutputMixin {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            converter = Converters.Output.class,
            description = "Write the JSON and CSV files to this directory.")
    private @Nullable Path out;

    @Option(names = "--overwrite", description = "Replace what an earlier run has written.")
    private boolean overwrite;

    @Option(names = "--json", description = "Print the JSON document instead of the report.")
    private boolean json;

    @Option(names = "--details", description = "Print every table, not only what most people ask first.")
    private boolean details;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print no messages but why the command failed.")
    private boolean quiet;

    /** The screen or file that shows the report. */
    public Screen screen() {
        return Terminal.screen(details);
    }

    /** Whether outputs of an earlier run may be replaced. */
    public boolean overwrite() {
        return overwrite;
    }

    /** Whether standard output gets the document. */
    boolean json() {
        return json;
    }

    /** Whether messages are off. */
    public boolean isQuiet() {
        return quiet;
    }

    /** Prints a line for the person at the terminal, unless messages are off. */
    public void talk(String line) {
        if (!quiet) {
            Message.say(command.commandLine().getErr(), line);
        }
    }

    /** Says that different versions, such as those of libraries, have found the sizes of sets; nothing of none. */
    public void talkOfVersions(List<String> conflicts) {
        if (!conflicts.isEmpty()) {
            talk("the sizes in the sets are by " + String.join(", ", conflicts)
                    + ": the same data may take another size from one set to another");
        }
    }

    /** The files that the command writes and must not count. */
    public HiddenOutputs hidden() {
        return ResultMixin.hidden(out);
    }

    /**
     * Checks before hours of work that the directory can be written.
     *
     * @param otherOutput whether there is another output that may be overwritten
     */
    public @Nullable OutputDirectory prepare(boolean otherOutput) throws CommandFailure {
        if (overwrite && out == null && !otherOutput) {
            throw new ParameterException(command.commandLine(), "--overwrite goes with " + outputs(command));
        }
        return ResultMixin.prepare(out, overwrite);
    }

    private static String outputs(CommandSpec command) {
        List<String> names = new ArrayList<>(List.of("--out"));
        for (String other : List.of("--save", "--html")) {
            if (command.findOption(other) != null) {
                names.add(other);
            }
        }
        String last = names.remove(names.size() - 1);
        return names.isEmpty() ? last : String.join(", ", names) + " or " + last;
    }

    /** Writes an outcome to a target. */
    @FunctionalInterface
    public interface Writing<T> {
        /** Writes it. */
        void write(T target) throws IOException;
    }

    /**
     * Shows an outcome on standard output, and writes it to the directory if there is one.
     *
     * @param report the outcome as text for a person
     * @param document writes the outcome as JSON
     * @param files writes the outcome as files
     */
    public void deliver(
            String report, Writing<Writer> document, @Nullable OutputDirectory outputs, Writing<OutputDirectory> files)
            throws CommandFailure {
        PrintWriter stdout = command.commandLine().getOut();
        try {
            print(stdout, json, report, document);
            if (outputs != null) {
                files.write(outputs);
            }
        } catch (OutputException e) {
            throw ResultMixin.failure(e);
        } catch (IOException e) {
            throw SetInputs.failure(e);
        }
        StandardOutput.finish(stdout);
    }

    /**
     * Shows an outcome on standard output, and fails if a part of it could not be written.
     *
     * @param report the outcome as text for a person
     * @param document writes the outcome as JSON
     */
    public static void show(PrintWriter stdout, boolean json, String report, Writing<Writer> document)
            throws CommandFailure {
        try {
            print(stdout, json, report, document);
        } catch (IOException e) {
            throw SetInputs.failure(e);
        }
        StandardOutput.finish(stdout);
    }

    /** Prints as much as gets there. The writer knows if that is not all, and other outputs come first. */
    private static void print(PrintWriter stdout, boolean json, String report, Writing<Writer> document)
            throws IOException {
        try {
            if (json) {
                document.write(new StandardOutput(stdout));
            } else {
                stdout.print(report);
            }
        } catch (StandardOutput.UndeliveredException e) {
            return;
        }
        stdout.flush();
    }
}
