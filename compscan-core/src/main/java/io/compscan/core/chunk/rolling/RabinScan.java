package io.compscan.core.chunk.rolling;

import java.util.Arrays;

/**
 * Finds where the Rabin fingerprint of the last {@code windowBytes} bytes has a certain value in its lowest bits.
 *
 * <p>Two tables: what a byte that is pushed out at the top leaves behind, and what a byte that leaves the window takes away. A
 * fingerprint waits for its own last result, not for the machine, so four parts of a range are gone through at once.
 */
public final class RabinScan {

    private final int windowBytes;
    private final long mask;
    private final long value;
    private final int topShift;
    private final long[] reduced = new long[256];
    private final long[] leaving = new long[256];
    private final long[] lanes = new long[LaneHits.LANES];
    /** What leaves the windows with the next byte. */
    private final long[] outs = new long[LaneHits.LANES];

    private final LaneHits hits = new LaneHits();

    public RabinScan(Polynomial polynomial, int windowBytes, long mask, long value) {
        this.windowBytes = windowBytes;
        this.mask = mask;
        this.value = value;
        int degree = polynomial.degree();
        topShift = degree - Byte.SIZE;
        for (int i = 0; i < 256; i++) {
            // The second term takes the bits away that a shift leaves above the degree.
            reduced[i] = polynomial.shift(i, degree) ^ ((long) i << degree);
            leaving[i] = polynomial.shift(i, (long) Byte.SIZE * windowBytes);
        }
    }

    /** The rule that this scan follows. */
    public CandidateRule rule() {
        return new CandidateRule.Rabin(
                windowBytes,
                topShift,
                mask,
                value,
                Arrays.stream(reduced).boxed().toList(),
                Arrays.stream(leaving).boxed().toList());
    }

    /**
     * Appends all cuts {@code c} for which the fingerprint of {@code data[c - windowBytes, c)} allows one, if those bytes lie in the range.
     */
    public void find(byte[] data, int from, int to, Candidates out) {
        find(data, from, to, false, out);
    }

    /** As {@link #find}, and each with its fingerprint. */
    public void findPrints(byte[] data, int from, int to, Candidates out) {
        find(data, from, to, true, out);
    }

    private void find(byte[] data, int from, int to, boolean withPrints, Candidates out) {
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
                hits.sortOut(block(data, first + done, laneBytes, steps), first + done + 1, laneBytes, withPrints);
            }
            hits.appendTo(out);
            rest = first + LaneHits.LANES * laneBytes;
        }
        if (rest < to) {
            findSingly(data, rest, to, withPrints, out);
        }
    }

    private long next(long print, byte in, int outgoing) {
        return ((print << Byte.SIZE) | (in & 0xff)) ^ reduced[(int) (print >>> topShift)] ^ leaving[outgoing];
    }

    /** Appends the cuts behind the bytes of {@code [first, to)}, one after the other. */
    private void findSingly(byte[] data, int first, int to, boolean withPrints, Candidates out) {
        long print = warm(data, first);
        // The byte before the window has no share in the fingerprint, and a byte of value 0 never has one.
        int outgoing = 0;
        for (int i = first; i < to; i++) {
            print = next(print, data[i], outgoing);
            outgoing = data[i - windowBytes + 1] & 0xff;
            if ((print & mask) == value) {
                out.add(i + 1, withPrints ? print : 0);
            }
        }
    }

    /** Readies a lane for the byte at {@code at}, before which the rest of a window lies. */
    private void startLane(int lane, byte[] data, int at) {
        lanes[lane] = warm(data, at);
        // With the first byte none leaves the window yet.
        outs[lane] = 0;
    }

    /** Takes every lane so many bytes further, the first one from {@code at0} on, and returns how many hits there were. */
    private int block(byte[] data, int at0, int laneBytes, int steps) {
        long[] in = reduced;
        long[] out = leaving;
        int shift = topShift;
        long bits = mask;
        long wanted = value;
        int[] hitSteps = hits.steps;
        long[] hitPrints = hits.hashes;
        int at1 = at0 + laneBytes;
        int at2 = at1 + laneBytes;
        int at3 = at2 + laneBytes;
        int last0 = at0 - windowBytes + 1;
        int last1 = last0 + laneBytes;
        int last2 = last1 + laneBytes;
        int last3 = last2 + laneBytes;
        long print0 = lanes[0];
        long print1 = lanes[1];
        long print2 = lanes[2];
        long print3 = lanes[3];
        long out0 = outs[0];
        long out1 = outs[1];
        long out2 = outs[2];
        long out3 = outs[3];
        int count = 0;
        for (int i = 0; i < steps; i++) {
            print0 = ((print0 << Byte.SIZE) | (data[at0 + i] & 0xff)) ^ in[(int) (print0 >>> shift) & 0xff] ^ out0;
            print1 = ((print1 << Byte.SIZE) | (data[at1 + i] & 0xff)) ^ in[(int) (print1 >>> shift) & 0xff] ^ out1;
            print2 = ((print2 << Byte.SIZE) | (data[at2 + i] & 0xff)) ^ in[(int) (print2 >>> shift) & 0xff] ^ out2;
            print3 = ((print3 << Byte.SIZE) | (data[at3 + i] & 0xff)) ^ in[(int) (print3 >>> shift) & 0xff] ^ out3;
            out0 = out[data[last0 + i] & 0xff];
            out1 = out[data[last1 + i] & 0xff];
            out2 = out[data[last2 + i] & 0xff];
            out3 = out[data[last3 + i] & 0xff];
            if ((print0 & bits) == wanted) {
                hitPrints[count] = print0;
                hitSteps[count++] = i << 2;
            }
            if ((print1 & bits) == wanted) {
                hitPrints[count] = print1;
                hitSteps[count++] = i << 2 | 1;
            }
            if ((print2 & bits) == wanted) {
                hitPrints[count] = print2;
                hitSteps[count++] = i << 2 | 2;
            }
            if ((print3 & bits) == wanted) {
                hitPrints[count] = print3;
                hitSteps[count++] = i << 2 | 3;
            }
        }
        lanes[0] = print0;
        lanes[1] = print1;
        lanes[2] = print2;
        lanes[3] = print3;
        outs[0] = out0;
        outs[1] = out1;
        outs[2] = out2;
        outs[3] = out3;
        return count;
    }

    /** The fingerprint of the {@code windowBytes - 1} bytes before {@code at}. */
    private long warm(byte[] data, int at) {
        long print = 0;
        for (int i = at - windowBytes + 1; i < at; i++) {
            print = ((print << Byte.SIZE) | (data[i] & 0xff)) ^ reduced[(int) (print >>> topShift)];
        }
        return print;
    }
}
