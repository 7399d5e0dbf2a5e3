package io.compscan.core.scan;

import io.compscan.core.scan.checkpoint.CheckpointDirectory;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * The place of a scan's checkpoints, and the time between them.
 *
 * @param directory the directory of the checkpoints; a scan goes on from the checkpoint that it was opened with, if there is one
 * @param interval the time from one checkpoint to the next; longer if taking them would cost more than a twentieth of the time
 * @param patience the time for which readers wait for a reader that gets no bytes; then they go on, and the checkpoint is left out
 * @param arguments the arguments of the command, for the command that resumes the scan
 * @param workingDirectory the working directory of the command
 * @param whenFailed receives one line when a checkpoint could not be written; the scan goes on and the last checkpoint stays
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
