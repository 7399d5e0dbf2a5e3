package io.compscan.core.result;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When, where, how long and with how much; the one part of a result that differs between two scans of the same data.
 *
 * @param startedAt when the scan started
 * @param elapsedNanos how long it took, from the first path to the last total
 * @param scannedBytesPerSecond {@code scannedBytes} over the elapsed time; of a write session, over the time its workers were busy
 * @param readers reader threads
 * @param workers worker threads
 * @param indexBytes memory held by the index at the end
 * @param javaVersion of the JVM that ran it
 * @param origin the machine and the command; null where they are withheld, for a union, and in documents of earlier versions
 * @param coverage how much of the data a stopped scan has read; null for a whole scan and where nobody knows
 * @param requestCount requests to a store, repeated ones included; null where no store was read
 */
public record Timing(
        Instant startedAt,
        long elapsedNanos,
        long scannedBytesPerSecond,
        int readers,
        int workers,
        long indexBytes,
        String javaVersion,
        @Nullable Origin origin,
        @Nullable Coverage coverage,
        @Nullable Long requestCount) {

    /**
     * The machine that scanned, and the command that it was given.
     *
     * @param host the name of the machine; empty if it is unknown
     * @param operatingSystem name, version and architecture, such as {@code Linux 6.1.0 amd64}
     * @param endedAt when the scan ended
     * @param command the words of the command line behind the name of the program, as given
     */
    public record Origin(String host, String operatingSystem, Instant endedAt, List<String> command) {

        /** Copies the list. */
        public Origin {
            command = List.copyOf(command);
        }
    }

    /**
     * The part of the data that a stopped scan has read. What comes first in a directory tree is no random part of it.
     *
     * @param foundFileCount files that were found by then
     * @param foundBytes their bytes
     * @param coveredBytes of those, what was read, skipped as a hole or given up
     * @param allFound whether those files are all that there are
     */
    public record Coverage(long foundFileCount, long foundBytes, long coveredBytes, boolean allFound) {

        /** Refuses counts that no scan can have. */
        public Coverage {
            if (foundFileCount < 0 || foundBytes < 0 || coveredBytes < 0) {
                throw new IllegalArgumentException("coverage: foundFileCount " + foundFileCount + ", foundBytes "
                        + foundBytes + ", coveredBytes " + coveredBytes + ": none of them can be negative");
            }
        }

        /** {@code coveredBytes / foundBytes}, at most 1; null if nothing was found. */
        public @Nullable Double share() {
            return foundBytes == 0 ? null : Double.valueOf(Math.min(1, (double) coveredBytes / foundBytes));
        }
    }

    /** Refuses what no scan takes: less than nothing. */
    public Timing {
        if (elapsedNanos < 0 || scannedBytesPerSecond < 0 || readers < 0 || workers < 0 || indexBytes < 0) {
            throw new IllegalArgumentException("timing: elapsedNanos " + elapsedNanos + ", scannedBytesPerSecond "
                    + scannedBytesPerSecond + ", readers " + readers + ", workers " + workers + ", indexBytes "
                    + indexBytes + ": none of them can be negative");
        }
    }

    /** Without origin, coverage and requests. */
    public Timing(
            Instant startedAt,
            long elapsedNanos,
            long scannedBytesPerSecond,
            int readers,
            int workers,
            long indexBytes,
            String javaVersion) {
        this(
                startedAt,
                elapsedNanos,
                scannedBytesPerSecond,
                readers,
                workers,
                indexBytes,
                javaVersion,
                null,
                null,
                null);
    }

    /** This timing with an origin; null withholds it. */
    public Timing withOrigin(@Nullable Origin newOrigin) {
        return with(newOrigin, coverage, requestCount);
    }

    /** This timing with a coverage. */
    public Timing withCoverage(@Nullable Coverage newCoverage) {
        return with(origin, newCoverage, requestCount);
    }

    /** This timing with a number of requests; a negative one is none. */
    public Timing withRequestCount(long count) {
        return with(origin, coverage, count < 0 ? null : Long.valueOf(count));
    }

    private Timing with(@Nullable Origin newOrigin, @Nullable Coverage newCoverage, @Nullable Long newRequestCount) {
        return new Timing(
                startedAt,
                elapsedNanos,
                scannedBytesPerSecond,
                readers,
                workers,
                indexBytes,
                javaVersion,
                newOrigin,
                newCoverage,
                newRequestCount);
    }
}
