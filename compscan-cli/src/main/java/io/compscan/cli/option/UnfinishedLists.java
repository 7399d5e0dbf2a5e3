package io.compscan.cli.option;

import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Lists of values that end with a comma. A space behind the comma has made a path of the next value. */
public final class UnfinishedLists {

    private UnfinishedLists() {}

    /**
     * Refuses a command line with such a list.
     *
     * @throws ParameterException naming the option
     */
    public static void refuse(CommandLine command) {
        for (OptionSpec option : command.getParseResult().matchedOptions()) {
            for (String value : option.originalStringValues()) {
                if (!option.splitRegex().isEmpty() && value.endsWith(",")) {
                    throw new ParameterException(
                            command,
                            option.longestName() + ": '" + value
                                    + "' ends with a comma; no space may be between the values of a list");
                }
            }
        }
    }
}
