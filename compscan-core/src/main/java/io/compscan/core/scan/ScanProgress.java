package io.compscan.core.scan;

import java.util.concurrent.atomic.LongAdder;

/**
 * How far a scan is, at one moment.
 *
 * @param foundFiles files that the walk has found so far
 * @param foundBytes their bytes
 * @param walkEnded whether the walk has found everything there is
 * @param readFiles files whose reading has begun
 * @param readBytes bytes read
 * @param errorCount paths that could not be read or changed meanwhile
 * @param indexBytes memory held by the indexes
 */
public record ScanProgress(
        long foundFiles,
        long foundBytes,
        boolean walkEnded,
        long readFiles,
        long readBytes,
        long errorCount,
        long indexBytes) {

    /** The counters behind it, written by many threads, once for each file or slab. */
    static final class Counters {
        private final LongAdder foundFiles = new LongAdder();
        private final LongAdder foundBytes = new LongAdder();
        private final LongAdder readFiles = new LongAdder();
        private final LongAdder readBytes = new LongAdder();
        private volatile boolean walkEnded;

        void addFound(long bytes) {
            foundFiles.increment();
            foundBytes.add(Math.max(0, bytes));
        }

        void endWalk() {
            walkEnded = true;
        }

        void addFile() {
            readFiles.increment();
        }

        void addRead(long bytes) {
            readBytes.add(bytes);
        }

        ScanProgress snapshot(long errorCount, long indexBytes) {
            return new ScanProgress(
                    foundFiles.sum(),
                    foundBytes.sum(),
                    walkEnded,
                    readFiles.sum(),
                    readBytes.sum(),
                    errorCount,
                    indexBytes);
        }
    }
}
