package io.compscan.core.result;

import java.util.List;

/**
 * What one kind of file adds up to.
 *
 * @param extension lower case, without the dot; empty for files that have none of the usual kind
 * @param fileCount files that were read, hard links counted once
 * @param scannedBytes their bytes that were read
 * @param zeroBytes of those, bytes in zero chunks, one for each chunking in the order of the layouts
 */
public record TypeTotals(String extension, long fileCount, long scannedBytes, List<Long> zeroBytes) {

    /** Copies the list. */
    public TypeTotals {
        zeroBytes = List.copyOf(zeroBytes);
    }
}
