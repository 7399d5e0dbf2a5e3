package io.compscan.image.archive;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;

/**
 * Machine code of x86 whose jumps 7z has taken apart (Bcj2.c of the LZMA SDK). A stream of the code without the targets of some calls and
 * jumps, two streams with these as absolute addresses, high byte first, and a range coder that tells which they are. One thread.
 */
final class Bcj2Stream extends InputStream {

    private static final int PROBABILITY_BITS = 11;
    private static final int MOVE_BITS = 5;
    private static final long TOP = 1 << 24;

    private static final int CALL = 0xe8;
    private static final int JUMP = 0xe9;

    private final InputStream code;
    private final InputStream calls;
    private final InputStream jumps;
    private final InputStream decisions;

    /** One for each byte before a call, one for jumps, one for conditional jumps. */
    private final int[] probabilities = new int[256 + 2];

    private long range = 0xffff_ffffL;
    private long value;
    private boolean isBegun;
    private int last;
    /** The position behind the last byte of the output, as the addresses count it. */
    private int position;
    /** The rest of an address, low byte first. */
    private int address;

    private int addressBytes;

    /** @param streams the code, the calls, the jumps, the decisions */
    Bcj2Stream(List<InputStream> streams) {
        code = new BufferedInputStream(streams.get(0));
        calls = new BufferedInputStream(streams.get(1));
        jumps = new BufferedInputStream(streams.get(2));
        decisions = new BufferedInputStream(streams.get(3));
        Arrays.fill(probabilities, 1 << (PROBABILITY_BITS - 1));
    }

    @Override
    public int read() throws IOException {
        if (addressBytes > 0) {
            addressBytes--;
            int next = address & 0xff;
            address >>>= Byte.SIZE;
            return next;
        }
        int next = code.read();
        if (next < 0) {
            return next;
        }
        position++;
        boolean isConditional = last == 0x0f && (next & 0xf0) == 0x80;
        if ((next == CALL || next == JUMP || isConditional) && isTakenApart(next)) {
            InputStream targets = next == CALL ? calls : jumps;
            int target = 0;
            for (int i = 0; i < Integer.BYTES; i++) {
                target = target << Byte.SIZE | byteOf(targets);
            }
            position += Integer.BYTES;
            address = target - position;
            addressBytes = Integer.BYTES;
            last = address >>> 24;
        } else {
            last = next;
        }
        return next;
    }

    @Override
    public int read(byte[] data, int offset, int length) throws IOException {
        int got = 0;
        while (got < length) {
            int next = read();
            if (next < 0) {
                break;
            }
            data[offset + got++] = (byte) next;
        }
        return got == 0 && length > 0 ? -1 : got;
    }

    private boolean isTakenApart(int opcode) throws IOException {
        if (!isBegun) {
            isBegun = true;
            for (int i = 0; i < 5; i++) {
                value = (value << Byte.SIZE | byteOf(decisions)) & 0xffff_ffffL;
            }
        }
        if (range < TOP) {
            range = (range << Byte.SIZE) & 0xffff_ffffL;
            value = (value << Byte.SIZE | byteOf(decisions)) & 0xffff_ffffL;
        }
        int index = opcode == CALL ? last : opcode == JUMP ? 256 : 257;
        int probability = probabilities[index];
        long bound = (range >>> PROBABILITY_BITS) * probability;
        if (value < bound) {
            range = bound;
            probabilities[index] = probability + (((1 << PROBABILITY_BITS) - probability) >> MOVE_BITS);
            return false;
        }
        range -= bound;
        value -= bound;
        probabilities[index] = probability - (probability >> MOVE_BITS);
        return true;
    }

    private static int byteOf(InputStream in) throws IOException {
        int next = in.read();
        if (next < 0) {
            throw new EOFException();
        }
        return next;
    }
}
