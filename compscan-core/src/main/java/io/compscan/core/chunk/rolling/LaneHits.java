package io.compscan.core.chunk.rolling;

/**
 * Where four parts of a range, hashed at once, have found something: first step by step as they go, then sorted out by part.
 *
 * <p>The hashing loops write plain arrays that have room for all hits of a block of steps. A call that may grow a list would cost more
 * than the hashing.
 */
final class LaneHits {

    /** How many parts there are. */
    static final int LANES = 4;
    /** A loop over so many steps may write so many hits for each lane. */
    static final int BLOCK_STEPS = 2048;
    /** Below this length a start of four parts costs more than it saves. */
    static final int MIN_LANE_BYTES = 512;

    /** For each hit the step times {@link #LANES}, plus the lane. */
    final int[] steps = new int[BLOCK_STEPS * LANES];

    /** For each hit its hash, from loops that note it. */
    final long[] hashes = new long[BLOCK_STEPS * LANES];

    private final Candidates[] lanes = {new Candidates(), new Candidates(), new Candidates(), new Candidates()};

    void clear() {
        for (Candidates lane : lanes) {
            lane.clear();
        }
    }

    /**
     * Sorts the first {@code count} hits out.
     *
     * @param at where the first lane's block starts
     * @param laneBytes how far the lanes are apart
     * @param withHashes whether each hit keeps its hash, or has 0
     */
    void sortOut(int count, int at, int laneBytes, boolean withHashes) {
        for (int i = 0; i < count; i++) {
            int lane = steps[i] % LANES;
            lanes[lane].add(at + lane * laneBytes + steps[i] / LANES, withHashes ? hashes[i] : 0);
        }
    }

    /** Appends all, in ascending order. */
    void appendTo(Candidates out) {
        for (Candidates lane : lanes) {
            out.addAll(lane, 0);
        }
    }
}
