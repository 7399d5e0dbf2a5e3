package io.compscan.core.scan;

import io.compscan.core.scan.catalog.CatalogPlan;
import io.compscan.core.scan.read.task.StopReason;
import io.compscan.core.source.Source;
import io.compscan.core.source.file.FileTreeSource;
import io.compscan.result.Timing.Coverage;
import org.jspecify.annotations.Nullable;

/**
 * One scan of one source, from the first path to the {@link ScanOutcome}.
 *
 * <pre>
 *   ScanRequest -> open -> run ---------------------> ScanOutcome
 *                           ^  ^
 *                    progress  stop       from any thread, at any time
 * </pre>
 */
public final class ScanRun {

    private final ScanRequest request;
    private final Source source;
    private volatile ScanSession session;

    private ScanRun(ScanSession session, ScanRequest request) {
        this.session = session;
        this.request = request;
        source = request.source();
    }

    /**
     * Loads the classes and native code that every scan needs, and returns when they are loaded. A caller with other work to do first may
     * call it from another thread.
     */
    public static void warmUp() {
        AvailableMemory.bytes();
        FileTreeSource.prepare();
    }

    /**
     * Prepares a scan; nothing is read yet.
     *
     * @throws ScanException naming a spill directory or a catalog of the request that cannot be used
     */
    public static ScanRun open(ScanRequest request) throws ScanException {
        ScanSession session = new ScanSession(request, null);
        session.prepare();
        return new ScanRun(session, request);
    }

    /**
     * Scans, once.
     *
     * @throws ScanException if a thread failed for a reason other than the data
     * @throws InterruptedException if the calling thread was interrupted; the scan is abandoned
     */
    public ScanOutcome run() throws ScanException, InterruptedException {
        ScanOutcome outcome = runUntilSure().withRequestCount(source.requestCount());
        return outcome.result().partial() ? outcome.withCoverage(coverage()) : outcome;
    }

    /** A catalog may turn out to hold too little, and then everything is read. */
    private ScanOutcome runUntilSure() throws ScanException, InterruptedException {
        try {
            return session.run(session::outcome);
        } catch (ScanSession.CatalogTooSmallException e) {
            tellThatAllIsRead();
            ScanSession whole = new ScanSession(request.readingAll(), null);
            whole.prepare();
            session = whole;
            return whole.run(whole::outcome);
        }
    }

    private void tellThatAllIsRead() {
        CatalogPlan catalog = request.watchers().catalog();
        if (catalog != null) {
            catalog.talk().accept(ScanSession.CatalogTooSmallException.MESSAGE);
        }
    }

    /** The part of the found data that a stopped scan has read; null if the size of some unit is unknown. */
    private @Nullable Coverage coverage() {
        ScanProgress progress = progress();
        return progress.sizeKnown()
                ? new Coverage(progress.foundFiles(), progress.foundBytes(), progress.doneBytes(), progress.allFound())
                : null;
    }

    /** Ends the scan soon; it counts what it has read and marks the result partial. */
    public void stop() {
        session.stop(StopReason.INTERRUPTED);
    }

    /** The failure of a thread, which may come after the scan is over; null if none has failed. */
    @Nullable Throwable failure() {
        return session.failure();
    }

    /** The progress of the scan. */
    public ScanProgress progress() {
        return session.progress();
    }

    /** The state of the index on disk; null if it has no place there. */
    public @Nullable Spilling spilling() {
        return session.indexes().spilling();
    }

    /**
     * Walks the source a second time, only to count, so that {@link #progress} soon knows the size of the data. Returns when the size is
     * known; meant for a thread of its own.
     *
     * <p>The walk that finds units to read stays close to the readers, because each unit that it has found takes memory.
     */
    public void countAhead() throws InterruptedException {
        session.countAhead();
    }

    /** Removes the files of the index, for a process that ends without waiting for the scan. */
    public void removeTemporaryFiles() {
        session.indexes().removeFiles();
    }
}
