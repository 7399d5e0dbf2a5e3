package io.compscan.result;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The circumstances of a scan: times, machine and resources. They are the one part of a result that differs between two scans of the same
 * data.
 *
 * @param startedAt when the scan started
 * @param elapsedNanos the duration, from the first path to the last total
 * @param scannedBytesPerSecond {@code scannedBytes} over the elapsed time; of a write session, over the time its workers were busy;
 *     0 of a trace, whose bytes nobody has read
 * @param readers reader threads
 * @param workers worker threads
 * @param indexBytes memory held by the index at the end
 * @param javaVersion the version of the JVM that ran the scan
 * @param origin the machine and the command; null if they are withheld, for a union, and in documents of earlier versions
 * @param coverage the part of the data that a stopped scan has read; null for a whole scan and if the part is unknown
 * @param requestCount requests to a store, repeated ones included; null if no store was read
 * @param unchanged the files that a catalog knew, so that nobody read them; null without a catalog. The speed leaves them out
 * @param changes the files that have changed since the last scan of the catalog; null for its first scan, and without one
 */
public record Timing(
        Instant startedAt,
        long elapsedNanos,
        long scannedBytesPerSecond,
        int readers,
        int workers,
        long indexBytes,
        String javaVersion,
        @Later @Nullable Origin origin,
        @Later @Nullable Coverage coverage,
        @LeftOut @Nullable Long requestCount,
        @LeftOut @Nullable Unchanged unchanged,
        @LeftOut @Nullable Changes changes) {

    /**
     * Files whose numbers come from a catalog.
     *
     * @param fileCount how many
     * @param bytes what their names add up to
     */
    public record Unchanged(long fileCount, long bytes) {

        /** Refuses negative counts. */
        public Unchanged {
            if (fileCount < 0 || bytes < 0) {
                throw new IllegalArgumentException(
                        "unchanged: fileCount " + fileCount + ", bytes " + bytes + ": none of them can be negative");
            }
        }
    }

    /**
     * The machine of a scan, and the command that started it.
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
     * The part of the data that a stopped scan has read. The beginning of a directory tree is no random part of it.
     *
     * @param foundFileCount the files that were found before the stop
     * @param foundBytes their bytes
     * @param coveredBytes the part of those bytes that was read, skipped as a hole or given up
     * @param allFound whether these are all the files
     */
    public record Coverage(long foundFileCount, long foundBytes, long coveredBytes, boolean allFound) {

        /** Refuses negative counts. */
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

    /** Refuses negative numbers. */
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
                null,
                null,
                null);
    }

    /** Whether there is a speed: nobody has read the bytes of a trace. */
    public boolean tellsSpeed(long scannedBytes) {
        return scannedBytesPerSecond > 0 || scannedBytes == 0;
    }

    /** This timing with an origin; null withholds it. */
    public Timing withOrigin(@Nullable Origin newOrigin) {
        return with(newOrigin, coverage, requestCount, unchanged, changes);
    }

    /** This timing with a coverage. */
    public Timing withCoverage(@Nullable Coverage newCoverage) {
        return with(origin, newCoverage, requestCount, unchanged, changes);
    }

    /** This timing with a number of requests; a negative one is none. */
    public Timing withRequestCount(long count) {
        return with(origin, coverage, count < 0 ? null : Long.valueOf(count), unchanged, changes);
    }

    /** This timing with files that were not read. */
    public Timing withUnchanged(@Nullable Unchanged newUnchanged) {
        return with(origin, coverage, requestCount, newUnchanged, changes);
    }

    /** This timing with files that have changed. */
    public Timing withChanges(@Nullable Changes newChanges) {
        return with(origin, coverage, requestCount, unchanged, newChanges);
    }

    private Timing with(
            @Nullable Origin newOrigin,
            @Nullable Coverage newCoverage,
            @Nullable Long newRequestCount,
            @Nullable Unchanged newUnchanged,
            @Nullable Changes newChanges) {
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
                newRequestCount,
                newUnchanged,
                newChanges);
    }
}
