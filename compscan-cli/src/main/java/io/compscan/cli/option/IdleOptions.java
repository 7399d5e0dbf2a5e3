package io.compscan.cli.option;

import io.compscan.cli.option.OptionTraits.Rule;
import io.compscan.cli.option.OptionTraits.Traits;
import java.util.Arrays;
import java.util.List;
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

    private IdleOptions() {}

    /**
     * Refuses a command line with an option that does nothing.
     *
     * @throws ParameterException naming both options
     */
    public static void refuse(CommandLine command) {
        ParseResult parsed = command.getParseResult();
        for (OptionSpec option : parsed.matchedOptions()) {
            for (Rule rule : rules(option)) {
                if (rule.isMet(name -> given(parsed, name))) {
                    throw new ParameterException(
                            command,
                            name(option) + " does nothing with "
                                    + rule.reason(String.join("", given(parsed, rule.other())))
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
        return rules(option).stream().anyMatch(rule -> rule.isMet(name -> given(args, name)));
    }

    private static List<Rule> rules(OptionSpec option) {
        Traits traits = OptionTraits.of(option);
        return traits == null ? List.of() : List.of(traits.idle());
    }

    private static String name(OptionSpec option) {
        return Arrays.stream(option.names())
                .filter(name -> name.startsWith("--"))
                .findFirst()
                .orElse(option.longestName());
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
