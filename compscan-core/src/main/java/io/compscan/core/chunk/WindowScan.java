package io.compscan.core.chunk;

/**
 * Finds where a hash of the last {@code windowBytes} bytes allows a cut, in four parts of a range at once: such a hash waits for its own
 * last result, not for the machine.
 */
abstract class WindowScan {

    private final int windowBytes;
    private final LaneHits hits = new LaneHits();

    WindowScan(int windowBytes) {
        this.windowBytes = windowBytes;
    }

    /** Appends all cuts {@code c} for which the hash of {@code data[c - windowBytes, c)} allows one, if that lies in the range. */
    final void find(byte[] data, int from, int to, Candidates out) {
        int first = from + windowBytes - 1;
        int laneBytes = (to - first) / LaneHits.LANES;
        int rest = first;
        if (laneBytes >= LaneHits.MIN_LANE_BYTES) {
            for (int lane = 0; lane < LaneHits.LANES; lane++) {
                startLane(lane, data, first + lane * laneBytes);
            }
            hits.clear();
            for (int done = 0; done < laneBytes; done += LaneHits.BLOCK_STEPS) {
                int steps = Math.min(LaneHits.BLOCK_STEPS, laneBytes - done);
                hits.sortOut(block(data, first + done, laneBytes, steps, hits), first + done + 1, laneBytes);
            }
            hits.appendTo(out);
            rest = first + LaneHits.LANES * laneBytes;
        }
        if (rest < to) {
            findSingly(data, rest, to, out);
        }
    }

    /** Appends the cuts behind the bytes of {@code [first, to)}, one after the other. */
    abstract void findSingly(byte[] data, int first, int to, Candidates out);

    /** Readies a lane for the byte at {@code at}, before which the rest of a window lies. */
    abstract void startLane(int lane, byte[] data, int at);

    /**
     * Takes every lane so many bytes further.
     *
     * @param at0 where the first lane is
     * @param laneBytes how far the lanes are apart
     * @return how many hits there were
     */
    abstract int block(byte[] data, int at0, int laneBytes, int steps, LaneHits found);
}
