package io.compscan.core.scan.read;

import java.util.concurrent.atomic.LongAdder;

/** The number and the size of the units that one walk has found so far. One thread writes, any thread reads. */
public final class FoundUnits {

    private final LongAdder files = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private volatile boolean sizeUnknown;
    private volatile boolean ended;

    /**
     * Counts a unit.
     *
     * @param sizeBytes the size of the unit, negative if it is unknown
     */
    void add(long sizeBytes) {
        files.increment();
        if (sizeBytes < 0) {
            sizeUnknown = true;
        } else {
            bytes.add(sizeBytes);
        }
    }

    /** Tells that the walk has found everything. */
    public void end() {
        ended = true;
    }

    /** Whether the walk has found everything. */
    public boolean isEnded() {
        return ended;
    }

    /** The number of units. */
    public long files() {
        return files.sum();
    }

    /** Their bytes, without the units whose size is unknown. */
    public long bytes() {
        return bytes.sum();
    }

    /** Whether the size of each unit is known. */
    public boolean isSizeKnown() {
        return !sizeUnknown;
    }
}
