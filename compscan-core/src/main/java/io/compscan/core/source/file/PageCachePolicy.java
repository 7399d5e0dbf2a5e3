package io.compscan.core.source.file;

/** What reading a large file may leave behind in the operating system's page cache. */
public enum PageCachePolicy {
    /** Pages that were not there before are given back, so that a scan does not push out what the machine works with. */
    RESTORE,
    /** What was read stays, for whoever reads it next. */
    KEEP
}
