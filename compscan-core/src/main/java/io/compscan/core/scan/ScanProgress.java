package io.compscan.core.scan;

import java.util.concurrent.atomic.LongAdder;
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

    /** What a walk has found so far. Written by one thread. */
    public static final class Found {
        private final LongAdder files = new LongAdder();
        private final LongAdder bytes = new LongAdder();
        private volatile boolean sizeUnknown;
        private volatile boolean ended;

        /**
         * Counts a unit.
         *
         * @param sizeBytes the size of the unit, negative if it is not known
         */
        public void add(long sizeBytes) {
            files.increment();
            if (sizeBytes < 0) {
                sizeUnknown = true;
            } else {
                bytes.add(sizeBytes);
            }
        }

        void end() {
            ended = true;
        }

        boolean isEnded() {
            return ended;
        }
    }

    /** The counters behind it, written by many threads, once for each file or slab. */
    public static final class Counters {
        /** By the walk that the readers follow. */
        private final Found walk = new Found();
        /** By a walk that waits for nobody. */
        private final Found census = new Found();

        private final LongAdder doneFiles = new LongAdder();
        private final LongAdder doneBytes = new LongAdder();
        private final LongAdder readBytes = new LongAdder();

        public Found walk() {
            return walk;
        }

        public Found census() {
            return census;
        }

        public void addFile() {
            doneFiles.increment();
        }

        public void addDone(long bytes) {
            doneBytes.add(bytes);
        }

        public void addRead(long bytes) {
            readBytes.add(bytes);
        }

        long readBytes() {
            return readBytes.sum();
        }

        ScanProgress snapshot(long errorCount, long indexBytes, @Nullable Double reductionRatio) {
            // What is done is asked first: it must not come out as more than what was found.
            long filesDone = doneFiles.sum();
            long bytesDone = doneBytes.sum();
            boolean walkEnded = walk.ended;
            boolean ended = walkEnded || census.ended;
            // Both find the same, unless the files change meanwhile; then the walk that is followed is right.
            long files = walk.files.sum();
            long bytes = walk.bytes.sum();
            if (!walkEnded) {
                files = Math.max(files, census.files.sum());
                bytes = Math.max(bytes, census.bytes.sum());
            }
            return new ScanProgress(
                    files,
                    bytes,
                    !walk.sizeUnknown && !census.sizeUnknown,
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
