package io.compscan.core.scan.measure;

import io.compscan.core.fold.ReferenceTally;
import io.compscan.core.scan.read.ReadListener;
import io.compscan.core.scan.read.task.UnitTicket;

/** Counts the files and bytes that one reader accounts for, readable or not. Belongs to the reader's thread. */
public record ReadTally(ReferenceTally tally) implements ReadListener {

    @Override
    public void file(UnitTicket unit) {
        MeasuredUnit measured = MeasuredUnit.of(unit);
        tally.addFile(measured.typeId());
        measured.account().addFile();
    }

    @Override
    public void logicalBytes(UnitTicket unit, long bytes) {
        tally.addLogicalBytes(bytes);
    }
}
