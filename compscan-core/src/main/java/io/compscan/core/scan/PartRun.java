package io.compscan.core.scan;

import io.compscan.core.scan.read.task.StopReason;

/**
 * The scan of a part of a divided scan: of some units, or of a stretch of one; see {@link DividedScan}.
 *
 * <p>A part folds nothing. The chunk visitors of the request see its distinct chunks.
 */
public final class PartRun {

    private PartRun() {}

    /**
     * Scans the part.
     *
     * @param request made by {@link ScanRequest#ofPart}
     * @throws ScanException if a thread failed for a reason other than the data, or the index has used up its memory
     * @throws InterruptedException if the calling thread was interrupted; the scan is abandoned
     */
    public static PartOutcome run(ScanRequest request, PartRequest part) throws ScanException, InterruptedException {
        ScanSession session = new ScanSession(request, part);
        PartOutcome outcome = session.run(session::partOutcome);
        StopReason reason = session.stopReason();
        if (reason == StopReason.INDEX_FULL) {
            throw new ScanException("the index of a part has used up its memory");
        }
        return outcome;
    }
}
