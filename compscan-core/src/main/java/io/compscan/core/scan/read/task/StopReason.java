package io.compscan.core.scan.read.task;

/** The reason why a scan ends before it has read everything. */
public enum StopReason {
    /** A person or a program asked for it. */
    INTERRUPTED,
    /** The index has used up its memory and cannot go on on disk. */
    INDEX_FULL,
    /** A thread of the scan failed. */
    FAILED
}
