package io.compscan.core.extent;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What an estimate keeps, so that it can go on, and what it goes on from.
 *
 * @param directory of its checkpoints; null if it takes none
 * @param interval how long to wait from one checkpoint to the next; more, where taking them would cost more than a twentieth of the time
 * @param arguments of the command, for whoever sets the estimate up again
 * @param workingDirectory of the command
 * @param goesOnFrom the file of an estimate that this one goes on from; null if it begins anew
 * @param whenFailed told in a line that a checkpoint could not be written; the estimate goes on and the last checkpoint stays
 */
public record KeepPlan(
        @Nullable PartDirectory directory,
        Duration interval,
        List<String> arguments,
        String workingDirectory,
        @Nullable Path goesOnFrom,
        Consumer<String> whenFailed) {

    /** Copies the list. */
    public KeepPlan {
        arguments = List.copyOf(arguments);
    }
}
