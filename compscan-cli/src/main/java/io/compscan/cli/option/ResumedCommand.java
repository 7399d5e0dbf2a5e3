package io.compscan.cli.option;

import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.core.Versions;
import io.compscan.core.source.Source;
import io.compscan.result.ScanSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * A command with {@code --resume}, which takes its arguments from an earlier command.
 *
 * <p>It may change the options whose {@link OptionTraits.Traits#mayChange} says so.
 *
 * @param command the command as typed now
 * @param origin names the place of the other arguments, for a person: "the checkpoint with --resume"
 * @param begun tells of the earlier command, for a person: "the scan was started"
 */
public record ResumedCommand(CommandSpec command, String origin, String begun) {

    /**
     * The arguments of the earlier command, then those of now.
     *
     * @throws ParameterException if an argument of now may not change
     */
    List<String> arguments(List<String> before) {
        ParseResult parsed = command.commandLine().getParseResult();
        for (OptionSpec option : parsed.matchedOptions()) {
            OptionTraits.Traits traits = OptionTraits.of(option);
            if (traits == null || !traits.mayChange()) {
                throw usage("'" + option.longestName() + "' comes from " + origin);
            }
        }
        if (!parsed.matchedPositionals().isEmpty()) {
            throw usage("PATH comes from " + origin);
        }
        List<String> arguments = new ArrayList<>(before);
        arguments.addAll(ScanOrigin.arguments(command));
        return arguments;
    }

    /** Refuses relative paths of another directory. */
    void requireSameDirectory(Source source, String before) throws CommandFailure {
        boolean isRelative =
                source.paths().stream().anyMatch(path -> !Path.of(path).isAbsolute());
        if (isRelative && !workingDirectory().equals(before)) {
            throw refusal(" in " + before + ", which its paths are relative to");
        }
    }

    /** Refuses a command that another version of compscan has begun. */
    void requireSameVersion(String before) throws CommandFailure {
        if (!Versions.compscan().equals(before)) {
            throw refusal(" by compscan " + before + ", this is " + Versions.compscan());
        }
    }

    /** Refuses a command that was begun with libraries that may find other sizes. */
    void requireSameMethod(ScanSettings before, ScanSettings now) throws CommandFailure {
        List<String> others = before.method().stream()
                .filter(line -> !now.method().contains(line))
                .toList();
        if (!others.isEmpty()) {
            throw refusal(" with " + String.join(", ", others) + ", which this compscan does not have");
        }
    }

    private CommandFailure refusal(String how) {
        return new CommandFailure(ExitCode.FAILED, "--resume: " + begun + how);
    }

    private ParameterException usage(String line) {
        return new ParameterException(command.commandLine(), line);
    }

    /** The directory that relative paths start from. */
    static String workingDirectory() {
        return Path.of("").toAbsolutePath().toString();
    }
}
