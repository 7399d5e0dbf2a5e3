package io.compscan.core.scan.read;

import java.util.concurrent.atomic.LongAdder;

/** The progress of the walk and the readers. Many threads write, once for each file or slab; any thread reads. */
public final class ReadCounters {

    private final FoundUnits walk = new FoundUnits();
    private final FoundUnits sizeCount = new FoundUnits();
    private final LongAdder doneFiles = new LongAdder();
    private final LongAdder doneBytes = new LongAdder();
    private final LongAdder unreadBytes = new LongAdder();
    private final LongAdder readBytes = new LongAdder();

    /** The units that the walk has found that feeds the readers. */
    public FoundUnits walk() {
        return walk;
    }

    /** The units that a {@link SizeCount} has found, a walk that does not wait for readers. */
    public FoundUnits sizeCount() {
        return sizeCount;
    }

    void addFile() {
        doneFiles.increment();
    }

    void addDone(long bytes) {
        doneBytes.add(bytes);
    }

    void addUnread(long bytes) {
        unreadBytes.add(bytes);
    }

    void addRead(long bytes) {
        readBytes.add(bytes);
    }

    /** The units whose reading has begun. */
    public long doneFiles() {
        return doneFiles.sum();
    }

    /** The bytes that are dealt with: read, skipped as a hole, or given up. */
    public long doneBytes() {
        return doneBytes.sum();
    }

    /** The part of {@link #doneBytes} that was given up. */
    public long unreadBytes() {
        return unreadBytes.sum();
    }

    /** The bytes that were read. */
    public long readBytes() {
        return readBytes.sum();
    }
}
