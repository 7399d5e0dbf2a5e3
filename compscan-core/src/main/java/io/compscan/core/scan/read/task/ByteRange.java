package io.compscan.core.scan.read.task;

/**
 * A stretch of a unit that is not empty.
 *
 * @param from its start
 * @param to its end
 */
public record ByteRange(long from, long to) {
    /** Refuses an empty one. */
    public ByteRange {
        if (from < 0 || from >= to) {
            throw new IllegalArgumentException("a range from " + from + " to " + to);
        }
    }
}
