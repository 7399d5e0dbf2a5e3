package io.compscan.core.source.file;

/** Whether reading a large file may leave pages in the operating system's page cache. */
public enum PageCachePolicy {
    /** Pages that were not there before are given back, so that a scan does not push out the pages that the machine works with. */
    RESTORE,
    /** The pages stay for the next reader. */
    KEEP
}
