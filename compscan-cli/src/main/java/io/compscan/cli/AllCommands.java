package io.compscan.cli;

import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The top command with all its sub-commands, in the order in which help shows them. */
@Command(
        subcommands = {
            ScanCommand.class,
            EstimateCommand.class,
            ReportCommand.class,
            PlanCommand.class,
            HistoryCommand.class,
            ProfilesCommand.class,
            MergeCommand.class,
            DiffCommand.class,
            PlaceCommand.class,
            DuplicatesCommand.class,
            InlineCommand.class,
            DoctorCommand.class,
            MemoryCommand.class,
            WatchCommand.class,
            ImportCommand.class,
            GenerateCommand.class,
            GenerateCompletion.class,
            HelpCommand.class
        })
final class AllCommands extends Compscan {

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
                return CommandLines.prepared(new CommandLine(new Compscan()).addSubcommand(command));
            }
        }
        return CommandLines.of(new AllCommands());
    }
}
