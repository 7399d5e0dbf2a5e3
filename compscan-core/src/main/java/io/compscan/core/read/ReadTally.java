package io.compscan.core.read;

import io.compscan.core.fold.TypeTally;

/** What one reader was responsible for, whether it could be read or not. */
public final class ReadTally {

    private final TypeTally types;
    private long fileCount;
    private long logicalBytes;

    public ReadTally(int layoutCount) {
        types = new TypeTally(layoutCount);
    }

    void addFile(int typeId) {
        fileCount++;
        types.addFile(typeId);
    }

    void addLogicalBytes(long bytes) {
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
