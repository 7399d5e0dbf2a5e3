package io.compscan.core.scan;

import io.compscan.core.fold.ReferenceSums;
import io.compscan.core.scan.read.task.StopReason;
import io.compscan.result.ScanResult;
import io.compscan.result.Similarity;
import io.compscan.result.SourceSpace;
import io.compscan.result.Timing.Coverage;
import io.compscan.result.Timing.Origin;
import io.compscan.result.memory.MemoryResult;
import org.jspecify.annotations.Nullable;

/**
 * The end of a scan.
 *
 * @param result the numbers; marked partial if the scan was stopped
 * @param stopReason why the scan ended early, null if it did not
 * @param sums the sums over references, of which the result lacks some that a set needs
 * @param spilling the state of the index on disk at the end; null if it had no place there
 * @param memoryRefused whether the system gave the index less memory than it may have
 */
public record ScanOutcome(
        ScanResult result,
        @Nullable StopReason stopReason,
        ReferenceSums sums,
        @Nullable Spilling spilling,
        boolean memoryRefused) {

    /** This outcome with the coverage of a stopped scan in its result. */
    ScanOutcome withCoverage(@Nullable Coverage coverage) {
        return new ScanOutcome(
                result.withTiming(result.timing().withCoverage(coverage)), stopReason, sums, spilling, memoryRefused);
    }

    /** This outcome with the number of requests to a store in its result. */
    ScanOutcome withRequestCount(long count) {
        return new ScanOutcome(
                result.withTiming(result.timing().withRequestCount(count)), stopReason, sums, spilling, memoryRefused);
    }

    /** This outcome with the space that the data takes on its source now; null without a request. */
    public ScanOutcome withSourceSpace(@Nullable SourceSpace space) {
        return new ScanOutcome(result.withSourceSpace(space), stopReason, sums, spilling, memoryRefused);
    }

    /** This outcome with what delta compression may save; null without a request. */
    public ScanOutcome withSimilarity(@Nullable Similarity similarity) {
        return new ScanOutcome(result.withSimilarity(similarity), stopReason, sums, spilling, memoryRefused);
    }

    /** This outcome with the machine and the command in its result. */
    public ScanOutcome withOrigin(Origin origin) {
        return new ScanOutcome(
                result.withTiming(result.timing().withOrigin(origin)), stopReason, sums, spilling, memoryRefused);
    }

    /** This outcome with the figures of memory alone in its result. */
    public ScanOutcome withMemory(MemoryResult memory) {
        return new ScanOutcome(result.withMemory(memory), stopReason, sums, spilling, memoryRefused);
    }
}
