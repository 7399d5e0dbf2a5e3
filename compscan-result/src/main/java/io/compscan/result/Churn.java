package io.compscan.result;

/**
 * The files that have changed between two scans of a catalog. What was read again and is as before is unchanged.
 *
 * @param newCount files that were not there before
 * @param newBytes their bytes
 * @param changedCount files that have changed
 * @param changedBytes their bytes now; how many of them differ is not known
 * @param deletedCount files that are gone
 * @param deletedBytes their bytes before
 * @param unchangedCount files that have not changed
 * @param unchangedBytes their bytes
 */
public record Churn(
        long newCount,
        long newBytes,
        long changedCount,
        long changedBytes,
        long deletedCount,
        long deletedBytes,
        long unchangedCount,
        long unchangedBytes) {}
