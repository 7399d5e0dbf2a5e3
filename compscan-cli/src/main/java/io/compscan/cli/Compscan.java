package io.compscan.cli;

import io.compscan.cli.terminal.Version;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The top command. It does nothing but name the sub-commands if none is given; {@link AllCommands} has them. */
@Command(
        name = "compscan",
        description = "Measures how much data shrinks on storage that deduplicates and compresses.",
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
            "130:stopped by Ctrl-C; the numbers so far were reported",
            "141:standard output was closed before its end, as by head"
        })
public class Compscan implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        String commands = spec.subcommands().entrySet().stream()
                .filter(command ->
                        !command.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey)
                .filter(name -> !name.equals("help") && !name.equals("generate-completion"))
                .collect(Collectors.joining(", "));
        throw new ParameterException(
                spec.commandLine(), "a command is missing: " + commands + "; to begin, type: compscan scan DIR");
    }
}
