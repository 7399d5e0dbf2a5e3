package io.compscan.map;

/**
 * The content of a map and its cost, at one moment.
 *
 * @param entryCount distinct keys; an upper bound for a map that has spilled, because its parts may share keys
 * @param accountedBytes all memory of the map: entries, slack, free lists, tables
 * @param leafCount sorted lists
 * @param largeCountEntries entries whose reference count outgrew its byte
 */
public record MapStats(long entryCount, long accountedBytes, long leafCount, long largeCountEntries) {

    /** Memory per entry, 0 for an empty map. */
    public double bytesPerEntry() {
        return entryCount == 0 ? 0 : (double) accountedBytes / entryCount;
    }
}
