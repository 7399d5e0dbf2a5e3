package io.compscan.core.tools.generate;

import io.compscan.core.SplitMix;
import java.util.Arrays;

/**
 * Which chunk lies at which position: distinct chunks {@code 0 .. chunks - 1} and zero chunks, each as often as the histogram says, all
 * over the data set.
 *
 * <p>Duplicates may come in runs of several chunks, which then lie together wherever they occur. The positions are cut into slots of a run
 * each. A permutation of the slots gives the first of them to whole runs. The rest and the positions at the end go to the chunks that make
 * up no whole run, through a permutation of their own:
 *
 * <pre>
 *   slots, permuted      | whole zero runs | whole runs, each as often as referenced |  the rest  | end |
 *   the rest, permuted                                       | single zero chunks | single chunks, ditto |
 * </pre>
 *
 * <p>{@link Mates#NEAR} permutes stretches of slots, and {@link Mates#HALVES} lays out one copy of all runs after the other.
 */
final class Placement {

    /** The chunk of zeros. */
    static final long ZERO = -1;

    private final long positions;
    private final int runChunks;
    private final long slots;
    private final Mates mates;
    /** The permutation of slots, or of whole stretches of slots. */
    private final KeyedPermutation slotOrder;

    private final KeyedPermutation singleOrder;
    private final Shares runs;
    private final Shares singles;

    Placement(RefcountBins histogram, long zeroChunks, int runChunks, Mates mates, long seed) {
        this.runChunks = runChunks;
        this.mates = mates;
        positions = Math.addExact(histogram.references(), zeroChunks);
        slots = positions / runChunks;
        runs = new Shares(histogram, zeroChunks, runChunks, true);
        singles = new Shares(histogram, zeroChunks, runChunks, false);
        long permuted = mates == Mates.NEAR ? slots / Mates.STRETCH : slots;
        slotOrder = new KeyedPermutation(permuted, SplitMix.key(seed, "slots"));
        singleOrder = new KeyedPermutation(singles.total(), SplitMix.key(seed, "singles"));
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
            long rank = rank(slot);
            if (rank < runs.total()) {
                return runs.chunkAt(rank, within);
            }
            rest = rank - runs.total();
        } else {
            rest = slots - runs.total();
        }
        return singles.chunkAt(singleOrder.apply(rest * runChunks + within), 0);
    }

    private long rank(long slot) {
        return switch (mates) {
            case FAR -> slotOrder.apply(slot);
            case NEAR -> {
                long stretch = slot / Mates.STRETCH;
                boolean isWhole = stretch < slots / Mates.STRETCH;
                yield isWhole ? slotOrder.apply(stretch) * Mates.STRETCH + slot % Mates.STRETCH : slot;
            }
            case HALVES -> slot < runs.total() ? runs.copyByCopy(slot) : slot;
        };
    }

    /** The ranks of one permutation, shared out to the bins of the histogram, zeros first. */
    private static final class Shares {

        // Bin i has the ranks from firstRank[i] to firstRank[i + 1]. Its runs (or chunks) follow one another in the
        // numbering from firstChunk[i] on. Each run has as many ranks in a row as it has references.
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

        /**
         * The rank at a position in the order of copies: first one copy of each piece, then the second copies, and so on. The pieces with
         * the most references come first, so each repetition is the beginning of the one before.
         */
        long copyByCopy(long position) {
            long begin = 0;
            long copies = 0;
            long pieces = 0;
            for (int bin = 0; bin < references.length; bin++) {
                pieces += pieces(bin);
            }
            for (int bin = 0; bin < references.length; bin++) {
                long length = (references[bin] - copies) * pieces;
                if (position < begin + length) {
                    long copy = copies + (position - begin) / pieces;
                    return rankOf((position - begin) % pieces, copy);
                }
                begin += length;
                copies = references[bin];
                pieces -= pieces(bin);
            }
            throw new IndexOutOfBoundsException(position + " is not in 0.." + (total() - 1));
        }

        private long pieces(int bin) {
            return (firstRank[bin + 1] - firstRank[bin]) / references[bin];
        }

        /** @param piece counted from those with the most references */
        private long rankOf(long piece, long copy) {
            int bin = references.length - 1;
            long rest = piece;
            while (rest >= pieces(bin)) {
                rest -= pieces(bin--);
            }
            return firstRank[bin] + rest * references[bin] + copy;
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
