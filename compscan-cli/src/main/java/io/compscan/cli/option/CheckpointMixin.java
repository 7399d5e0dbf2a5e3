package io.compscan.cli.option;

import io.compscan.cli.option.OptionTraits.Heading;
import io.compscan.cli.option.OptionTraits.Traits;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.Message;
import io.compscan.core.scan.CheckpointPlan;
import io.compscan.core.scan.checkpoint.Checkpoint;
import io.compscan.core.scan.checkpoint.CheckpointDirectory;
import io.compscan.core.scan.checkpoint.CheckpointException;
import io.compscan.core.source.Source;
import io.compscan.result.ScanSettings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that make a scan resumable, and that resume one. */
public final class CheckpointMixin {

    private static final String RESUME = "--resume";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Traits(heading = Heading.RESUMING, rank = 1)
    @Option(
            names = "--checkpoint",
            paramLabel = "DIR",
            converter = Converters.Output.class,
            description = "Leave checkpoints in DIR, for --resume.")
    private @Nullable Path directory;

    @Traits(heading = Heading.RESUMING, rank = 1, rare = true, mayChange = true)
    @Option(
            names = "--checkpoint-every",
            paramLabel = "TIME",
            converter = Converters.Time.class,
            description = "How often, such as 90s, 5m or 1h (default: 60s).")
    private Duration interval = Duration.ofSeconds(60);

    @Traits(heading = Heading.RESUMING, rank = 2, mayChange = true)
    @Option(
            names = RESUME,
            paramLabel = "DIR",
            converter = Converters.Place.class,
            description = "Go on from DIR, with the options of the start.")
    private @Nullable Path resumed;

    /** The directory of the scan to resume; null if this scan starts anew. */
    public @Nullable Path resumed() {
        return resumed;
    }

    /** The directory of the checkpoints; null if there is none. */
    public @Nullable Path directory() {
        return resumed != null ? resumed : directory;
    }

    /**
     * The arguments of the scan to resume, then those given now.
     *
     * @throws ParameterException if an argument of now would change the numbers
     */
    public List<String> resumedArguments(Checkpoint checkpoint) {
        return earlier().arguments(checkpoint.arguments());
    }

    /** The words behind the command's name. */
    public List<String> arguments() {
        return ScanOrigin.arguments(command);
    }

    /** Opens the directory of checkpoints, if the options name one; its owner closes it. */
    public @Nullable CheckpointDirectory open() throws CommandFailure {
        try {
            if (resumed != null) {
                return CheckpointDirectory.open(resumed);
            }
            return directory == null ? null : CheckpointDirectory.create(directory);
        } catch (CheckpointException e) {
            throw new CommandFailure(ExitCode.FAILED, option() + ": " + e.getMessage());
        }
    }

    /**
     * Refuses a scan that nobody could resume, and a resumed scan whose arguments mean something else than before.
     *
     * @param last the checkpoint that the scan resumes from, null if it starts anew
     */
    public void requireResumable(Source source, ScanSettings plan, @Nullable Checkpoint last) throws CommandFailure {
        if (directory == null && resumed == null) {
            if (command.commandLine().getParseResult().hasMatchedOption("--checkpoint-every")) {
                throw usage("--checkpoint-every goes with --checkpoint");
            }
            return;
        }
        if (!source.isRepeatable()) {
            throw usage("--checkpoint: what comes through a pipe cannot be read again");
        }
        if (plan.perFile()) {
            throw usage("--checkpoint and --per-file exclude each other");
        }
        if (last == null) {
            return;
        }
        earlier().requireSameDirectory(source, last.workingDirectory());
        earlier().requireSameVersion(last.plan().toolVersion());
        earlier().requireSameMethod(last.plan(), plan);
        if (!plan.equals(last.plan())) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "--resume: the arguments no longer mean what they meant when the scan was started");
        }
    }

    private String option() {
        return resumed != null ? RESUME : "--checkpoint";
    }

    /** The plan for a scan with the directory. */
    public CheckpointPlan plan(CheckpointDirectory opened, PrintWriter stderr) {
        Checkpoint last = opened.last();
        return new CheckpointPlan(
                opened,
                interval,
                CheckpointPlan.PATIENCE,
                last == null ? arguments() : last.arguments(),
                ResumedCommand.workingDirectory(),
                line -> Message.say(stderr, line));
    }

    private ResumedCommand earlier() {
        return new ResumedCommand(command, "the checkpoint with --resume", "the scan was started");
    }

    private ParameterException usage(String line) {
        return new ParameterException(command.commandLine(), line);
    }
}
