package io.compscan.core.read;

/** Counts what a reader is responsible for, whether it can read it or not. */
public interface ReadTally {

    /** Counts a unit whose reading begins. */
    void addFile(int typeId);

    /** Counts bytes that were read, skipped as a hole, or given up. */
    void addLogicalBytes(long bytes);
}
