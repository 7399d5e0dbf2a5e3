package io.compscan.core.checkpoint;

import io.compscan.core.fold.ChunkSums;
import io.compscan.core.fold.ReferenceSums;
import io.compscan.core.index.IndexRuns;
import io.compscan.core.read.task.PartialUnit;
import io.compscan.core.result.ScanSettings;
import io.compscan.core.result.TypeTotals;
import io.compscan.core.result.set.SuperblockTotals;
import java.util.List;

/**
 * How far a scan was at one moment at which no chunk was on its way.
 *
 * @param plan what was asked for, as the result is to show it
 * @param arguments of the command that was given, by which the scan is set up again
 * @param workingDirectory where that was, since paths may be relative to it
 * @param startedAtMillis when the scan began, since 1970
 * @param elapsedNanos how long the scan had run
 * @param logBytes how much of the log of units belongs to it
 * @param loggedUnitCount how many units that is
 * @param tallies what belongs to references
 * @param partialUnits units of which some part has been read, and some has not
 * @param runs for each chunking, in order, the files that hold its index
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
        arguments = List.copyOf(arguments);
        partialUnits = List.copyOf(partialUnits);
        runs = List.copyOf(runs);
    }

    /**
     * What had been tallied of all that was read.
     *
     * @param fileCount units whose reading had begun
     * @param logicalBytes what readers were responsible for, read or not
     * @param types by file extension
     * @param layouts for each scheme
     * @param superblocks for each compressor; empty where nothing was compressed by superblock
     * @param journal of the ledger, as it saves itself
     */
    public record Tallies(
            long fileCount,
            long logicalBytes,
            List<TypeTotals> types,
            List<ChunkSums> layouts,
            List<SuperblockTotals> superblocks,
            String journal) {

        /** Copies the lists. */
        public Tallies {
            types = List.copyOf(types);
            layouts = List.copyOf(layouts);
            superblocks = List.copyOf(superblocks);
        }

        /** The sums and the journal as the manifest writes them. */
        public static Tallies of(ReferenceSums sums, String journal) {
            return new Tallies(
                    sums.fileCount(), sums.logicalBytes(), sums.types(), sums.chunks(), sums.superblocks(), journal);
        }

        /** The sums alone. */
        public ReferenceSums sums() {
            return new ReferenceSums(fileCount, logicalBytes, types, layouts, superblocks);
        }
    }
}
