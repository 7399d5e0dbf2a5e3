package io.compscan.map.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in byte arrays: little-endian like the whole format, except for the leads of keys. */
final class PackedBytes {

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LEAD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private PackedBytes() {}

    static int unsignedShort(byte[] bytes, int at) {
        return (short) SHORT.get(bytes, at) & 0xFFFF;
    }

    static int getInt(byte[] bytes, int at) {
        return (int) INT.get(bytes, at);
    }

    static long getLong(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    static void putShort(byte[] bytes, int at, int value) {
        SHORT.set(bytes, at, (short) value);
    }

    static void putInt(byte[] bytes, int at, int value) {
        INT.set(bytes, at, value);
    }

    static void putLong(byte[] bytes, int at, long value) {
        LONG.set(bytes, at, value);
    }

    /** The lead of a key: its first eight bytes as a big-endian number, for unsigned comparison. */
    static long lead(byte[] bytes, int at) {
        return (long) LEAD.get(bytes, at);
    }

    static void putLead(byte[] bytes, int at, long lead) {
        LEAD.set(bytes, at, lead);
    }

    /** The length of so many packed numbers. */
    static int packedBytes(int n, int bits) {
        return (n * bits + 7) >>> 3;
    }

    /** Packs the low {@code bits} bits of each value, lowest bit of the first byte first; the bytes must be zero before. */
    static void pack(long[] values, int n, int bits, byte[] bytes, int at) {
        long mask = (1L << bits) - 1;
        long bit = (long) at << 3;
        for (int i = 0; i < n; i++, bit += bits) {
            long value = values[i] & mask;
            int from = (int) (bit >>> 3);
            int shift = (int) bit & 7;
            putLong(bytes, from, getLong(bytes, from) | value << shift);
        }
    }

    /** Undoes {@link #pack}, adding {@code base} to each; needs {@link RunFormat#SLACK_BYTES} behind the numbers. */
    static void unpack(byte[] bytes, int at, int n, int bits, long base, long[] values) {
        long mask = (1L << bits) - 1;
        int bit = 0;
        for (int i = 0; i < n; i++, bit += bits) {
            values[i] = base + (getLong(bytes, at + (bit >>> 3)) >>> (bit & 7) & mask);
        }
    }

    /** Copies the rest of a key: a few bytes, where a call costs more than the copy. */
    static void copyRest(byte[] from, int fromAt, byte[] to, int toAt, int length) {
        if (length < Long.BYTES) {
            for (int i = 0; i < length; i++) {
                to[toAt + i] = from[fromAt + i];
            }
            return;
        }
        int last = length - Long.BYTES;
        for (int i = 0; i < last; i += Long.BYTES) {
            LONG.set(to, toAt + i, (long) LONG.get(from, fromAt + i));
        }
        // The last word may overlap the one before.
        LONG.set(to, toAt + last, (long) LONG.get(from, fromAt + last));
    }
}
