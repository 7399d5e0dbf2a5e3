package io.compscan.core.chunk;

import io.compscan.core.chunk.rolling.Candidates;

/**
 * Cuts at candidates: positions where a look at a window of bytes allows a cut, whatever lies outside of the window.
 *
 * <p>The window of a cut at {@code c} is {@code [c - before, c + after)}. A chunk that starts at {@code s} ends at the first candidate
 * that is at least {@code min} behind {@code s}. Without one, it ends {@code max} behind {@code s}, or at the end of the region.
 */
abstract class CandidateCutter extends ChoosingCutter {

    private final int before;
    private final int after;
    private final int guard;
    private final int minBytes;

    private final Candidates found = new Candidates();
    /** Candidates whose window spans the start of the scanned range. */
    private final Candidates across = new Candidates();

    /**
     * A cutter without candidates.
     *
     * @param before how far the window reaches before the cut
     * @param after how far it reaches behind the cut
     * @param guard how far a cut must stay away from the region's end and from the maximum, {@code after} or more
     * @param minBytes the shortest chunk; windows do not reach before its start: {@code minBytes >= before}
     * @param maxBytes the longest chunk
     */
    CandidateCutter(int before, int after, int guard, int minBytes, int maxBytes) {
        super(minBytes, maxBytes);
        this.before = before;
        this.after = after;
        this.guard = guard;
        this.minBytes = minBytes;
    }

    /** Appends all candidates whose windows lie in {@code data[from, to)}, in ascending order. */
    abstract void find(byte[] data, int from, int to, Candidates candidates);

    /** Where a chunk that starts at {@code start} ends if that is at or before {@code last}; something larger otherwise. */
    int choose(byte[] data, Candidates candidates, int start, int last) {
        return candidates.first(start + minBytes, last + 1, 0);
    }

    @Override
    public final void scan(byte[] data, int from, int to) {
        found.clear();
        find(data, from, to, found);
    }

    @Override
    final void begin(byte[] data, CutRange piece) {
        if (piece.start() < piece.scannedFrom()) {
            across.clear();
            // Up to the guard's length before the seam no candidate could be chosen yet.
            int from = Math.max(piece.start(), piece.scannedFrom() - (before + guard - 1));
            int to = Math.min(piece.end(), piece.scannedFrom() + before + after - 1);
            find(data, from, to, across);
            found.prepend(across);
        }
        found.rewind();
    }

    @Override
    final int choose(byte[] data, int start, int limit) {
        int cut = choose(data, found, start, limit - guard);
        return cut <= limit - guard ? cut : Integer.MAX_VALUE;
    }
}
