package io.compscan.core.scan;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * How far a scan is, at one moment.
 *
 * @param foundFiles files that the walk has found so far
 * @param foundBytes their bytes, as far as they are known
 * @param sizeKnown false once something was found that does not tell its size, such as a pipe
 * @param walkEnded whether the walk has found everything there is
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
        boolean walkEnded,
        long doneFiles,
        long doneBytes,
        long readBytes,
        long errorCount,
        long indexBytes,
        @Nullable Double reductionRatio) {

    /** The counters behind it, written by many threads, once for each file or slab. */
    static final class Counters {
        private final LongAdder foundFiles = new LongAdder();
        private final LongAdder foundBytes = new LongAdder();
        private final LongAdder doneFiles = new LongAdder();
        private final LongAdder doneBytes = new LongAdder();
        private final LongAdder readBytes = new LongAdder();
        private volatile boolean sizeUnknown;
        private volatile boolean walkEnded;

        /** @param bytes the size of the unit, negative if it is not known */
        void addFound(long bytes) {
            foundFiles.increment();
            if (bytes < 0) {
                sizeUnknown = true;
            } else {
                foundBytes.add(bytes);
            }
        }

        void endWalk() {
            walkEnded = true;
        }

        void addFile() {
            doneFiles.increment();
        }

        void addDone(long bytes) {
            doneBytes.add(bytes);
        }

        void addRead(long bytes) {
            readBytes.add(bytes);
        }

        ScanProgress snapshot(long errorCount, long indexBytes, @Nullable Double reductionRatio) {
            // What is done is asked first: it must not come out as more than what was found.
            boolean ended = walkEnded;
            long filesDone = doneFiles.sum();
            long bytesDone = doneBytes.sum();
            return new ScanProgress(
                    foundFiles.sum(),
                    foundBytes.sum(),
                    !sizeUnknown,
                    ended,
                    filesDone,
                    bytesDone,
                    readBytes.sum(),
                    errorCount,
                    indexBytes,
                    reductionRatio);
        }
    }
}
