package io.compscan.map.spill;

/**
 * What has been spilled, at one moment.
 *
 * @param runCount runs written, those included that have been compacted since
 * @param entryCount entries written to them
 * @param writtenBytes their bytes
 * @param readBytes the bytes of the runs that were read whole again, to be compacted or merged
 * @param heldBytes what lies in the directories now
 * @param limitBytes the most that may
 * @param recheckCount keys that were looked up in a run to learn whether they are new
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
