package io.compscan.core.scan;

/** What one reader was responsible for, whether it could be read or not. */
final class ReadTally {

    private final TypeTally types;
    private long fileCount;
    private long logicalBytes;

    ReadTally(int layoutCount) {
        types = new TypeTally(layoutCount);
    }

    void addFile(int typeId) {
        fileCount++;
        types.addFile(typeId);
    }

    void addLogicalBytes(long bytes) {
        logicalBytes += bytes;
    }

    void merge(ReadTally other) {
        fileCount += other.fileCount;
        logicalBytes += other.logicalBytes;
        types.merge(other.types);
    }

    long fileCount() {
        return fileCount;
    }

    long logicalBytes() {
        return logicalBytes;
    }

    TypeTally types() {
        return types;
    }
}
