package io.compscan.core.scan.checkpoint;

import java.io.EOFException;
import java.util.Arrays;

/**
 * A buffer of the payload of a {@link FrameLog}'s frame, written at its end and read from its beginning: bytes, {@linkplain
 * io.compscan.core.Varint short numbers}, names. One thread.
 */
public final class Bytes {

    /** The longest name or text. */
    static final int MAX_TEXT_BYTES = 1 << 24;

    private static final int GROUP_BITS = 7;
    private static final int MORE = 0x80;
    private static final int GROUP = MORE - 1;

    private byte[] bytes;
    private int size;
    private int position;

    /** An empty buffer. */
    public Bytes() {
        bytes = new byte[1 << 12];
    }

    /** A buffer that holds these bytes. */
    public Bytes(byte[] bytes) {
        this.bytes = bytes;
        size = bytes.length;
    }

    public byte[] array() {
        return bytes;
    }

    public int size() {
        return size;
    }

    public int position() {
        return position;
    }

    public boolean hasRemaining() {
        return position < size;
    }

    public int remaining() {
        return size - position;
    }

    public void clear() {
        size = 0;
        position = 0;
    }

    public void put(int value) {
        reserve(1);
        bytes[size++] = (byte) value;
    }

    public void putNumber(long value) {
        reserve(10);
        long rest = value;
        while ((rest & ~GROUP) != 0) {
            bytes[size++] = (byte) ((rest & GROUP) | MORE);
            rest >>>= GROUP_BITS;
        }
        bytes[size++] = (byte) rest;
    }

    public void put(byte[] source, int offset, int length) {
        reserve(length);
        System.arraycopy(source, offset, bytes, size, length);
        size += length;
    }

    /** Appends eight bytes, the highest first. */
    public void putLong(long value) {
        for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            put((int) (value >>> shift));
        }
    }

    /** Appends how many of its first bytes a name has in common with the one before it, and the rest of them. */
    public void putName(byte[] name, byte[] before) {
        int mismatch = Arrays.mismatch(before, name);
        int shared = mismatch < 0 ? name.length : mismatch;
        putNumber(shared);
        putNumber(name.length - shared);
        put(name, shared, name.length - shared);
    }

    private void reserve(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        }
    }

    public int get() throws EOFException {
        if (position >= size) {
            throw new EOFException("it ends too early");
        }
        return bytes[position++] & 0xff;
    }

    public long number() throws EOFException {
        long value = 0;
        int shift = 0;
        int group;
        do {
            if (shift >= Long.SIZE) {
                throw new EOFException("a number without end");
            }
            group = get();
            value |= (long) (group & GROUP) << shift;
            shift += GROUP_BITS;
        } while (group >= MORE);
        return value;
    }

    /** A number from 0 to the limit. */
    public int number(int limit) throws EOFException {
        long value = number();
        if (value < 0 || value > limit) {
            throw new EOFException("a number of " + value + ", which is more than " + limit);
        }
        return (int) value;
    }

    /** Passes over some bytes; returns where they begin. */
    public int skip(int length) throws EOFException {
        if (length > size - position) {
            throw new EOFException("it ends too early");
        }
        position += length;
        return position - length;
    }

    /** What {@link #putLong} has written. */
    public long getLong() throws EOFException {
        long value = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            value = value << Byte.SIZE | get();
        }
        return value;
    }

    /** What {@link #putName} has written. */
    public byte[] getName(byte[] before) throws EOFException {
        int shared = number(before.length);
        int rest = number(MAX_TEXT_BYTES);
        int from = skip(rest);
        byte[] name = Arrays.copyOf(before, shared + rest);
        System.arraycopy(bytes, from, name, shared, rest);
        return name;
    }
}
