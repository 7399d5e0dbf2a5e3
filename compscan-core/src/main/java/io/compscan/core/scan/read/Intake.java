package io.compscan.core.scan.read;

import io.compscan.core.scan.read.task.PartialUnit;
import io.compscan.core.scan.read.task.UnitTicket;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitVersion;
import org.jspecify.annotations.Nullable;

/** Decides for each unit that the walk finds whether and for whom it is read. Called on the thread of the walk. */
public interface Intake {

    /**
     * The version of the unit; a mere size where no checkpoint will store it. May ask a device, and so never return; uses nothing that
     * other threads use.
     */
    UnitVersion version(Unit unit);

    /** Whether an earlier session of the scan has read the unit to its end; asked once for each unit. */
    boolean wasRead(Unit unit, UnitVersion version);

    /** The part of the unit that an earlier session has read; null if it read none. Asked once for each unit. */
    @Nullable PartialUnit takePartial(Unit unit);

    /** The listener to tell when the unit has been read and processed; asked once for each unit that is read. */
    UnitTicket.Listener listener(Unit unit);

    /** A unit that several tasks read is going to be read; a checkpoint may store a part of it. */
    void watch(UnitTicket unit);
}
