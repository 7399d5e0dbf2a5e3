package io.compscan.cli;

import io.compscan.core.Spelling;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns a mistake in a command line into one line that says what to type. */
final class Mistakes {

    /** Options of other tools, and the hint to the option that does the same here. */
    private static final Map<String, String> ELSEWHERE = Map.ofEntries(
            Map.entry("--threads", "threads are --readers N and --workers N"),
            Map.entry("-t", "threads are --readers N and --workers N"),
            Map.entry("-j", "threads are --readers N and --workers N, JSON is --json"),
            Map.entry("--jobs", "threads are --readers N and --workers N"),
            Map.entry("--output", "the option is --out DIR"),
            Map.entry("--output-dir", "the option is --out DIR"),
            Map.entry("--report", "the options are --out DIR and --html FILE"),
            Map.entry("--csv", "the CSV files are in --out DIR"),
            Map.entry("--format", "the options are --json, --out DIR and --html FILE"),
            Map.entry("--compression", "the option is --compress NAME"),
            Map.entry("--compressor", "the option is --compress NAME"),
            Map.entry("--algorithm", "the options are --chunk CHUNKING and --compress NAME"),
            Map.entry("--hash", "the option is --fingerprint DIGEST"),
            Map.entry("--seed", "the seed of a digest follows its name, as in --fingerprint xxh3:0123456789abcdef"),
            Map.entry("--sample", "the option is --compress-sample RATE"),
            Map.entry("--memory", "the option is --map-memory SIZE"),
            Map.entry("--mem", "the option is --map-memory SIZE"),
            Map.entry("--tmp", "the option is --spill-dir DIR"),
            Map.entry("--tmpdir", "the option is --spill-dir DIR"),
            Map.entry("--recursive", "directories are always read with all that is below them"),
            Map.entry("-r", "directories are always read with all that is below them"),
            Map.entry("-x", "the option is --one-file-system"),
            Map.entry("-v", "the option is --details; the version is --version"),
            Map.entry("--verbose", "the option is --details"),
            Map.entry("--force", "the option is --overwrite"),
            Map.entry("-f", "the option is --overwrite"),
            Map.entry("-h", "the option is --help"),
            Map.entry("--target", "the option is --profile NAME"),
            Map.entry("--system", "the option is --profile NAME"),
            Map.entry("--bandwidth", "the option is --rate RATE"),
            Map.entry("--limit", "the option is --rate RATE"));

    /** How the message of {@code compscan help} begins. */
    private static final String UNKNOWN_COMMAND = "Unknown subcommand '";

    private Mistakes() {}

    /** The message for a person, without a hint to the help. */
    static String explain(ParameterException e, String[] args) {
        CommandSpec command = e.getCommandLine().getCommandSpec();
        if (e instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            String word = unmatched.getUnmatched().get(0);
            return command.parent() == null && !command.subcommands().isEmpty()
                    ? noCommand(word, e.getCommandLine())
                    : unknown(word, command);
        }
        String message = String.valueOf(e.getMessage());
        if (message.startsWith(UNKNOWN_COMMAND)) {
            return noCommand(message.substring(UNKNOWN_COMMAND.length()).replaceFirst("'.*", ""), e.getCommandLine());
        }
        for (OptionSpec option : command.options()) {
            message = message.replace("'" + option.longestName() + "'", "'" + asTyped(option, args) + "'");
        }
        return message;
    }

    private static String noCommand(String word, CommandLine top) {
        Set<String> commands = new TreeSet<>(top.getSubcommands().keySet());
        if (!word.startsWith("-")) {
            boolean isPath = word.contains("/") || Spelling.near(word, commands).isEmpty();
            if (isPath && exists(word)) {
                return "'" + word + "' is not a command; to scan it, type: compscan scan " + word;
            }
            return "'" + word + "' is not a command; " + Spelling.hint(word, commands);
        }
        String option = name(word);
        for (CommandLine command : top.getSubcommands().values()) {
            if (command.getCommandSpec().optionsMap().containsKey(option)) {
                String name = command.getCommandName();
                return "'" + word + "' goes behind a command, as in: compscan " + name + " " + option;
            }
        }
        return "Unknown option: '" + word + "'; a command comes first, as in: compscan scan DIR";
    }

    private static String unknown(String word, CommandSpec command) {
        if (!word.startsWith("-") || word.equals("-")) {
            return "'" + word + "' is one argument too many";
        }
        String option = name(word);
        String elsewhere = ELSEWHERE.get(option);
        Set<String> names = command.optionsMap().keySet();
        List<String> longNames =
                names.stream().filter(name -> name.startsWith("--")).toList();
        List<String> near = option.startsWith("--") ? Spelling.near(option, longNames) : List.of();
        @Nullable String hint = null;
        if (elsewhere != null && isKnown(elsewhere, names)) {
            hint = elsewhere;
        } else if (!near.isEmpty()) {
            hint = "did you mean " + String.join(" or ", near) + "?";
        }
        return "Unknown option: '" + word + "'" + (hint == null ? "" : "; " + hint);
    }

    /** Whether the command has every option that a hint speaks of. */
    private static boolean isKnown(String hint, Set<String> names) {
        return Arrays.stream(hint.split("[ ,;]+"))
                .filter(word -> word.startsWith("--"))
                .allMatch(names::contains);
    }

    private static String name(String word) {
        int equals = word.indexOf('=');
        return equals < 0 ? word : word.substring(0, equals);
    }

    private static boolean exists(String word) {
        try {
            return Files.exists(Path.of(word));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** The name of an option for messages. picocli takes the longest one, but people look for the one that they wrote. */
    private static String asTyped(OptionSpec option, String[] args) {
        return Arrays.stream(option.names())
                .filter(name -> Arrays.stream(args).anyMatch(arg -> arg.equals(name) || arg.startsWith(name + "=")))
                .findFirst()
                .orElse(option.longestName());
    }
}
