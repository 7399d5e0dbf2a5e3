package io.compscan.core.scan;

import io.compscan.core.scan.read.FoundUnits;
import io.compscan.core.scan.read.ReadCounters;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a scan, at one moment.
 *
 * @param foundFiles files found so far
 * @param foundBytes their bytes, as far as they are known, less those that cannot be read
 * @param sizeKnown whether the size of everything found is known; false after a pipe, for example
 * @param allFound whether these are all the files
 * @param doneFiles files whose reading has begun
 * @param doneBytes the part of {@code foundBytes} that is done: read, or skipped as a hole
 * @param readBytes bytes read
 * @param errorCount paths that could not be read or changed meanwhile
 * @param indexBytes memory held by the indexes
 * @param reductionRatio approximately the best reduction ratio of the report if the scan ended now; null if it is not known yet
 */
public record ScanProgress(
        long foundFiles,
        long foundBytes,
        boolean sizeKnown,
        boolean allFound,
        long doneFiles,
        long doneBytes,
        long readBytes,
        long errorCount,
        long indexBytes,
        @Nullable Double reductionRatio) {

    /** The progress that the counters show. */
    static ScanProgress of(ReadCounters counters, long errorCount, long indexBytes, @Nullable Double reductionRatio) {
        // Read the done files before the found ones, so that there are never more done than found.
        long doneFiles = counters.doneFiles();
        long unreadBytes = counters.unreadBytes();
        // What is given up is no progress: a disk that is dead would look nearly read.
        long doneBytes = Math.max(0, counters.doneBytes() - unreadBytes);
        FoundUnits walk = counters.walk();
        FoundUnits sizeCount = counters.sizeCount();
        boolean walkEnded = walk.isEnded();
        boolean allFound = walkEnded || sizeCount.isEnded();
        // Both walks find the same unless files change meanwhile; then the walk that feeds the readers is right.
        long files = walk.files();
        long bytes = walk.bytes();
        if (!walkEnded) {
            files = Math.max(files, sizeCount.files());
            bytes = Math.max(bytes, sizeCount.bytes());
        }
        return new ScanProgress(
                files,
                Math.max(doneBytes, bytes - unreadBytes),
                walk.isSizeKnown() && sizeCount.isSizeKnown(),
                allFound,
                doneFiles,
                doneBytes,
                counters.readBytes(),
                errorCount,
                indexBytes,
                reductionRatio);
    }
}
