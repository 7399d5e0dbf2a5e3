package io.compscan.map.memory;

import java.nio.ByteOrder;

/** Big-endian words and short moves over {@link RawMemory}: eight bytes at a time and inlined, for ranges too short for a call. */
public final class Bytes {

    private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    private static final int CALL_FROM_BYTES = 128;

    private Bytes() {}

    /** The eight bytes at an address as a big-endian number. */
    public static long bigEndianLong(long address) {
        long value = RawMemory.getLong(address);
        return LITTLE ? Long.reverseBytes(value) : value;
    }

    /** The four bytes at an address as a big-endian number. */
    public static int bigEndianInt(long address) {
        int value = RawMemory.getInt(address);
        return LITTLE ? Integer.reverseBytes(value) : value;
    }

    /** Writes four bytes, the most significant first. */
    public static void putBigEndianInt(long address, int value) {
        RawMemory.putInt(address, LITTLE ? Integer.reverseBytes(value) : value);
    }

    /** Copies between ranges that do not overlap. */
    public static void copy(long from, long to, long bytes) {
        if (bytes >= CALL_FROM_BYTES) {
            RawMemory.copy(from, to, bytes);
            return;
        }
        long i = 0;
        for (; i <= bytes - 32; i += 32) {
            long a = RawMemory.getLong(from + i);
            long b = RawMemory.getLong(from + i + 8);
            long c = RawMemory.getLong(from + i + 16);
            long d = RawMemory.getLong(from + i + 24);
            RawMemory.putLong(to + i, a);
            RawMemory.putLong(to + i + 8, b);
            RawMemory.putLong(to + i + 16, c);
            RawMemory.putLong(to + i + 24, d);
        }
        for (; i <= bytes - 8; i += 8) {
            RawMemory.putLong(to + i, RawMemory.getLong(from + i));
        }
        for (; i < bytes; i++) {
            RawMemory.putByte(to + i, RawMemory.getByte(from + i));
        }
    }

    /** Moves a range up by {@code distance} bytes, at least 8: from its end backwards, so that it may overlap itself. */
    public static void moveUp(long from, long bytes, long distance) {
        long i = bytes;
        for (; i >= 32; i -= 32) {
            long a = RawMemory.getLong(from + i - 8);
            long b = RawMemory.getLong(from + i - 16);
            long c = RawMemory.getLong(from + i - 24);
            long d = RawMemory.getLong(from + i - 32);
            RawMemory.putLong(from + distance + i - 8, a);
            RawMemory.putLong(from + distance + i - 16, b);
            RawMemory.putLong(from + distance + i - 24, c);
            RawMemory.putLong(from + distance + i - 32, d);
        }
        for (; i >= 8; i -= 8) {
            RawMemory.putLong(from + distance + i - 8, RawMemory.getLong(from + i - 8));
        }
        if (i > 0) {
            if (bytes >= 8) {
                // The lowest bytes once more as part of a whole word; the range they come from is not written yet.
                RawMemory.putLong(from + distance, RawMemory.getLong(from));
            } else {
                while (--i >= 0) {
                    RawMemory.putByte(from + distance + i, RawMemory.getByte(from + i));
                }
            }
        }
    }
}
