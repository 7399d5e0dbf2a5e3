package io.compscan.core.scan.measure;

import io.compscan.core.scan.read.task.UnitTicket;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What is recorded of one unit while it is read. Any thread. */
public final class UnitRecording {

    /** Called when a unit has been read and recorded to its end. */
    @FunctionalInterface
    public interface Listener {
        /** The unit is complete. */
        void complete(UnitRecording recording, UnitTicket unit);
    }

    private final int number;
    private final Listener whenComplete;
    private final AtomicInteger recordCount = new AtomicInteger();
    private final AtomicLong content = new AtomicLong();

    /**
     * A recording of nothing.
     *
     * @param number tells it from the other units of the scan
     */
    public UnitRecording(int number, Listener whenComplete) {
        this.number = number;
        this.whenComplete = whenComplete;
    }

    /** The number of the unit. */
    public int number() {
        return number;
    }

    /** Counts a record. */
    public void add(long contentOfRecord) {
        recordCount.incrementAndGet();
        content.addAndGet(contentOfRecord);
    }

    /** How many records there are. */
    public int recordCount() {
        return recordCount.get();
    }

    /** A number that follows from the chunks of the unit and their places, whatever the order in which they were recorded. */
    public long content() {
        return content.get();
    }

    void complete(UnitTicket unit) {
        whenComplete.complete(this, unit);
    }
}
