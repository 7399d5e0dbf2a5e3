package io.compscan.core.index;

import java.util.List;

/**
 * The files that together hold an index, by their names in a directory.
 *
 * @param full those with chunks of full length
 * @param other those with all others
 */
public record IndexRuns(List<String> full, List<String> other) {
    /** Copies the lists. */
    public IndexRuns {
        full = List.copyOf(full);
        other = List.copyOf(other);
    }
}
