package io.compscan.core.chunk.rolling;

import java.util.Arrays;

/**
 * Finds where the gear hash of the last bytes has all bits of a mask clear.
 *
 * <p>Each further byte moves a byte's share of the hash up one bit. So a mask whose highest bit is {@code b} sees the last
 * {@code b + 1} bytes and no more. Hence the outcome does not depend on where the scan began, and two places can be hashed at once. One
 * hash waits for its own last result, not for the machine.
 */
public final class GearScan {

    /** The distance of the two places that are hashed at once. */
    private static final int APART_BYTES = 16 << 10;
    /** The bytes that {@link #toNextHit} takes at each place between two tests of its position. */
    private static final int ROUND_BYTES = 4;

    private final long[] table;
    private final long mask;
    private final int windowBytes;
    /** The hashes at the two places. */
    private final long[] hashes = new long[2];

    private final Candidates secondHalf = new Candidates();

    /**
     * A scan.
     *
     * @param table of {@link GearTable}
     * @param mask the bits that must be clear
     * @param windowBytes how many bytes each hash covers, at least as many as the mask sees
     */
    public GearScan(long[] table, long mask, int windowBytes) {
        this.table = table;
        this.mask = mask;
        this.windowBytes = windowBytes;
    }

    /** How many bytes a mask sees. */
    public static int windowBytes(long mask) {
        return Long.SIZE - Long.numberOfLeadingZeros(mask);
    }

    /** Appends all cuts {@code c} for which the hash of {@code data[c - windowBytes, c)} allows one, if that lies in the range. */
    public void find(byte[] data, int from, int to, Candidates out) {
        int i = from + windowBytes - 1;
        long hash = i < to ? warm(data, i) : 0;
        for (; to - i >= 2 * APART_BYTES; i += 2 * APART_BYTES) {
            hash = findInHalves(hash, data, i, out);
        }
        findFrom(hash, data, i, to, out);
    }

    /** Takes two halves of {@link #APART_BYTES}, from the hash before the first; returns the hash behind the second. */
    private long findInHalves(long before, byte[] data, int first, Candidates out) {
        int end = first + APART_BYTES;
        int i = first;
        hashes[0] = before;
        hashes[1] = warm(data, end);
        secondHalf.clear();
        while (end - i >= ROUND_BYTES) {
            i = toNextHit(data, i, end, table, mask, hashes);
            addHit(hashes[0], i, out);
            addHit(hashes[1], i + APART_BYTES, secondHalf);
        }
        findFrom(hashes[0], data, i, end, out);
        long hash = findFrom(hashes[1], data, i + APART_BYTES, end + APART_BYTES, secondHalf);
        out.addAll(secondHalf, 0);
        return hash;
    }

    private void addHit(long hash, int cut, Candidates out) {
        if ((hash & mask) == 0) {
            out.add(cut, hash);
        }
    }

    /**
     * Hashes on from {@code from} and from {@code from + APART_BYTES} until one of the hashes is a hit, or fewer than
     * {@link #ROUND_BYTES} are left before {@code end}.
     *
     * <p>Chunking by gear hashes spends all its time here, and the number of instructions for a byte decides its speed. So the loop holds
     * only what it needs: a processor has some 13 registers to give. The distance is a constant, and the caller deals with a hit. The round
     * is written out, because the compiler unrolls no loop that may be left. The usual table is a constant, which needs no test of its
     * length. The method is also too long to be inlined where registers are needed for other things.
     *
     * @param hashes the hashes before {@code from}; on return the hashes before the returned position
     * @return the end of the bytes that were hashed
     */
    private static int toNextHit(byte[] data, int from, int end, long[] table, long mask, long[] hashes) {
        long[] gear = table == GearTable.UNSEEDED ? GearTable.UNSEEDED : Arrays.copyOf(table, GearTable.LENGTH);
        long hash0 = hashes[0];
        long hash1 = hashes[1];
        int i = from;
        for (; i < end - (ROUND_BYTES - 1); i += ROUND_BYTES) {
            long a0 = (hash0 << 1) + gear[data[i] & 0xff];
            long a1 = (hash1 << 1) + gear[data[i + APART_BYTES] & 0xff];
            if ((a0 & mask) == 0 || (a1 & mask) == 0) {
                hash0 = a0;
                hash1 = a1;
                i += 1;
                break;
            }
            long b0 = (a0 << 1) + gear[data[i + 1] & 0xff];
            long b1 = (a1 << 1) + gear[data[i + (APART_BYTES + 1)] & 0xff];
            if ((b0 & mask) == 0 || (b1 & mask) == 0) {
                hash0 = b0;
                hash1 = b1;
                i += 2;
                break;
            }
            long c0 = (b0 << 1) + gear[data[i + 2] & 0xff];
            long c1 = (b1 << 1) + gear[data[i + (APART_BYTES + 2)] & 0xff];
            if ((c0 & mask) == 0 || (c1 & mask) == 0) {
                hash0 = c0;
                hash1 = c1;
                i += 3;
                break;
            }
            hash0 = (c0 << 1) + gear[data[i + 3] & 0xff];
            hash1 = (c1 << 1) + gear[data[i + (APART_BYTES + 3)] & 0xff];
            if ((hash0 & mask) == 0 || (hash1 & mask) == 0) {
                i += 4;
                break;
            }
        }
        hashes[0] = hash0;
        hashes[1] = hash1;
        return i;
    }

    /** Appends the cuts behind the bytes of {@code [first, to)}, one after the other, and returns the last hash. */
    private long findFrom(long before, byte[] data, int first, int to, Candidates out) {
        long[] gear = table;
        long hash = before;
        for (int i = first; i < to; i++) {
            hash = (hash << 1) + gear[data[i] & 0xff];
            if ((hash & mask) == 0) {
                out.add(i + 1, hash);
            }
        }
        return hash;
    }

    /** The hash of the bytes before {@code at} that the mask will see. */
    private long warm(byte[] data, int at) {
        long hash = 0;
        for (int i = at - windowBytes + 1; i < at; i++) {
            hash = (hash << 1) + table[data[i] & 0xff];
        }
        return hash;
    }
}
