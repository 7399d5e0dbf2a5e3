package io.compscan.core.set;

import io.compscan.result.set.Overlap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Sums what any two sets hold, and keeps the pairs that matter. One thread.
 *
 * <p>Few sets keep all pairs. Of many, each keeps those that it shares most with ({@link Overlap#PARTNERS}), and the sets that share most keep
 * each other ({@link Overlap#CLOSE_SETS}). To find them takes a sum for each pair. There is memory for {@value #MOST_BYTES} bytes of sums.
 * More sets take several walks over their chunks, each of which sums up the pairs of some of them:
 *
 * <pre>
 *   walk 1     rows 0 to a      each row has the pairs with the later sets
 *   walk 2     rows a to b      ...
 *   last walk  the sets that share most, among each other
 * </pre>
 */
final class PairTally {

    /** For the sums of one walk. */
    static final long MOST_BYTES = 64 << 20;

    private static final int EXACT_BYTES = Long.BYTES;
    private static final int SAMPLED_BYTES = Long.BYTES + Integer.BYTES + Double.BYTES;

    private final int setCount;
    private final boolean isSampled;
    private final boolean keepsAll;
    private final long mostBytes;
    /** {@code [i][j - i - 1]} for {@code i < j}; null for rows of another walk. */
    private final long[] @Nullable [] bytes;

    private final int[] @Nullable [] counts;
    private final double[] @Nullable [] squares;
    /** For each set those that it shares most with; empty if all pairs are kept. */
    private final List<Strongest> strongest = new ArrayList<>();

    private int firstRow;
    private int endRow;
    private boolean isLast;

    /** What two sets hold: one number, and its interval. */
    record Common(long bytes, long low, long high) {
        static Common exact(long bytes) {
            return new Common(bytes, bytes, bytes);
        }
    }

    /** What the chunks that were counted for two sets mean. */
    @FunctionalInterface
    interface Valuation {
        Common of(int one, int other, long count, long bytes, double squares);
    }

    /** What a set has in common with others. */
    record Row(@Nullable List<Integer> partners, List<Common> common) {
        List<Long> bytes() {
            return common.stream().map(Common::bytes).toList();
        }

        List<Long> low() {
            return common.stream().map(Common::low).toList();
        }

        List<Long> high() {
            return common.stream().map(Common::high).toList();
        }
    }

    /** The sets that one shares most with, ascending. */
    private static final class Strongest {
        private final List<Integer> sets = new ArrayList<>();
        private final List<Common> common = new ArrayList<>();

        /** Takes sets in ascending order; of equals, the first ones stay. */
        void offer(int set, Common with) {
            if (with.bytes == 0) {
                return;
            }
            if (isFull()) {
                int least = 0;
                for (int i = 1; i < common.size(); i++) {
                    if (common.get(i).bytes <= common.get(least).bytes) {
                        least = i;
                    }
                }
                if (common.get(least).bytes >= with.bytes) {
                    return;
                }
                sets.remove(least);
                common.remove(least);
            }
            sets.add(set);
            common.add(with);
        }

        boolean isFull() {
            return sets.size() >= Overlap.PARTNERS;
        }

        /** Takes one set more, if it is not there. Of sets with room, those without anything in common are left out. */
        void put(int set, Common with) {
            int place = Collections.binarySearch(sets, set);
            if (place < 0 && isFull()) {
                sets.add(-place - 1, set);
                common.add(-place - 1, with);
            }
        }

        long bytes() {
            return common.stream().mapToLong(Common::bytes).sum();
        }
    }

    /**
     * No chunk yet.
     *
     * @param isSampled whether the chunks are a sample, so that sums need what intervals do
     * @param keepsAll whether all pairs are kept, however many sets there are
     */
    PairTally(int setCount, boolean isSampled, boolean keepsAll) {
        this(setCount, isSampled, keepsAll || setCount <= Overlap.MANY_SETS, MOST_BYTES);
    }

    /** @param mostBytes for the sums of one walk, unless all pairs are kept */
    PairTally(int setCount, boolean isSampled, boolean keepsAll, long mostBytes) {
        this.setCount = setCount;
        this.isSampled = isSampled;
        this.keepsAll = keepsAll;
        this.mostBytes = mostBytes;
        bytes = new long[setCount][];
        counts = new int[setCount][];
        squares = new double[setCount][];
        for (int i = 0; i < setCount && !keepsAll; i++) {
            strongest.add(new Strongest());
        }
        begin();
    }

    /** Begins a walk: as many rows as memory holds, at least one. */
    private void begin() {
        firstRow = endRow;
        long left = keepsAll ? Long.MAX_VALUE : mostBytes;
        while (endRow < setCount && (endRow == firstRow || left >= rowBytes(endRow))) {
            left -= rowBytes(endRow);
            open(endRow);
            endRow++;
        }
    }

    private long rowBytes(int row) {
        return (long) (setCount - row - 1) * (isSampled ? SAMPLED_BYTES : EXACT_BYTES);
    }

    private void open(int row) {
        bytes[row] = new long[setCount - row - 1];
        if (isSampled) {
            counts[row] = new int[setCount - row - 1];
            squares[row] = new double[setCount - row - 1];
        }
    }

    private void close(int row) {
        bytes[row] = null;
        counts[row] = null;
        squares[row] = null;
    }

    /**
     * Adds chunks that the same sets hold.
     *
     * @param holders the sets by their places, ascending
     * @param lengthBytes of the chunks together; of a sample, of the one chunk
     */
    void add(IntUnaryOperator holders, int holderCount, long lengthBytes) {
        for (int i = 0; i < holderCount - 1; i++) {
            int set = holders.applyAsInt(i);
            long[] row = bytes[set];
            if (row == null) {
                continue;
            }
            int[] rowCounts = counts[set];
            double[] rowSquares = squares[set];
            for (int j = i + 1; j < holderCount; j++) {
                int at = holders.applyAsInt(j) - set - 1;
                row[at] += lengthBytes;
                if (rowCounts != null && rowSquares != null) {
                    rowCounts[at]++;
                    rowSquares[at] += (double) lengthBytes * lengthBytes;
                }
            }
        }
    }

    /** Ends a walk; whether all chunks must be added once more. */
    boolean needsAnotherWalk(Valuation valuation) {
        if (keepsAll || isLast) {
            if (isLast) {
                putClose(valuation);
            }
            return false;
        }
        for (int i = firstRow; i < endRow; i++) {
            for (int j = i + 1; j < setCount; j++) {
                Common common = common(i, j, valuation);
                strongest.get(i).offer(j, common);
                strongest.get(j).offer(i, common);
            }
        }
        boolean hasAll = firstRow == 0 && endRow == setCount;
        if (hasAll) {
            putClose(valuation);
            return false;
        }
        IntStream.range(firstRow, endRow).forEach(this::close);
        if (endRow < setCount) {
            begin();
        } else {
            isLast = true;
            close().forEach(this::open);
        }
        return true;
    }

    private Common common(int one, int other, Valuation valuation) {
        int at = other - one - 1;
        long[] row = bytes[one];
        int[] rowCounts = counts[one];
        double[] rowSquares = squares[one];
        if (row == null) {
            throw new IllegalStateException("row " + one + " is not summed up now");
        }
        return rowCounts == null || rowSquares == null
                ? Common.exact(row[at])
                : valuation.of(one, other, rowCounts[at], row[at], rowSquares[at]);
    }

    /** The sets that share most. */
    private List<Integer> close() {
        return Overlap.closeSets(strongest.stream().mapToLong(Strongest::bytes).toArray());
    }

    private void putClose(Valuation valuation) {
        List<Integer> close = close();
        for (int i = 0; i < close.size(); i++) {
            for (int j = i + 1; j < close.size(); j++) {
                Common common = common(close.get(i), close.get(j), valuation);
                strongest.get(close.get(i)).put(close.get(j), common);
                strongest.get(close.get(j)).put(close.get(i), common);
            }
        }
        Arrays.fill(bytes, null);
        Arrays.fill(counts, null);
        Arrays.fill(squares, null);
    }

    /**
     * What a set has in common with others, after the last walk.
     *
     * @param own what it holds itself
     */
    Row row(int set, Common own, Valuation valuation) {
        List<Common> common = new ArrayList<>();
        if (keepsAll) {
            for (int other = 0; other < setCount; other++) {
                common.add(other == set ? own : common(Math.min(set, other), Math.max(set, other), valuation));
            }
            return new Row(null, common);
        }
        Strongest kept = strongest.get(set);
        List<Integer> partners = new ArrayList<>(kept.sets);
        common.addAll(kept.common);
        int place = -Collections.binarySearch(partners, set) - 1;
        partners.add(place, set);
        common.add(place, own);
        return new Row(partners, common);
    }
}
