package io.compscan.cli.option;

import io.compscan.cli.option.OptionTraits.Heading;
import io.compscan.cli.option.OptionTraits.Traits;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.Message;
import io.compscan.core.estimate.ExtentRequest.Keep;
import io.compscan.core.estimate.ExtentScan;
import io.compscan.core.estimate.PartDirectory;
import io.compscan.core.estimate.PartException;
import io.compscan.core.estimate.PartFile;
import io.compscan.core.estimate.PartState;
import io.compscan.core.source.Source;
import io.compscan.core.source.file.HiddenOutputs;
import io.compscan.report.OutputException;
import io.compscan.report.OutputFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that checkpoint, save and resume an estimate. */
public final class KeepMixin {

    private static final String RESUME = "--resume";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Traits(heading = Heading.OUTPUT, rank = 5, mayChange = true)
    @Option(
            names = "--save",
            paramLabel = "FILE",
            converter = Converters.Output.class,
            description = "Keep what was read in this file, so that a later estimate reads on: see --resume.")
    private @Nullable Path save;

    @Traits(heading = Heading.OUTPUT, rank = 6, mayChange = true)
    @Option(names = "--overwrite", description = "Replace what --save, --html or --out wrote before.")
    private boolean overwrite;

    @Traits(heading = Heading.RESUMING, rank = 1, mayChange = true)
    @Option(
            names = "--checkpoint",
            paramLabel = "DIR",
            converter = Converters.Output.class,
            description =
                    "Leave checkpoints in this directory, from which the estimate can go on if it is interrupted.")
    private @Nullable Path directory;

    @Traits(heading = Heading.RESUMING, rank = 1, rare = true, mayChange = true)
    @Option(
            names = "--checkpoint-every",
            paramLabel = "TIME",
            converter = Converters.Time.class,
            description = "How often, such as 90s, 5m or 1h (default: 60s), beside the end of each pass.")
    private Duration interval = Duration.ofSeconds(60);

    @Traits(heading = Heading.RESUMING, rank = 2, mayChange = true)
    @Option(
            names = RESUME,
            paramLabel = "DIR|FILE",
            converter = Converters.Place.class,
            description =
                    "Go on from the checkpoint in this directory, or from this file of --save, with the options of"
                            + " that estimate; --read, --until or --time read on further.")
    private @Nullable Path resumed;

    /** The state that this estimate resumes from; null for a new estimate. */
    private @Nullable PartState begun;

    /** Whether the arguments still have to come from the saved estimate. */
    public boolean isToGoOn() {
        return resumed != null && begun == null;
    }

    private boolean hasCheckpointToGoOn() {
        return resumed != null && Files.isDirectory(resumed);
    }

    private @Nullable Path checkpoints() {
        return hasCheckpointToGoOn() ? resumed : directory;
    }

    /** Reads the state to resume from. */
    public PartState begun() throws CommandFailure {
        Path place = resumed;
        if (place == null) {
            throw new IllegalStateException("nothing was begun");
        }
        if (hasCheckpointToGoOn() && directory != null) {
            throw usage("--checkpoint and --resume DIR exclude each other: it goes on with its checkpoints in DIR");
        }
        try (PartFile saved = PartFile.open(hasCheckpointToGoOn() ? PartDirectory.lastPart(place) : place)) {
            return saved.state();
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FAILED, RESUME + ": " + e.getMessage());
        }
    }

    /**
     * The arguments of the saved estimate, then those given now.
     *
     * @throws ParameterException if an option given now would change the sample
     */
    public List<String> resumedArguments(PartState state) {
        return earlier().arguments(state.origin().arguments());
    }

    /** Resumes from a state. The outputs are those of the options given now; with a checkpoint, those of the earlier command. */
    public void goOn(PartState state, KeepMixin now) {
        begun = state;
        if (!hasCheckpointToGoOn()) {
            save = now.save;
            overwrite = now.overwrite;
            directory = now.directory;
        }
    }

    /** Whether outputs of an earlier estimate may be replaced. */
    public boolean mayOverwrite() {
        return overwrite || hasCheckpointToGoOn();
    }

    /**
     * Refuses options that do not go together.
     *
     * @param hasOutputs whether there are outputs beside those of these options
     */
    public void check(Source source, boolean hasOutputs) throws CommandFailure {
        if (overwrite && save == null && !hasOutputs) {
            throw usage("--overwrite goes with --save, --html or --out");
        }
        boolean namesInterval = command.commandLine().getParseResult().hasMatchedOption("--checkpoint-every");
        if (namesInterval && checkpoints() == null && begun == null) {
            throw usage("--checkpoint-every goes with --checkpoint");
        }
        if (checkpoints() == null && save == null && begun == null) {
            return;
        }
        if (!source.isRepeatable()) {
            throw usage("--checkpoint and --save: what comes through a pipe cannot be read again");
        }
        PartState state = begun;
        if (state == null) {
            return;
        }
        earlier().requireSameDirectory(source, state.origin().workingDirectory());
        earlier().requireSameVersion(state.origin().toolVersion());
    }

    /** The option by which a later estimate can read on; null if none can. */
    public @Nullable String keptBy() {
        return directory != null ? "--checkpoint" : save != null ? "--save" : resumed != null ? RESUME : null;
    }

    /** The files that the estimate writes or resumes from. They are not part of the data. */
    public HiddenOutputs hidden() {
        Path place = checkpoints();
        List<Path> files = Stream.of(save, hasCheckpointToGoOn() ? null : resumed)
                .flatMap(Stream::ofNullable)
                .toList();
        return new HiddenOutputs(files, place == null ? List.of() : List.of(place));
    }

    /** Opens the directory of checkpoints, if the options name one; its owner closes it. */
    public @Nullable PartDirectory open() throws CommandFailure {
        try {
            Path place = checkpoints();
            return place == null
                    ? null
                    : hasCheckpointToGoOn() ? PartDirectory.open(place) : PartDirectory.create(place);
        } catch (PartException e) {
            throw new CommandFailure(
                    ExitCode.FAILED, (hasCheckpointToGoOn() ? RESUME : "--checkpoint") + ": " + e.getMessage());
        }
    }

    /** Checks before the reading that the file can be written. Its owner closes it. */
    public @Nullable OutputFile prepareFile() throws CommandFailure {
        Path place = save;
        if (place == null) {
            return null;
        }
        try {
            OutputFile file = OutputFile.run(place, overwrite || hasCheckpointToGoOn());
            file.requireWritable();
            return file;
        } catch (OutputException e) {
            throw new CommandFailure(ExitCode.FAILED, "--save: " + e.getMessage());
        }
    }

    /** Writes the file and puts it in its place. */
    public static void save(ExtentScan scan, OutputFile file) throws CommandFailure {
        try {
            try {
                scan.save(file.temporary());
            } catch (IOException e) {
                throw new OutputException(file.place(), e);
            }
            file.moveIntoPlace();
        } catch (OutputException e) {
            throw new CommandFailure(ExitCode.FAILED, "--save: " + e.getMessage());
        }
    }

    /** The plan for an estimate; null if nothing is kept. */
    public @Nullable Keep plan(@Nullable PartDirectory opened, PrintWriter stderr) {
        if (keptBy() == null) {
            return null;
        }
        Path place = resumed;
        Path from = place == null ? null : hasCheckpointToGoOn() ? PartDirectory.partOf(place) : place;
        return new Keep(
                opened,
                interval,
                ScanOrigin.arguments(command),
                ResumedCommand.workingDirectory(),
                from,
                line -> Message.say(stderr, line));
    }

    private ResumedCommand earlier() {
        return new ResumedCommand(command, "the estimate that --resume goes on with", "the estimate was begun");
    }

    private ParameterException usage(String line) {
        return new ParameterException(command.commandLine(), line);
    }
}
