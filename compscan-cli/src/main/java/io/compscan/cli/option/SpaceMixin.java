package io.compscan.cli.option;

import io.compscan.cli.file.SetInputs;
import io.compscan.cli.option.OptionTraits.Heading;
import io.compscan.cli.option.OptionTraits.Traits;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.core.source.Source;
import io.compscan.core.source.space.SpaceScan;
import io.compscan.result.SourceSpace;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option for the space that the data takes where it lies now. */
public final class SpaceMixin {

    private static final String NAME = "--source-space";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Traits(heading = Heading.OUTPUT, rank = 3, rare = true, mayChange = true)
    @Option(
            names = NAME,
            description =
                    "Show as well what the files take where they lie now: blocks, what reflinks share, what is compressed. The savings stay the same.")
    private boolean wanted;

    /** Refuses a source without a file system to ask. */
    public void check(Source source) {
        if (wanted && source.trees().isEmpty()) {
            throw new ParameterException(
                    command.commandLine(), NAME + " asks local file systems, and no local file is to be scanned");
        }
    }

    /**
     * The space that the files of the source take; null without the option.
     *
     * @param temporary the directory for extents that do not fit memory
     */
    public @Nullable SourceSpace measure(Source source, Path temporary) throws CommandFailure, InterruptedException {
        if (!wanted) {
            return null;
        }
        try {
            return SpaceScan.of(source, temporary);
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    NAME + ": " + SetInputs.failure(e).getMessage() + "; --spill-dir names another directory");
        }
    }
}
