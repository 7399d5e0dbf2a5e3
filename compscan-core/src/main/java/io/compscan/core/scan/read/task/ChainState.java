package io.compscan.core.scan.read.task;

import java.util.List;
import java.util.Objects;

/**
 * The state of a {@link Chain} between two claims, as a checkpoint stores it.
 *
 * @param claimedTo the end of the last claim
 * @param position where the bytes of the unfinished chunks end
 * @param starts for each chunker, where its unfinished chunk starts
 * @param unfinished the bytes from the smallest start to {@code position}, in Base64
 * @param badSectorsInARow the number of bad sectors that end at {@code position}
 */
public record ChainState(long claimedTo, long position, List<Long> starts, String unfinished, int badSectorsInARow) {

    /** Copies the list. */
    public ChainState {
        Objects.requireNonNull(unfinished, "unfinished");
        starts = List.copyOf(starts);
    }
}
