package io.compscan.core.scan;

import io.compscan.core.read.FoundUnits;
import io.compscan.core.read.ReadCounters;
import org.jspecify.annotations.Nullable;

/**
 * How far a scan is, at one moment.
 *
 * @param foundFiles files found so far
 * @param foundBytes their bytes, as far as they are known
 * @param sizeKnown false once something was found that does not tell its size, such as a pipe
 * @param allFound whether that is all there is
 * @param doneFiles files whose reading has begun
 * @param doneBytes of {@code foundBytes}, what is dealt with: read, skipped as a hole, or given up
 * @param readBytes bytes read
 * @param errorCount paths that could not be read or changed meanwhile
 * @param indexBytes memory held by the indexes
 * @param reductionRatio about what the report would give as the best reduction ratio if the scan ended now; null if nothing can be
 *     said yet
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
        // Read what is done before what was found: more must not be done than was found.
        long doneFiles = counters.doneFiles();
        long doneBytes = counters.doneBytes();
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
                bytes,
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
