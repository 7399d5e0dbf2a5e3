package io.compscan.cli.option;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * The options that do nothing beside another one.
 *
 * <p>A user who types both expects something that does not happen, so the command line is refused. A default of the user or the site gives
 * way instead.
 */
public final class IdleOptions {

    private static final Pattern ANY = Pattern.compile(".*", Pattern.DOTALL);
    private static final Pattern SKETCH = Pattern.compile("sketch.*", Pattern.DOTALL);

    private static final Set<String> WALK =
            Set.of("--include", "--exclude", "--follow-symlinks", "--one-file-system", "--keep-cache");

    private static final Set<String> LAYOUT = Set.of(
            "--chunk",
            "--compress",
            "--compress-sample",
            "--exact",
            "--superblock",
            "--fingerprint",
            "--salt",
            "--into",
            "--image-parents",
            "--unpack-memory",
            "--trimmed",
            "--index",
            "--stdin");

    /**
     * Options that one value of another option leaves without effect.
     *
     * @param idle a name of each option without effect
     * @param other the name of the option that is the reason
     * @param value the values for which that holds; of a flag the empty text
     * @param unless an option with which they have another effect; empty if there is none
     * @param reason why, in words that go behind a colon
     */
    private record Rule(Set<String> idle, String other, Pattern value, String unless, String reason) {
        boolean isMet(OptionSpec option, Function<String, List<String>> values) {
            return Arrays.stream(option.names()).anyMatch(idle::contains)
                    && values.apply(other).stream()
                            .anyMatch(text -> value.matcher(text).matches())
                    && (unless.isEmpty() || values.apply(unless).isEmpty());
        }

        String name(OptionSpec option) {
            return Arrays.stream(option.names())
                    .filter(idle::contains)
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static final List<Rule> RULES = List.of(
            new Rule(Set.of("--map-memory", "--map-list-size"), "--index", SKETCH, "", "a sketch has a fixed size"),
            new Rule(Set.of("--spill-limit"), "--index", SKETCH, "", "a sketch stays in memory"),
            new Rule(Set.of("--spill-dir"), "--index", SKETCH, "--source-space", "a sketch stays in memory"),
            new Rule(
                    Set.of("--spill-limit"),
                    "--index",
                    Pattern.compile("auto"),
                    "",
                    "it takes a sample where the memory ends, not the disk"),
            new Rule(
                    Set.of("--spill-dir"),
                    "--index",
                    Pattern.compile("auto"),
                    "--source-space",
                    "it takes a sample where the memory ends, not the disk"),
            new Rule(WALK, "--stdin", ANY, "", "there are no files to walk through"),
            new Rule(WALK, "--sets", ANY, "", "the sets have been scanned"),
            new Rule(LAYOUT, "--sets", ANY, "", "the sets have been scanned"));

    private IdleOptions() {}

    /**
     * Refuses a command line with an option that does nothing.
     *
     * @throws ParameterException naming both options
     */
    public static void refuse(CommandLine command) {
        ParseResult parsed = command.getParseResult();
        for (OptionSpec option : parsed.matchedOptions()) {
            for (Rule rule : RULES) {
                if (rule.isMet(option, name -> given(parsed, name))) {
                    String value = String.join("", given(parsed, rule.other));
                    throw new ParameterException(
                            command,
                            rule.name(option) + " does nothing with " + rule.other
                                    + (value.isEmpty() || rule.value == ANY ? "" : " " + value) + ": " + rule.reason
                                    + "; leave out one of the two");
                }
            }
        }
    }

    /**
     * Whether a default would do nothing beside what a person has typed.
     *
     * @param option the option of the default
     * @param args the command line without defaults
     */
    public static boolean isIdle(OptionSpec option, String[] args) {
        return RULES.stream().anyMatch(rule -> rule.isMet(option, name -> given(args, name)));
    }

    private static List<String> given(ParseResult parsed, String name) {
        return parsed.hasMatchedOption(name) ? parsed.matchedOption(name).originalStringValues() : List.of();
    }

    /** What may be the value of an option. Behind a flag it is any word, which does not matter. */
    private static List<String> given(String[] args, String name) {
        for (int i = 0; i < args.length; i++) {
            if (args[i].startsWith(name + "=")) {
                return List.of(args[i].substring(name.length() + 1));
            }
            if (args[i].equals(name)) {
                return List.of(i + 1 < args.length ? args[i + 1] : "");
            }
        }
        return List.of();
    }
}
