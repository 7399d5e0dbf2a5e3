package io.compscan.core.scan;

import io.compscan.core.read.task.StopReason;
import io.compscan.core.result.ScanResult;
import io.compscan.core.result.set.SuperblockTotals;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The end of a scan.
 *
 * @param result the numbers; marked partial if the scan was stopped
 * @param stopReason why the scan ended early, null if it did not
 * @param superblocks the superblocks of the data, one element for each compressor, with empty sums where there were none
 * @param spilling what the index had on disk at the end, null if it had no place there
 * @param memoryRefused whether the system gave the index less memory than it may have
 */
public record ScanOutcome(
        ScanResult result,
        @Nullable StopReason stopReason,
        List<SuperblockTotals> superblocks,
        @Nullable Spilling spilling,
        boolean memoryRefused) {

    /** Copies the list. */
    public ScanOutcome {
        superblocks = List.copyOf(superblocks);
    }
}
