package io.compscan.memory;

import java.util.List;

/**
 * The targets of a scan of memory, and the way to read them. Immutable.
 *
 * @param targets process numbers, control groups, {@code all}, dumps
 * @param intervalNanos from the start of the first pass to that of the second; 0 for one pass
 * @param freeze whether the processes are stopped meanwhile
 * @param threads of the first pass
 * @param longestChunkBytes the order of reading makes chunks up to this length superpages where possible
 */
public record MemoryRequest(
        List<String> targets, long intervalNanos, boolean freeze, int threads, int longestChunkBytes) {

    /** Copies the list. */
    public MemoryRequest {
        targets = List.copyOf(targets);
    }
}
