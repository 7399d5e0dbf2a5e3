package io.compscan.map;

/**
 * Counts of spilled data, at one moment.
 *
 * @param runCount runs written, later compacted ones included
 * @param entryCount entries in these runs
 * @param writtenBytes bytes in these runs
 * @param readBytes bytes of runs that were read completely for compaction or merging
 * @param heldBytes bytes in the directories now
 * @param limitBytes the maximum of {@code heldBytes}
 * @param recheckCount lookups in runs that decided whether a key is new
 */
public record SpillStats(
        long runCount,
        long entryCount,
        long writtenBytes,
        long readBytes,
        long heldBytes,
        long limitBytes,
        long recheckCount) {

    /** Whether anything has been spilled. */
    public boolean hasSpilled() {
        return runCount > 0;
    }
}
