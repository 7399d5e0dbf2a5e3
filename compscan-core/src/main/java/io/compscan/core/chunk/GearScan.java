package io.compscan.core.chunk;

/**
 * Finds where the gear hash of the last bytes has all bits of a mask clear.
 *
 * <p>A byte's share of the hash moves up one bit with each byte after it, so a mask whose highest bit is {@code b} sees the last
 * {@code b + 1} bytes and no more. That is what makes the outcome independent of where the scan began.
 */
final class GearScan extends WindowScan {

    private final long[] table;
    private final long mask;
    private final int windowBytes;
    private final long[] lanes = new long[LaneHits.LANES];

    /**
     * A scan.
     *
     * @param mask the bits that are to be clear
     * @param windowBytes how many bytes each hash is to cover, at least as many as the mask sees
     */
    GearScan(long[] table, long mask, int windowBytes) {
        super(windowBytes);
        this.table = table;
        this.mask = mask;
        this.windowBytes = windowBytes;
    }

    /** How many bytes a mask sees. */
    static int windowBytes(long mask) {
        return Long.SIZE - Long.numberOfLeadingZeros(mask);
    }

    @Override
    void findSingly(byte[] data, int first, int to, Candidates out) {
        long[] gear = table;
        long hash = warm(data, first);
        for (int i = first; i < to; i++) {
            hash = (hash << 1) + gear[data[i] & 0xff];
            if ((hash & mask) == 0) {
                out.add(i + 1, hash);
            }
        }
    }

    @Override
    void startLane(int lane, byte[] data, int at) {
        lanes[lane] = warm(data, at);
    }

    @Override
    int block(byte[] data, int at0, int laneBytes, int steps, LaneHits found) {
        long[] gear = table;
        long bits = mask;
        int[] hitSteps = found.steps;
        long[] hitHashes = found.hashes;
        int at1 = at0 + laneBytes;
        int at2 = at1 + laneBytes;
        int at3 = at2 + laneBytes;
        long hash0 = lanes[0];
        long hash1 = lanes[1];
        long hash2 = lanes[2];
        long hash3 = lanes[3];
        int count = 0;
        for (int i = 0; i < steps; i++) {
            hash0 = (hash0 << 1) + gear[data[at0 + i] & 0xff];
            hash1 = (hash1 << 1) + gear[data[at1 + i] & 0xff];
            hash2 = (hash2 << 1) + gear[data[at2 + i] & 0xff];
            hash3 = (hash3 << 1) + gear[data[at3 + i] & 0xff];
            if ((hash0 & bits) == 0) {
                hitSteps[count] = i << 2;
                hitHashes[count++] = hash0;
            }
            if ((hash1 & bits) == 0) {
                hitSteps[count] = i << 2 | 1;
                hitHashes[count++] = hash1;
            }
            if ((hash2 & bits) == 0) {
                hitSteps[count] = i << 2 | 2;
                hitHashes[count++] = hash2;
            }
            if ((hash3 & bits) == 0) {
                hitSteps[count] = i << 2 | 3;
                hitHashes[count++] = hash3;
            }
        }
        lanes[0] = hash0;
        lanes[1] = hash1;
        lanes[2] = hash2;
        lanes[3] = hash3;
        return count;
    }

    /** The hash of what comes before {@code at}, as far as the mask will see it. */
    private long warm(byte[] data, int at) {
        long hash = 0;
        for (int i = at - windowBytes + 1; i < at; i++) {
            hash = (hash << 1) + table[data[i] & 0xff];
        }
        return hash;
    }
}
