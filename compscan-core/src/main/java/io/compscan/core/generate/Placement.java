package io.compscan.core.generate;

import java.util.Arrays;

/**
 * Which chunk lies at which position: distinct chunks {@code 0 .. chunks - 1} and zero chunks, each as often as the histogram says, all
 * over the data set.
 *
 * <p>Duplicates may come in runs of several chunks, which then lie together wherever they occur. The positions are cut into slots of a
 * run each; a permutation of the slots gives the first of them to whole runs, and the rest, together with what is left at the end, to the
 * chunks that make up no whole run, through a permutation of their own:
 *
 * <pre>
 *   slots, permuted      | whole zero runs | whole runs, each as often as referenced |  the rest  | end |
 *   the rest, permuted                                       | single zero chunks | single chunks, ditto |
 * </pre>
 */
final class Placement {

    /** The chunk of zeros. */
    static final long ZERO = -1;

    private final long positions;
    private final int runChunks;
    private final long slots;
    private final KeyedPermutation slotOrder;
    private final KeyedPermutation singleOrder;
    private final Shares runs;
    private final Shares singles;

    Placement(RefcountBins histogram, long zeroChunks, int runChunks, long seed) {
        this.runChunks = runChunks;
        positions = Math.addExact(histogram.references(), zeroChunks);
        slots = positions / runChunks;
        runs = new Shares(histogram, zeroChunks, runChunks, true);
        singles = new Shares(histogram, zeroChunks, runChunks, false);
        slotOrder = new KeyedPermutation(slots, Mix.key(seed, "slots"));
        singleOrder = new KeyedPermutation(singles.total(), Mix.key(seed, "singles"));
    }

    /** The number of positions, zero chunks included. */
    long positions() {
        return positions;
    }

    /** The number of the chunk at {@code position}, or {@link #ZERO}. */
    long chunkAt(long position) {
        long slot = position / runChunks;
        int within = (int) (position % runChunks);
        long rest;
        if (slot < slots) {
            long rank = slotOrder.apply(slot);
            if (rank < runs.total()) {
                return runs.chunkAt(rank, within);
            }
            rest = rank - runs.total();
        } else {
            rest = slots - runs.total();
        }
        return singles.chunkAt(singleOrder.apply(rest * runChunks + within), 0);
    }

    /** The ranks of one permutation, shared out to the bins of the histogram, zeros first. */
    private static final class Shares {

        // Bin i has the ranks from firstRank[i] to firstRank[i + 1]; its runs (or chunks) follow one another in the
        // numbering from
        // firstChunk[i] on, and each run has as many ranks in a row as it has references.
        private final long[] firstRank;
        private final long[] firstChunk;
        private final long[] references;
        private final int length;

        Shares(RefcountBins histogram, long zeroChunks, int runChunks, boolean whole) {
            int bins = histogram.bins().size();
            firstRank = new long[bins + 2];
            firstChunk = new long[bins + 1];
            references = new long[bins + 1];
            length = whole ? runChunks : 1;
            firstRank[1] = whole ? zeroChunks / runChunks : zeroChunks % runChunks;
            firstChunk[0] = ZERO;
            references[0] = 1;
            long chunk = 0;
            for (int i = 0; i < bins; i++) {
                RefcountBins.Bin bin = histogram.bins().get(i);
                long pieces = whole ? bin.chunks() / runChunks : bin.chunks() % runChunks;
                references[i + 1] = bin.references();
                firstRank[i + 2] = firstRank[i + 1] + pieces * bin.references();
                firstChunk[i + 1] = whole ? chunk : chunk + bin.chunks() - pieces;
                chunk += bin.chunks();
            }
        }

        long total() {
            return firstRank[firstRank.length - 1];
        }

        long chunkAt(long rank, int within) {
            int found = Arrays.binarySearch(firstRank, rank);
            int bin = found < 0 ? -found - 2 : found;
            // Bins without a whole run have no ranks, and equal starts; the last of equals is meant.
            while (firstRank[bin + 1] == rank) {
                bin++;
            }
            if (firstChunk[bin] == ZERO) {
                return ZERO;
            }
            return firstChunk[bin] + (rank - firstRank[bin]) / references[bin] * length + within;
        }
    }
}
