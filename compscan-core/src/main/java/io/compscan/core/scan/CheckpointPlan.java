package io.compscan.core.scan;

import io.compscan.core.checkpoint.CheckpointDirectory;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Where a scan is to leave checkpoints, and how often.
 *
 * @param directory where; a scan goes on from the checkpoint that it was opened with, if there is one
 * @param interval how long to wait from one checkpoint to the next; more, where taking them would cost more than a twentieth of the time
 * @param patience how long readers are kept waiting for one to which not a byte comes; then they go on, and the checkpoint is left out
 * @param arguments of the command, for whoever sets the scan up again
 * @param workingDirectory of the command
 * @param whenFailed told in a line that a checkpoint could not be written; the scan goes on and the last checkpoint stays
 */
public record CheckpointPlan(
        CheckpointDirectory directory,
        Duration interval,
        Duration patience,
        List<String> arguments,
        String workingDirectory,
        Consumer<String> whenFailed) {

    /** Time enough for a disk that tries a bad sector again and again, or a slow compressor; short enough to wait for after Ctrl-C. */
    public static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Copies the list. */
    public CheckpointPlan {
        arguments = List.copyOf(arguments);
    }
}
