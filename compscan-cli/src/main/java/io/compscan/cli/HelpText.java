package io.compscan.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;

/** The help of {@code compscan scan}: its options in groups. Options that few people need appear only if the user asks for all. */
final class HelpText {

    static final int COLUMNS = 80;

    /** Asks for the options that {@code --help} leaves out. */
    static final String HELP_ALL = "--help-all";

    private static final String SCAN = "scan";

    /**
     * Options under one heading.
     *
     * @param usual the options that every help shows
     * @param rare the options that only {@value #HELP_ALL} shows
     */
    record Group(String heading, List<String> usual, List<String> rare) {}

    static final List<Group> SCAN_GROUPS = List.of(
            new Group(
                    "What to scan",
                    List.of("--into", "--include", "--exclude", "--stdin"),
                    List.of(
                            "--one-file-system",
                            "--trimmed",
                            "--image-parents",
                            "--unpack-memory",
                            "--follow-symlinks",
                            "--keep-cache")),
            new Group(
                    "How it is cut and compressed",
                    List.of("--chunk", "--compress", "--compress-sample"),
                    List.of("--exact", "--superblock", "--fingerprint", "--salt")),
            new Group("Target systems", List.of("--profile"), List.of("--profile-file")),
            new Group(
                    "Output",
                    List.of("--details", "--html", "--out", "--json", "--save", "--overwrite", "--quiet"),
                    List.of("--progress", "--metrics", "--source-space", "--per-file", "--min-size", "--ext")),
            new Group(
                    "Resources",
                    List.of("--readers", "--rate", "--nice", "--map-memory"),
                    List.of(
                            "--workers",
                            "--spill-dir",
                            "--spill-limit",
                            "--map-list-size",
                            "--index",
                            "--accelerator")),
            new Group("Interrupt and resume", List.of("--checkpoint", "--resume"), List.of("--checkpoint-every")),
            new Group("Help", List.of("--help", HELP_ALL), List.of("--version")));

    private HelpText() {}

    /** Lays out the help of a command line and of its sub-commands. */
    static void install(CommandLine commandLine) {
        if (commandLine.getSubcommands().size() > 1) {
            // Not as an annotation, which the sub-commands would inherit.
            commandLine
                    .getCommandSpec()
                    .usageMessage()
                    .footer("", "A first scan: compscan scan DIR", "More about a command: compscan help COMMAND");
        }
        for (CommandLine command : commandLine.getSubcommands().values()) {
            Map<String, CommandLine.IHelpSectionRenderer> sections = command.getHelpSectionMap();
            if (command.getCommandName().equals(SCAN)) {
                sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpText::scanOptions);
                unlessAll(sections, UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST_HEADING);
                unlessAll(sections, UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST);
            } else {
                // Said once, by compscan --help and compscan scan --help-all.
                sections.remove(UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST_HEADING);
                sections.remove(UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST);
            }
        }
    }

    /** Leaves a section out of the short help. */
    private static void unlessAll(Map<String, CommandLine.IHelpSectionRenderer> sections, String key) {
        CommandLine.IHelpSectionRenderer whole = Objects.requireNonNull(sections.get(key));
        sections.put(key, help -> asksForAll(help.commandSpec()) ? whole.render(help) : "");
    }

    private static String scanOptions(Help help) {
        CommandSpec command = help.commandSpec();
        boolean isWhole = asksForAll(command);
        Map<String, OptionSpec> byName = command.optionsMap();
        StringBuilder text = new StringBuilder();
        for (Group group : SCAN_GROUPS) {
            List<OptionSpec> options = new ArrayList<>();
            group.usual().stream()
                    .map(byName::get)
                    .map(option -> isWhole ? option : brief(option))
                    .forEach(options::add);
            if (isWhole) {
                group.rare().forEach(name -> options.add(byName.get(name)));
            }
            Help.Layout layout = help.createDefaultLayout(options, List.of(), help.colorScheme());
            layout.addOptions(options, help.parameterLabelRenderer());
            text.append(String.format("%n%s:%n", group.heading())).append(layout);
        }
        return text.toString();
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
