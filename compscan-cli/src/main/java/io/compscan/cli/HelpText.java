package io.compscan.cli;

import io.compscan.cli.option.OptionTraits;
import io.compscan.cli.option.OptionTraits.Heading;
import io.compscan.cli.option.OptionTraits.Traits;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;

/**
 * The commands of {@code compscan --help} and the options of {@code compscan scan --help} in groups. Options that few people need appear only
 * if the user asks for all.
 */
final class HelpText {

    static final int COLUMNS = 80;

    /** Asks for the options that {@code --help} leaves out. */
    static final String HELP_ALL = "--help-all";

    /** The commands behind each heading begin with this one. */
    private static final Map<String, String> GROUPS =
            Map.of("scan", "Start here", "merge", "Compare", "inline", "Advanced");

    /** Options that a command knows only to refuse them with a hint. */
    private static final Map<String, String> REFUSED = Map.of("estimate", "--stdin");

    private static final int COMMAND_COLUMNS = 23;

    private HelpText() {}

    /** Lays out the help of a command line and of its sub-commands. */
    static void install(CommandLine commandLine) {
        if (commandLine.getSubcommands().size() > 1) {
            commandLine.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
            commandLine.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, HelpText::commands);
            // Not as an annotation, which the sub-commands would inherit.
            commandLine
                    .getCommandSpec()
                    .usageMessage()
                    .footer("", "A first scan: compscan scan DIR", "More about a command: compscan help COMMAND");
        }
        for (CommandLine command : commandLine.getSubcommands().values()) {
            hideRefused(command.getCommandSpec());
            Map<String, CommandLine.IHelpSectionRenderer> sections = command.getHelpSectionMap();
            if (command.getCommandSpec().findOption(HELP_ALL) != null) {
                sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpText::options);
                unlessAll(sections, UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST_HEADING);
                unlessAll(sections, UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST);
            } else {
                // Said once, by compscan --help and compscan scan --help-all.
                sections.remove(UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST_HEADING);
                sections.remove(UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST);
            }
        }
    }

    private static void hideRefused(CommandSpec command) {
        OptionSpec refused = command.findOption(REFUSED.getOrDefault(command.name(), ""));
        if (refused != null) {
            command.remove(refused);
            command.addOption(refused.toBuilder().hidden(true).build());
        }
    }

    /** Leaves a section out of the short help. */
    private static void unlessAll(Map<String, CommandLine.IHelpSectionRenderer> sections, String key) {
        CommandLine.IHelpSectionRenderer whole = Objects.requireNonNull(sections.get(key));
        sections.put(key, help -> asksForAll(help.commandSpec()) ? whole.render(help) : "");
    }

    /** The commands in groups, those first that a newcomer needs. */
    private static String commands(Help top) {
        StringBuilder text = new StringBuilder();
        Help.TextTable table = commandTable(top);
        for (Map.Entry<String, Help> command : top.subcommands().entrySet()) {
            String heading = GROUPS.get(command.getKey());
            if (heading != null) {
                text.append(table);
                table = commandTable(top);
                text.append(String.format("%n%s:%n", heading));
            }
            UsageMessageSpec usage = command.getValue().commandSpec().usageMessage();
            String[] lines = usage.header().length == 0 ? usage.description() : usage.header();
            table.addRowValues(command.getKey(), lines.length == 0 ? "" : String.format(lines[0]));
        }
        return text.append(table).toString();
    }

    private static Help.TextTable commandTable(Help top) {
        return Help.TextTable.forColumns(
                top.colorScheme(),
                new Help.Column(COMMAND_COLUMNS, 2, Help.Column.Overflow.SPAN),
                new Help.Column(COLUMNS - COMMAND_COLUMNS, 0, Help.Column.Overflow.WRAP));
    }

    private static String options(Help help) {
        CommandSpec command = help.commandSpec();
        boolean isWhole = asksForAll(command);
        StringBuilder text = new StringBuilder();
        for (Heading heading : Heading.values()) {
            List<OptionSpec> options = command.options().stream()
                    .filter(option -> heading(option) == heading && (isWhole || !isRare(option)))
                    .sorted(Comparator.comparing(HelpText::isRare).thenComparing(HelpText::rank))
                    .map(option -> isWhole ? option : brief(option))
                    .toList();
            if (!options.isEmpty()) {
                Help.Layout layout = help.createDefaultLayout(options, List.of(), help.colorScheme());
                layout.addOptions(options, help.parameterLabelRenderer());
                text.append(String.format("%n%s:%n", heading.title())).append(layout);
            }
        }
        return text.toString();
    }

    /** The heading of an option. Those of picocli itself ask for help. */
    private static Heading heading(OptionSpec option) {
        Traits traits = OptionTraits.of(option);
        return traits == null ? Heading.HELP : traits.heading();
    }

    private static boolean isRare(OptionSpec option) {
        Traits traits = OptionTraits.of(option);
        return traits == null ? option.versionHelp() : traits.rare();
    }

    private static int rank(OptionSpec option) {
        Traits traits = OptionTraits.of(option);
        return traits == null ? 0 : traits.rank();
    }

    /** The option with the first paragraph of its description. */
    private static OptionSpec brief(OptionSpec option) {
        if (option.description().length == 1) {
            return option;
        }
        String first = option.description()[0].replace("%", "%%");
        return option.toBuilder().description(first).build();
    }

    private static boolean asksForAll(CommandSpec command) {
        ParseResult parsed = command.commandLine().getParseResult();
        return parsed != null && parsed.hasMatchedOption(HELP_ALL);
    }
}
