package io.compscan.core.chunk.rolling;

/**
 * Finds where the buzhash of {@code windowBytes} bytes allows a cut; the subclass has the rule for hashes.
 *
 * <p>{@code h = rotate(h, 1) ^ rotate(table[leaving], windowBytes) ^ table[entering]}. Four parts of the range are hashed at once, for a
 * hash is bound by its own dependency chain.
 */
abstract class BuzhashLanes {

    final int[] entering;
    final int[] leaving = new int[256];
    final int windowBytes;
    final LaneHits hits = new LaneHits();

    /** Where the cut is, counted from the start of the window. */
    private final int cutAt;

    BuzhashLanes(int[] table, int windowBytes, int cutAt) {
        entering = table;
        this.windowBytes = windowBytes;
        this.cutAt = cutAt;
        for (int i = 0; i < leaving.length; i++) {
            leaving[i] = Integer.rotateLeft(table[i], windowBytes);
        }
    }

    abstract boolean allows(int hash);

    /**
     * Takes so many steps in each lane, whose windows begin at {@code at0}, {@code laneBytes} later and so on. Each subclass has the whole
     * loop: a call for each byte would take longer than the hash. It notes the step of each hit, and its hash if somebody may ask for that.
     *
     * @param lanes the hashes, before and after
     * @return how many hits there were
     */
    abstract int block(byte[] data, int at0, int laneBytes, int steps, int[] lanes);

    /** Appends all cuts that the hash of a window in {@code data[from, to)} allows, in ascending order. */
    public final void find(byte[] data, int from, int to, Candidates out) {
        find(data, from, to, false, out);
    }

    /**
     * Likewise.
     *
     * @param withHashes whether each cut has its hash, or 0
     */
    final void find(byte[] data, int from, int to, boolean withHashes, Candidates out) {
        int end = to - windowBytes + 1;
        // The last step of the last lane looks one byte beyond its window.
        int laneBytes = (end - 1 - from) / LaneHits.LANES;
        if (laneBytes < Math.max(LaneHits.MIN_LANE_BYTES, 2 * windowBytes)) {
            findSingly(data, from, end, withHashes, out);
            return;
        }
        findInLanes(data, from, laneBytes, withHashes);
        hits.appendTo(out);
        findSingly(data, from + LaneHits.LANES * laneBytes, end, withHashes, out);
    }

    private void findInLanes(byte[] data, int from, int laneBytes, boolean withHashes) {
        int[] lanes = new int[LaneHits.LANES];
        for (int i = 0; i < lanes.length; i++) {
            lanes[i] = hash(data, from + i * laneBytes);
        }
        hits.clear();
        for (int done = 0; done < laneBytes; done += LaneHits.BLOCK_STEPS) {
            int steps = Math.min(LaneHits.BLOCK_STEPS, laneBytes - done);
            int count = block(data, from + done, laneBytes, steps, lanes);
            hits.sortOut(count, from + done + cutAt, laneBytes, withHashes);
        }
    }

    private void findSingly(byte[] data, int from, int end, boolean withHashes, Candidates out) {
        if (from >= end) {
            return;
        }
        int hash = hash(data, from);
        for (int i = from; ; i++) {
            if (allows(hash)) {
                out.add(i + cutAt, withHashes ? hash : 0);
            }
            if (i + 1 == end) {
                return;
            }
            hash = next(hash, data, i);
        }
    }

    /** The hash of {@code data[at, at + windowBytes)}. */
    public final int hash(byte[] data, int at) {
        int hash = 0;
        for (int i = at; i < at + windowBytes; i++) {
            hash = Integer.rotateLeft(hash, 1) ^ entering[data[i] & 0xff];
        }
        return hash;
    }

    /** The hash of the window behind the one that begins at {@code at}. */
    final int next(int hash, byte[] data, int at) {
        return Integer.rotateLeft(hash, 1) ^ leaving[data[at] & 0xff] ^ entering[data[at + windowBytes] & 0xff];
    }
}
