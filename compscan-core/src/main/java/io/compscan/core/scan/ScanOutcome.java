package io.compscan.core.scan;

import io.compscan.core.scan.read.task.StopReason;
import io.compscan.result.ScanResult;
import io.compscan.result.SourceSpace;
import io.compscan.result.Timing.Coverage;
import io.compscan.result.Timing.Origin;
import io.compscan.result.memory.MemoryResult;
import io.compscan.result.set.SuperblockTotals;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The end of a scan.
 *
 * @param result the numbers; marked partial if the scan was stopped
 * @param stopReason why the scan ended early, null if it did not
 * @param superblocks the superblocks of the data, one element for each compressor, with empty sums where there were none
 * @param spilling the state of the index on disk at the end; null if it had no place there
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

    /** This outcome with the coverage of a stopped scan in its result. */
    ScanOutcome withCoverage(@Nullable Coverage coverage) {
        return new ScanOutcome(
                result.withTiming(result.timing().withCoverage(coverage)),
                stopReason,
                superblocks,
                spilling,
                memoryRefused);
    }

    /** This outcome with the number of requests to a store in its result. */
    ScanOutcome withRequestCount(long count) {
        return new ScanOutcome(
                result.withTiming(result.timing().withRequestCount(count)),
                stopReason,
                superblocks,
                spilling,
                memoryRefused);
    }

    /** This outcome with the space that the data takes on its source now; null without a request. */
    public ScanOutcome withSourceSpace(@Nullable SourceSpace space) {
        return new ScanOutcome(result.withSourceSpace(space), stopReason, superblocks, spilling, memoryRefused);
    }

    /** This outcome with the machine and the command in its result. */
    public ScanOutcome withOrigin(Origin origin) {
        return new ScanOutcome(
                result.withTiming(result.timing().withOrigin(origin)),
                stopReason,
                superblocks,
                spilling,
                memoryRefused);
    }

    /** This outcome with the figures of memory alone in its result. */
    public ScanOutcome withMemory(MemoryResult memory) {
        return new ScanOutcome(result.withMemory(memory), stopReason, superblocks, spilling, memoryRefused);
    }
}
