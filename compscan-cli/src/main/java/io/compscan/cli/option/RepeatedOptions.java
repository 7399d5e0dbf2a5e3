package io.compscan.cli.option;

import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * The options of a group that are given twice.
 *
 * <p>The parser takes the second one for the beginning of another group, and forgets all options of the first.
 */
public final class RepeatedOptions {

    private RepeatedOptions() {}

    /**
     * Refuses a command line with an option of a group that is given twice and holds one value, in the words that the parser has for any other option.
     *
     * @throws ParameterException naming the option
     */
    public static void refuse(CommandLine command) {
        List<String> args = command.getParseResult().originalArgs();
        for (ArgGroupSpec group : command.getCommandSpec().argGroups()) {
            for (OptionSpec option : group.options()) {
                if (!option.isMultiValue()
                        && args.stream().filter(arg -> isName(arg, option)).count() > 1) {
                    throw new ParameterException(command, message(option));
                }
            }
        }
    }

    private static boolean isName(String arg, OptionSpec option) {
        return Arrays.stream(option.names()).anyMatch(name -> arg.equals(name) || arg.startsWith(name + "="));
    }

    private static String message(OptionSpec option) {
        String name = option.longestName();
        return "option '" + name + "' (" + option.paramLabel() + ") should be specified only once"
                + (option.type() == PerSystem.class
                        ? "; several systems go with commas: " + name + " vdo=...,ontap=..."
                        : "");
    }
}
