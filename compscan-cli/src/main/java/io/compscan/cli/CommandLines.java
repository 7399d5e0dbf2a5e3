package io.compscan.cli;

import io.compscan.cli.file.SetInputs;
import io.compscan.cli.option.Converters;
import io.compscan.cli.option.IdleOptions;
import io.compscan.cli.option.RepeatedOptions;
import io.compscan.cli.option.UnfinishedLists;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.Message;
import io.compscan.cli.terminal.StandardOutput;
import io.compscan.core.Versions;
import io.compscan.core.scan.ScanException;
import io.compscan.core.source.Addresses;
import io.compscan.report.SafeText;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/** The common part of all command lines of compscan: conversions of values, streams, and the words and exit codes of failures. */
final class CommandLines {

    private static final String OUT_OF_THREADS =
            "the system gives no more threads: use fewer --readers and --workers, or raise its limits (ulimit -u, ulimit -v)";

    private static final String OUT_OF_HEAP = "out of Java heap: give it more (java -Xmx)";
    private static final String OUT_OF_HEAP_OF_SCAN =
            "out of Java heap: use fewer --readers and --workers, smaller chunks, or more heap (java -Xmx)";

    private CommandLines() {}

    /** A command line with the conversions, failures and exit codes of all commands of compscan. */
    static CommandLine of(Object command) {
        return prepared(new CommandLine(command));
    }

    /** The same with the conversions, failures and exit codes of all commands of compscan. */
    static CommandLine prepared(CommandLine commandLine) {
        commandLine.registerConverter(int.class, Converters.Whole.INT);
        commandLine.registerConverter(Integer.class, Converters.Whole.INT);
        commandLine.registerConverter(long.class, Converters.Whole.LONG);
        commandLine.registerConverter(Long.class, Converters.Whole.LONG);
        commandLine.registerConverter(Path.class, new Converters.Place());
        commandLine.registerConverter(BigDecimal.class, new Converters.Decimal());
        // A path may begin with that sign, and a file of arguments could be a device that never ends.
        commandLine.setExpandAtFiles(false);
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setParameterExceptionHandler(CommandLines::onUsageError);
        commandLine.setExecutionExceptionHandler(CommandLines::onFailure);
        commandLine.setExecutionStrategy(CommandLines::run);
        HelpText.install(commandLine);
        return commandLine;
    }

    /** Executes the command line on the process's own streams and returns the exit code. */
    static int execute(CommandLine commandLine, String... args) {
        return execute(
                commandLine,
                StandardOutput.isMissing() ? StandardOutput.missing() : utf8(FileDescriptor.out),
                utf8(FileDescriptor.err),
                args);
    }

    /** Executes the command line on these streams and returns the exit code. */
    static int execute(CommandLine commandLine, PrintWriter out, PrintWriter err, String... args) {
        commandLine.setOut(out);
        commandLine.setErr(err);
        int exitCode = commandLine.execute(args);
        try {
            // Help and versions are printed without a command.
            if (exitCode != ExitCode.FAILED && exitCode != ExitCode.USAGE && exitCode != ExitCode.CLOSED_PIPE) {
                StandardOutput.finish(commandLine.getOut());
            }
        } catch (CommandFailure e) {
            return e.tell(commandLine.getErr());
        }
        return exitCode;
    }

    /** A writer in UTF-8. The locale of a cron job knows only ASCII, but file names have other letters, and JSON is UTF-8 by definition. */
    static PrintWriter utf8(FileDescriptor descriptor) {
        return new PrintWriter(
                new BufferedWriter(new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8)),
                true);
    }

    /** Threads of a scan hand their errors on as exceptions. One of this thread has no handler in the library. */
    private static int run(ParseResult parsed) {
        try {
            parsed.asCommandLineList().forEach(RepeatedOptions::refuse);
            parsed.asCommandLineList().forEach(IdleOptions::refuse);
            parsed.asCommandLineList().forEach(UnfinishedLists::refuse);
            return new RunLast().execute(parsed);
        } catch (OutOfMemoryError e) {
            List<CommandLine> commands = parsed.asCommandLineList();
            CommandSpec command = commands.get(commands.size() - 1).getCommandSpec();
            Message.say(command.commandLine().getErr(), outOfMemory(e, command));
            return ExitCode.FAILED;
        }
    }

    private static int onUsageError(ParameterException e, String[] args) {
        CommandSpec command = e.getCommandLine().getCommandSpec();
        Message.say(
                e.getCommandLine().getErr(),
                Mistakes.explain(e, args) + " (see '" + command.qualifiedName() + " --help')");
        return ExitCode.USAGE;
    }

    private static int onFailure(Exception e, CommandLine commandLine, ParseResult parsed) {
        if (e instanceof CommandFailure failure) {
            return failure.tell(commandLine.getErr());
        }
        if (e.getCause() instanceof OutOfMemoryError error) {
            Message.say(commandLine.getErr(), outOfMemory(error, commandLine.getCommandSpec()));
            return ExitCode.FAILED;
        }
        IOException fault = faultOfMachine(e);
        if (fault != null) {
            return SetInputs.failure(fault).tell(commandLine.getErr());
        }
        Message.say(
                commandLine.getErr(),
                "this is a bug in compscan " + Versions.compscan() + "; please report it with these lines: " + e);
        StringWriter trace = new StringWriter();
        e.printStackTrace(new PrintWriter(trace));
        trace.toString()
                .lines()
                .forEach(line ->
                        commandLine.getErr().println(SafeText.oneLine(Addresses.masked(line.replace("\t", "    ")))));
        commandLine.getErr().flush();
        return ExitCode.FAILED;
    }

    /** The cause, if it is a damaged file, or a failing or full disk: there a stack trace helps nobody. Null for a fault of compscan. */
    private static @Nullable IOException faultOfMachine(Exception e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException io) {
                return io;
            }
            if (!(cause instanceof UncheckedIOException || cause instanceof ScanException)) {
                return null;
            }
        }
        return null;
    }

    /** The message for a lack of memory. It names the missing memory and the remedy, with no option that the command lacks. */
    static String outOfMemory(OutOfMemoryError e, CommandSpec command) {
        if (String.valueOf(e.getMessage()).contains("native thread")) {
            return OUT_OF_THREADS;
        }
        return command.findOption("--readers") == null ? OUT_OF_HEAP : OUT_OF_HEAP_OF_SCAN;
    }
}
