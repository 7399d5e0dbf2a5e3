package io.compscan.core.scan.read;

import io.compscan.core.scan.read.task.UnitTicket;

/** Accounts for what one reader reads or gives up: with the unit, the listener and the counters. Belongs to one thread. */
final class ReadAccounts {

    private final ReadListener listener;
    private final ReadCounters counters;

    ReadAccounts(ReadListener listener, ReadCounters counters) {
        this.listener = listener;
        this.counters = counters;
    }

    /** Counts the unit; by the reader of its first byte. */
    void file(UnitTicket unit) {
        listener.file(unit);
        counters.addFile();
    }

    /** Counts bytes of the unit that are dealt with. */
    void bytes(UnitTicket unit, long count) {
        unit.addLogicalBytes(count);
        listener.logicalBytes(unit, count);
        counters.addDone(count);
    }

    /** Counts bytes of the unit that are given up. */
    void unread(UnitTicket unit, long count) {
        bytes(unit, count);
        givenUp(count);
    }

    /** Notes how many of the counted bytes are given up. */
    void givenUp(long count) {
        counters.addUnread(count);
    }
}
