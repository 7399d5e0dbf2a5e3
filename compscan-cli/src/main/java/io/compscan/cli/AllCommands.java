package io.compscan.cli;

import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The top command with all its sub-commands, in the order in which help shows them. */
@Command(
        subcommands = {
            ScanCommand.class,
            EstimateCommand.class,
            MemoryCommand.class,
            DuplicatesCommand.class,
            DoctorCommand.class,
            WatchCommand.class,
            ReportCommand.class,
            MergeCommand.class,
            DiffCommand.class,
            InfoCommand.class,
            ImportCommand.class,
            ProfilesCommand.class,
            PlanCommand.class,
            DevicesCommand.class,
            GenerateCommand.class,
            GenerateCompletion.class,
            HelpCommand.class
        })
final class AllCommands extends Compscan {}
