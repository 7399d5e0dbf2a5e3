package io.compscan.core.checkpoint;

import io.compscan.core.fold.ChunkSums;
import io.compscan.core.fold.ReferenceSums;
import io.compscan.core.index.IndexRuns;
import io.compscan.core.result.ReadError;
import io.compscan.core.result.ScanSettings;
import io.compscan.core.result.TypeTotals;
import io.compscan.core.result.set.SuperblockTotals;
import io.compscan.core.source.UnitVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

    /**
     * A large unit in the midst of being read.
     *
     * @param name of the unit
     * @param version of the unit as it was read
     * @param doneRanges the parts that have been dealt with, ascending and apart from one another
     * @param logicalBytes what the readers of those parts were responsible for
     * @param error what had gone wrong with it, null if nothing
     * @param chain the chunks that had begun, null where chunks end with the parts
     */
    public record PartialUnit(
            String name,
            UnitVersion version,
            List<Range> doneRanges,
            long logicalBytes,
            @Nullable ReadError error,
            @Nullable ChainState chain) {

        /** Copies the list. */
        public PartialUnit {
            doneRanges = List.copyOf(doneRanges);
        }
    }

    /**
     * Where the reading of a unit had come to, whose chunks are cut one after the other.
     *
     * @param claimedTo up to where it had been read
     * @param position where the bytes end that belong to chunks that had begun
     * @param starts where each chunking's last chunk had begun
     * @param unfinished the bytes from the first of these to {@code position}, in Base64
     * @param badSectorsInARow as many as had been met just before
     */
    public record ChainState(
            long claimedTo, long position, List<Long> starts, String unfinished, int badSectorsInARow) {

        /** Copies the list. */
        public ChainState {
            starts = List.copyOf(starts);
        }
    }

    /**
     * A stretch of a unit.
     *
     * @param from where it starts
     * @param to where it ends
     */
    public record Range(long from, long to) {
        /** Refuses an empty one. */
        public Range {
            if (from < 0 || from >= to) {
                throw new IllegalArgumentException("a range from " + from + " to " + to);
            }
        }
    }
}
