package io.compscan.core.chunk.rolling;

/** Finds where the buzhash of a window has a certain value under a mask. */
public final class BuzhashScan extends BuzhashLanes {

    private final int mask;
    private final int value;

    /** A scan for hashes of the bytes that follow, with all bits of the mask clear. */
    public BuzhashScan(int[] table, int windowBytes, int mask) {
        this(table, windowBytes, mask, 0, false);
    }

    /** A scan for hashes of the bytes that follow, with this value under the mask. */
    public BuzhashScan(int[] table, int windowBytes, int mask, int value) {
        this(table, windowBytes, mask, value, false);
    }

    private BuzhashScan(int[] table, int windowBytes, int mask, int value, boolean isOfLast) {
        super(table, windowBytes, isOfLast ? windowBytes : 0);
        this.mask = mask;
        this.value = value;
    }

    /** A scan for hashes of the last bytes, with all bits of the mask clear. */
    public static BuzhashScan ofLast(int[] table, int windowBytes, int mask) {
        return new BuzhashScan(table, windowBytes, mask, 0, true);
    }

    @Override
    boolean allows(int hash) {
        return (hash & mask) == value;
    }

    /** As {@link #find}, and each with its hash. */
    public void findHashes(byte[] data, int from, int to, Candidates out) {
        find(data, from, to, true, out);
    }

    @Override
    int block(byte[] data, int at0, int laneBytes, int steps, int[] lanes) {
        int[] in = entering;
        int[] out = leaving;
        int bits = mask;
        int wanted = value;
        int[] hitSteps = hits.steps;
        long[] hitHashes = hits.hashes;
        int at1 = at0 + laneBytes;
        int at2 = at1 + laneBytes;
        int at3 = at2 + laneBytes;
        int next0 = at0 + windowBytes;
        int next1 = next0 + laneBytes;
        int next2 = next1 + laneBytes;
        int next3 = next2 + laneBytes;
        int hash0 = lanes[0];
        int hash1 = lanes[1];
        int hash2 = lanes[2];
        int hash3 = lanes[3];
        int count = 0;
        for (int i = 0; i < steps; i++) {
            if ((hash0 & bits) == wanted) {
                hitHashes[count] = hash0;
                hitSteps[count++] = i << 2;
            }
            if ((hash1 & bits) == wanted) {
                hitHashes[count] = hash1;
                hitSteps[count++] = i << 2 | 1;
            }
            if ((hash2 & bits) == wanted) {
                hitHashes[count] = hash2;
                hitSteps[count++] = i << 2 | 2;
            }
            if ((hash3 & bits) == wanted) {
                hitHashes[count] = hash3;
                hitSteps[count++] = i << 2 | 3;
            }
            hash0 = Integer.rotateLeft(hash0, 1) ^ out[data[at0 + i] & 0xff] ^ in[data[next0 + i] & 0xff];
            hash1 = Integer.rotateLeft(hash1, 1) ^ out[data[at1 + i] & 0xff] ^ in[data[next1 + i] & 0xff];
            hash2 = Integer.rotateLeft(hash2, 1) ^ out[data[at2 + i] & 0xff] ^ in[data[next2 + i] & 0xff];
            hash3 = Integer.rotateLeft(hash3, 1) ^ out[data[at3 + i] & 0xff] ^ in[data[next3 + i] & 0xff];
        }
        lanes[0] = hash0;
        lanes[1] = hash1;
        lanes[2] = hash2;
        lanes[3] = hash3;
        return count;
    }
}
