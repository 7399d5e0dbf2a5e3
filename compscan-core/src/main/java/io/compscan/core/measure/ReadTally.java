package io.compscan.core.measure;

import io.compscan.core.fold.TypeTally;
import io.compscan.core.read.ReadListener;
import io.compscan.core.read.task.UnitTicket;

/** The files and bytes that one reader has accounted for, readable or not. Belongs to the reader's thread. */
public final class ReadTally implements ReadListener {

    private final TypeTally types;
    private long fileCount;
    private long logicalBytes;

    public ReadTally(int layoutCount) {
        types = new TypeTally(layoutCount);
    }

    @Override
    public void file(UnitTicket unit) {
        MeasuredUnit measured = MeasuredUnit.of(unit);
        fileCount++;
        types.addFile(measured.typeId());
        measured.account().addFile();
    }

    @Override
    public void logicalBytes(UnitTicket unit, long bytes) {
        logicalBytes += bytes;
    }

    public void merge(ReadTally other) {
        fileCount += other.fileCount;
        logicalBytes += other.logicalBytes;
        types.merge(other.types);
    }

    public long fileCount() {
        return fileCount;
    }

    public long logicalBytes() {
        return logicalBytes;
    }

    public TypeTally types() {
        return types;
    }
}
