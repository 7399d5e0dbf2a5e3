package io.compscan.core.scan.checkpoint;

import io.compscan.core.fold.ChunkSums;
import io.compscan.core.fold.ReferenceSums;
import io.compscan.core.index.IndexRuns;
import io.compscan.core.scan.read.task.PartialUnit;
import io.compscan.result.ScanSettings;
import io.compscan.result.TypeTotals;
import io.compscan.result.set.SuperblockTotals;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The state of a scan at a moment at which no chunk is between a reader and the index.
 *
 * @param plan the settings that the result shows
 * @param arguments of the command, from which a resuming command sets up the scan
 * @param workingDirectory of the command; paths may be relative to it
 * @param startedAtMillis when the scan began, since 1970
 * @param elapsedNanos how long the scan had run
 * @param logBytes the length of the log of units
 * @param loggedUnitCount the number of units in it
 * @param tallies what belongs to references
 * @param partialUnits units that have been read in part
 * @param runs for each scheme, in order, the files of its index
 */
public record Checkpoint(
        ScanSettings plan,
        List<String> arguments,
        String workingDirectory,
        long startedAtMillis,
        long elapsedNanos,
        long logBytes,
        long loggedUnitCount,
        Tallies tallies,
        List<PartialUnit> partialUnits,
        List<IndexRuns> runs) {

    /** Copies the lists. */
    public Checkpoint {
        Objects.requireNonNull(plan, "plan");
        Objects.requireNonNull(workingDirectory, "workingDirectory");
        arguments = List.copyOf(arguments);
        partialUnits = List.copyOf(partialUnits);
        runs = List.copyOf(runs);
        if (logBytes < 0 || loggedUnitCount < 0 || elapsedNanos < 0) {
            throw new IllegalArgumentException("logBytes " + logBytes + ", loggedUnitCount " + loggedUnitCount
                    + ", elapsedNanos " + elapsedNanos + ": none of them can be negative");
        }
        if (runs.size() != tallies.layouts().size()) {
            throw new IllegalArgumentException(
                    runs.size() + " indexes for " + tallies.layouts().size() + " layouts");
        }
    }

    /**
     * The sums over everything read, as the manifest writes them.
     *
     * @param fileCount units whose reading had begun
     * @param logicalBytes their bytes, whether they could be read or not
     * @param types by file extension
     * @param layouts for each scheme
     * @param superblocks for each compressor; may be empty where no scheme compresses superblocks
     * @param journal of the ledger, as it saves itself
     * @param arrivals by the name of a target system that packs in the order of the data, the sample as it saves itself
     */
    public record Tallies(
            long fileCount,
            long logicalBytes,
            List<TypeTotals> types,
            List<ChunkSums> layouts,
            List<SuperblockTotals> superblocks,
            String journal,
            Map<String, String> arrivals) {

        /** Copies the lists and the map. */
        public Tallies {
            types = List.copyOf(types);
            layouts = List.copyOf(layouts);
            superblocks = List.copyOf(superblocks);
            arrivals = Map.copyOf(arrivals);
            for (TypeTotals type : types) {
                if (type.zeroBytes().size() != layouts.size()) {
                    throw new IllegalArgumentException(
                            type.zeroBytes().size() + " zeroBytes of a type for " + layouts.size() + " layouts");
                }
            }
        }

        /** The sums and the journal as the manifest writes them. */
        public static Tallies of(ReferenceSums sums, String journal) {
            return new Tallies(
                    sums.fileCount(),
                    sums.logicalBytes(),
                    sums.types(),
                    sums.chunks(),
                    sums.superblocks(),
                    journal,
                    sums.savedArrivals());
        }

        /** The sums alone. */
        public ReferenceSums sums() {
            return new ReferenceSums(fileCount, logicalBytes, types, layouts, superblocks).withSavedArrivals(arrivals);
        }
    }
}
