package io.compscan.map;

/**
 * What a map holds and what it costs, at one moment.
 *
 * @param entryCount distinct keys; at most too high for a map that has spilled, whose parts may share keys
 * @param accountedBytes all memory the map holds: entries, slack, free lists, tables
 * @param leafCount sorted lists, or whatever unit of storage the map grows by
 * @param largeCountEntries entries whose reference count outgrew its byte
 */
public record MapStats(long entryCount, long accountedBytes, long leafCount, long largeCountEntries) {

    /** Memory per entry, 0 for an empty map. */
    public double bytesPerEntry() {
        return entryCount == 0 ? 0 : (double) accountedBytes / entryCount;
    }
}
