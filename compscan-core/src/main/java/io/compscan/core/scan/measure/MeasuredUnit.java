package io.compscan.core.scan.measure;

import io.compscan.core.fold.ledger.Account;
import io.compscan.core.profile.ArrivalSample;
import io.compscan.core.scan.read.task.UnitTicket;
import io.compscan.core.source.Unit;
import org.jspecify.annotations.Nullable;

/**
 * The places where a unit is counted: its file type, its account, and its own deduplication.
 *
 * @param typeId the number of its file type
 * @param streamStart its place in the stream of all data, in the order of the walk; {@link #NO_PLACE} in a part of a scan
 * @param account the ledger's account that is charged with it
 * @param fileScan its own deduplication; null if it is not reported on its own
 * @param observer sees the unit's chunks; null for none
 * @param recording what a later scan will know of it; null if nothing is recorded
 * @param whenComplete the listener to tell when the unit is complete
 */
public record MeasuredUnit(
        int typeId,
        long streamStart,
        Account account,
        @Nullable FileScan fileScan,
        @Nullable ChunkObserver observer,
        @Nullable UnitRecording recording,
        UnitTicket.Listener whenComplete)
        implements UnitTicket.Listener {

    /** The place of a unit in data whose order is not known. */
    public static final long NO_PLACE = -1;

    /** The place of a unit whose length is not known, far from the units before and after it. */
    public static long placeApart(Unit unit) {
        return ArrivalSample.placeOf(unit.name());
    }

    /** The ticket's listener, which must be a {@code MeasuredUnit}. */
    public static MeasuredUnit of(UnitTicket ticket) {
        return (MeasuredUnit) ticket.listener();
    }

    @Override
    public void complete(UnitTicket ticket) {
        if (observer != null) {
            observer.complete(ticket);
        }
        if (recording != null) {
            recording.complete(ticket);
        }
        whenComplete.complete(ticket);
    }
}
