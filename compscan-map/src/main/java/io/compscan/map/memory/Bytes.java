package io.compscan.map.memory;

import java.nio.ByteOrder;

/** Big-endian words and short moves over {@link RawMemory}: inlined and eight bytes at a time, for ranges too short for a call. */
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

    /** The eight bytes at an address as a little-endian number. */
    public static long littleEndianLong(long address) {
        long value = RawMemory.getLong(address);
        return LITTLE ? value : Long.reverseBytes(value);
    }

    /** Writes eight bytes, the least significant first. */
    public static void putLittleEndianLong(long address, long value) {
        RawMemory.putLong(address, LITTLE ? value : Long.reverseBytes(value));
    }

    /** Writes four bytes, the most significant first. */
    public static void putBigEndianInt(long address, int value) {
        RawMemory.putInt(address, LITTLE ? Integer.reverseBytes(value) : value);
    }

    /** Copies between ranges that do not overlap. */
    public static void copy(long from, long to, long bytes) {
        if (bytes >= CALL_FROM_BYTES) {
            RawMemory.copy(from, to, bytes);
        } else if (bytes >= 32) {
            long last = bytes - 32;
            for (long i = 0; i < last; i += 32) {
                copy32(from + i, to + i);
            }
            // Copies some bytes twice.
            copy32(from + last, to + last);
        } else {
            copyFew(from, to, bytes);
        }
    }

    private static void copy32(long from, long to) {
        long a = RawMemory.getLong(from);
        long b = RawMemory.getLong(from + 8);
        long c = RawMemory.getLong(from + 16);
        long d = RawMemory.getLong(from + 24);
        RawMemory.putLong(to, a);
        RawMemory.putLong(to + 8, b);
        RawMemory.putLong(to + 16, c);
        RawMemory.putLong(to + 24, d);
    }

    /** Copies less than 32 bytes; the ranges may overlap, because all bytes are read before any is written. */
    private static void copyFew(long from, long to, long bytes) {
        if (bytes >= 16) {
            long a = RawMemory.getLong(from);
            long b = RawMemory.getLong(from + 8);
            long c = RawMemory.getLong(from + bytes - 16);
            long d = RawMemory.getLong(from + bytes - 8);
            RawMemory.putLong(to, a);
            RawMemory.putLong(to + 8, b);
            RawMemory.putLong(to + bytes - 16, c);
            RawMemory.putLong(to + bytes - 8, d);
        } else if (bytes >= 8) {
            long a = RawMemory.getLong(from);
            long b = RawMemory.getLong(from + bytes - 8);
            RawMemory.putLong(to, a);
            RawMemory.putLong(to + bytes - 8, b);
        } else {
            for (long i = bytes - 1; i >= 0; i--) {
                RawMemory.putByte(to + i, RawMemory.getByte(from + i));
            }
        }
    }

    /** Moves a range up by {@code distance} bytes, from its end backwards; the ranges may overlap. */
    public static void moveUp(long from, long bytes, long distance) {
        if (bytes < 32) {
            copyFew(from, from + distance, bytes);
            return;
        }
        // The lowest bytes are read first and written last: what lies above them is written in steps of 32 that may
        // reach into them.
        long a = RawMemory.getLong(from);
        long b = RawMemory.getLong(from + 8);
        long c = RawMemory.getLong(from + 16);
        long d = RawMemory.getLong(from + 24);
        for (long i = bytes - 32; i > 0; i -= 32) {
            copy32(from + i, from + distance + i);
        }
        RawMemory.putLong(from + distance, a);
        RawMemory.putLong(from + distance + 8, b);
        RawMemory.putLong(from + distance + 16, c);
        RawMemory.putLong(from + distance + 24, d);
    }
}
