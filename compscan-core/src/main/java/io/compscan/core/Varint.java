package io.compscan.core;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.EOFException;
import java.io.IOException;

/**
 * Numbers in as few bytes as they need: groups of seven bits, the lowest first, the top bit set where more follow (LEB128).
 *
 * <p>A negative number takes ten bytes and reads back as itself.
 */
public final class Varint {

    private static final int GROUP_BITS = 7;
    private static final int MORE = 0x80;
    private static final int GROUP = MORE - 1;

    private Varint() {}

    /** Writes a number. */
    public static void write(DataOutput out, long value) throws IOException {
        long rest = value;
        while ((rest & ~GROUP) != 0) {
            out.write((int) ((rest & GROUP) | MORE));
            rest >>>= GROUP_BITS;
        }
        out.write((int) rest);
    }

    /**
     * Reads a number.
     *
     * @throws EOFException if it ends too early, or never does
     */
    public static long read(DataInput in) throws IOException {
        long value = 0;
        int shift = 0;
        int group;
        do {
            if (shift >= Long.SIZE) {
                throw new EOFException("a number without end");
            }
            group = in.readUnsignedByte();
            value |= (long) (group & GROUP) << shift;
            shift += GROUP_BITS;
        } while (group >= MORE);
        return value;
    }
}
