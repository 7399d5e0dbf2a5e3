package io.compscan.core.scan.read;

import io.compscan.core.scan.read.task.UnitTicket;

/** Told by one reader of the units and bytes that it accounts for. Called on the reader's thread. */
public interface ReadListener {

    /** The reader begins a unit; called once for each unit, by the reader of its first byte. */
    void file(UnitTicket unit);

    /** The reader has dealt with so many more bytes of a unit: read, skipped as a hole, or given up. */
    void logicalBytes(UnitTicket unit, long bytes);
}
