package io.compscan.cli;

import io.compscan.cli.file.SetInputs;
import io.compscan.cli.option.IdleOptions;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.core.source.PathName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Options that a person or a site always gives. They come before those of the command line, unless the command line has them itself.
 *
 * <p>{@code COMPSCAN_OPTS} holds options of {@code compscan scan}. The configuration file holds command lines without the name of the
 * program, such as {@code scan --nice --rate 100MiB/s}. A line that begins with {@code #} is a comment. The file is what {@code
 * COMPSCAN_CONFIG} names, else {@code compscan/config} in {@code XDG_CONFIG_HOME}, else in {@code ~/.config}. The variable wins over the
 * file. Words are separated by spaces; quotes of either kind keep spaces within a word.
 */
final class Defaults {

    private static final String VARIABLE = "COMPSCAN_OPTS";
    private static final String SCAN = "scan";
    /** A resumed scan has its options from the checkpoint. */
    private static final String RESUME = "--resume";

    private static final int MAX_BYTES = 1 << 20;

    /** Scripts name it where there is to be no file. */
    private static final Path NOTHING = Path.of("/dev/null");

    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

    /** An option with its values, as they stand in the file or the variable. */
    private record Given(String source, String name, List<String> words) {}

    private final Map<String, String> environment;

    private Defaults(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * The command line with the defaults of this environment.
     *
     * @throws CommandFailure if the file cannot be read, or has an unknown command or option
     */
    static String[] apply(String[] args, Map<String, String> environment) throws CommandFailure {
        boolean isResumed = Arrays.stream(args).anyMatch(arg -> arg.equals(RESUME) || arg.startsWith(RESUME + "="));
        return args.length == 0 || args[0].startsWith("-") || isResumed ? args : new Defaults(environment).apply(args);
    }

    /** Adds the defaults. Most people have none, so it reads the options of the command, which takes a while, only for others. */
    private String[] apply(String[] args) throws CommandFailure {
        List<Given> fromVariable =
                args[0].equals(SCAN) ? options(VARIABLE, words(environment.getOrDefault(VARIABLE, ""))) : List.of();
        List<Given> fromFile = ofFile(args[0]);
        if (fromVariable.isEmpty() && fromFile.isEmpty()) {
            return args;
        }
        CommandLine command = AllCommands.commandLine(args).getSubcommands().get(args[0]);
        if (command == null) {
            return args;
        }
        List<String> all = new ArrayList<>(List.of(args[0]));
        for (Given given : fromFile) {
            if (fromVariable.stream().noneMatch(other -> isSame(command, given.name, other.name))) {
                add(command, given, args, all);
            }
        }
        for (Given given : fromVariable) {
            add(command, given, args, all);
        }
        all.addAll(Arrays.asList(args).subList(1, args.length));
        return all.toArray(String[]::new);
    }

    private static boolean isSame(CommandLine command, String one, String other) {
        Map<String, OptionSpec> options = command.getCommandSpec().optionsMap();
        return options.containsKey(one) && options.get(one).equals(options.get(other));
    }

    private static void add(CommandLine command, Given given, String[] args, List<String> all) throws CommandFailure {
        OptionSpec option = command.getCommandSpec().optionsMap().get(given.name);
        if (option == null) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    given.source + ": '" + given.name + "' is not an option of compscan " + command.getCommandName());
        }
        if (Arrays.stream(args).noneMatch(arg -> isGiven(option, arg)) && !IdleOptions.isIdle(option, args)) {
            all.addAll(given.words);
        }
    }

    private static boolean isGiven(OptionSpec option, String arg) {
        return Arrays.stream(option.names())
                .anyMatch(name -> arg.equals(name)
                        || arg.startsWith(name + "=")
                        || (name.length() == 2 && arg.startsWith(name) && !arg.startsWith("--")));
    }

    private List<Given> ofFile(String command) throws CommandFailure {
        Path file = file();
        if (file == null) {
            return List.of();
        }
        List<String> lines;
        try {
            lines = lines(file);
        } catch (IOException e) {
            if (!environment.containsKey("COMPSCAN_CONFIG") && !Files.exists(file)) {
                // There is no file, or HOME is that of another user, as for services and after "su".
                return List.of();
            }
            if (e instanceof NoSuchFileException) {
                throw new CommandFailure(ExitCode.FAILED, "COMPSCAN_CONFIG: " + PathName.of(file) + ": no such file");
            }
            throw SetInputs.failure(PathName.of(file), e);
        }
        List<Given> found = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            List<String> words = words(lines.get(i));
            if (!words.isEmpty()
                    && !words.get(0).startsWith("#")
                    && words.get(0).equals(command)) {
                String source = PathName.of(file) + ", line " + (i + 1);
                found.addAll(options(source, words.subList(1, words.size())));
            }
        }
        return found;
    }

    /** A device may never end, and a pipe may never begin. */
    private static List<String> lines(Path file) throws IOException, CommandFailure {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        if (attributes.isOther() && !file.equals(NOTHING)) {
            throw new CommandFailure(
                    ExitCode.FAILED, PathName.of(file) + ": a device or a pipe, not a file of options");
        }
        if (attributes.size() > MAX_BYTES) {
            throw new CommandFailure(
                    ExitCode.FAILED, PathName.of(file) + ": a file of options has at most " + MAX_BYTES + " bytes");
        }
        return Files.readAllLines(file);
    }

    private @Nullable Path file() {
        String named = environment.get("COMPSCAN_CONFIG");
        if (named != null) {
            return named.isEmpty() ? null : Path.of(named);
        }
        Path configurations = absolute("XDG_CONFIG_HOME");
        if (configurations != null) {
            return configurations.resolve("compscan").resolve("config");
        }
        Path home = absolute("HOME");
        return home == null ? null : home.resolve(".config").resolve("compscan").resolve("config");
    }

    /**
     * The directory that a variable names; null if it names none. A relative name is none, as the XDG Base Directory Specification says:
     * otherwise whoever owns the current directory would choose the options.
     */
    private @Nullable Path absolute(String variable) {
        Path path = Path.of(environment.getOrDefault(variable, ""));
        return path.isAbsolute() ? path : null;
    }

    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(line);
        while (matcher.find()) {
            words.add(
                    matcher.group(1) != null
                            ? matcher.group(1)
                            : matcher.group(2) != null ? matcher.group(2) : matcher.group(3));
        }
        return words;
    }

    /** Each option with the words behind it that are no options. */
    private static List<Given> options(String source, List<String> words) throws CommandFailure {
        List<Given> options = new ArrayList<>();
        for (String word : words) {
            if (word.startsWith("-")) {
                options.add(new Given(source, word.replaceFirst("=.*", ""), new ArrayList<>(List.of(word))));
            } else if (options.isEmpty()) {
                throw new CommandFailure(ExitCode.USAGE, source + ": '" + word + "' is not an option");
            } else {
                options.get(options.size() - 1).words.add(word);
            }
        }
        return options;
    }
}
