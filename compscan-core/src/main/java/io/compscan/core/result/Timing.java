package io.compscan.core.result;

import java.time.Instant;

/**
 * When, how long and with how much; the one part of a result that differs between two scans of the same data.
 *
 * @param startedAt when the scan started
 * @param elapsedNanos how long it took, from the first path to the last total
 * @param scannedBytesPerSecond {@code scannedBytes} over the elapsed time
 * @param readers reader threads
 * @param workers worker threads
 * @param indexBytes memory held by the index at the end
 * @param javaVersion of the JVM that ran it
 */
public record Timing(
        Instant startedAt,
        long elapsedNanos,
        long scannedBytesPerSecond,
        int readers,
        int workers,
        long indexBytes,
        String javaVersion) {

    /** Refuses what no scan takes: less than nothing. */
    public Timing {
        if (elapsedNanos < 0 || scannedBytesPerSecond < 0 || readers < 0 || workers < 0 || indexBytes < 0) {
            throw new IllegalArgumentException("timing: elapsedNanos " + elapsedNanos + ", scannedBytesPerSecond "
                    + scannedBytesPerSecond + ", readers " + readers + ", workers " + workers + ", indexBytes "
                    + indexBytes + ": none of them can be negative");
        }
    }
}
