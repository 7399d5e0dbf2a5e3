package io.compscan.cli;

import io.compscan.core.report.SafeText;
import io.compscan.core.scan.ScanException;
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
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The top command. It does nothing but name the sub-commands if none is given; {@link AllCommands} has them. */
@Command(
        name = "compscan",
        description = "Tells how much data shrinks on storage that deduplicates and compresses.",
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        sortOptions = false,
        usageHelpWidth = HelpText.COLUMNS,
        abbreviateSynopsis = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:nothing could be read, an output could not be written, sets do not match, or the run failed",
            "2:the command line is wrong",
            "3:done, but some paths could not be read; they are listed",
            "130:stopped by Ctrl-C; the numbers so far were reported"
        })
public class Compscan implements Runnable {

    private static final String OUT_OF_THREADS =
            "the system gives no more threads: use fewer --readers and --workers, or raise its limits (ulimit -u, ulimit -v)";

    private static final String OUT_OF_HEAP =
            "out of Java heap: use fewer --readers and --workers, smaller chunks, or more heap (java -Xmx)";

    @Spec
    private CommandSpec spec;

    /**
     * The command line, ready to execute these arguments. If they begin with the name of a sub-command, it knows only that one. To read the
     * options of all sub-commands takes longer than the start of the JVM.
     */
    static CommandLine commandLine(String... args) {
        for (Class<?> command : AllCommands.class.getAnnotation(Command.class).subcommands()) {
            boolean knowsOthers = command == GenerateCompletion.class || command == HelpCommand.class;
            if (args.length > 0
                    && args[0].equals(command.getAnnotation(Command.class).name())
                    && !knowsOthers) {
                return prepared(new CommandLine(new Compscan()).addSubcommand(command));
            }
        }
        return commandLine(new AllCommands());
    }

    /** A command line with the conversions, failures and exit codes of all commands of compscan. */
    static CommandLine commandLine(Object command) {
        return prepared(new CommandLine(command));
    }

    private static CommandLine prepared(CommandLine commandLine) {
        commandLine.registerConverter(int.class, Converters.Whole.INT);
        commandLine.registerConverter(Integer.class, Converters.Whole.INT);
        commandLine.registerConverter(long.class, Converters.Whole.LONG);
        commandLine.registerConverter(Long.class, Converters.Whole.LONG);
        commandLine.registerConverter(BigDecimal.class, new Converters.Decimal());
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setParameterExceptionHandler(Compscan::onUsageError);
        commandLine.setExecutionExceptionHandler(Compscan::onFailure);
        HelpText.install(commandLine);
        return commandLine;
    }

    /** Executes these words with the defaults of the environment on the process's own streams and returns the exit code. */
    static int execute(String[] args, Map<String, String> environment) {
        try {
            String[] all = Defaults.apply(args, environment);
            return execute(commandLine(all), all);
        } catch (CommandFailure e) {
            say(utf8(FileDescriptor.err), String.valueOf(e.getMessage()));
            return e.exitCode();
        }
    }

    /** Executes the command line on the process's own streams and returns the exit code. */
    static int execute(CommandLine commandLine, String... args) {
        commandLine.setOut(utf8(FileDescriptor.out));
        commandLine.setErr(utf8(FileDescriptor.err));
        return commandLine.execute(args);
    }

    /** A writer in UTF-8. The locale of a cron job knows only ASCII, but file names have other letters, and JSON is UTF-8 by definition. */
    private static PrintWriter utf8(FileDescriptor descriptor) {
        return new PrintWriter(
                new BufferedWriter(new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8)),
                true);
    }

    @Override
    public void run() {
        String commands = spec.subcommands().keySet().stream()
                .filter(name -> !name.equals("help") && !name.equals("generate-completion"))
                .collect(Collectors.joining(", "));
        throw new ParameterException(
                spec.commandLine(), "a command is missing: " + commands + "; to begin, type: compscan scan DIR");
    }

    private static int onUsageError(ParameterException e, String[] args) {
        CommandSpec command = e.getCommandLine().getCommandSpec();
        say(e.getCommandLine().getErr(), Mistakes.explain(e, args) + " (see '" + command.qualifiedName() + " --help')");
        return ExitCode.USAGE;
    }

    private static int onFailure(Exception e, CommandLine commandLine, ParseResult parsed) {
        if (e instanceof CommandFailure failure) {
            say(commandLine.getErr(), String.valueOf(e.getMessage()));
            return failure.exitCode();
        }
        if (e.getCause() instanceof OutOfMemoryError error) {
            say(commandLine.getErr(), outOfMemory(error));
            return ExitCode.FAILED;
        }
        IOException fault = faultOfMachine(e);
        if (fault != null) {
            say(commandLine.getErr(), String.valueOf(SetInputs.failure(fault).getMessage()));
            return ExitCode.FAILED;
        }
        say(
                commandLine.getErr(),
                "this is a bug in compscan " + Version.number() + "; please report it with these lines: " + e);
        StringWriter trace = new StringWriter();
        e.printStackTrace(new PrintWriter(trace));
        trace.toString()
                .lines()
                .forEach(line -> commandLine.getErr().println(SafeText.oneLine(line.replace("\t", "    "))));
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

    /** The message for a lack of memory. It names the missing memory and the remedy. */
    static String outOfMemory(OutOfMemoryError e) {
        boolean isThread = String.valueOf(e.getMessage()).contains("native thread");
        return isThread ? OUT_OF_THREADS : OUT_OF_HEAP;
    }

    /** Prints one line to the person at the terminal, even if a name in it holds the end of a line. */
    static void say(PrintWriter err, String line) {
        err.println("compscan: " + SafeText.oneLine(line));
        err.flush();
    }
}
