package io.compscan.core.scan.catalog;

import java.io.EOFException;
import java.util.Arrays;

/** A buffer of bytes and {@linkplain io.compscan.core.Varint short numbers}, written at its end and read from its beginning. One thread. */
final class Bytes {

    private static final int GROUP_BITS = 7;
    private static final int MORE = 0x80;
    private static final int GROUP = MORE - 1;

    private byte[] bytes;
    private int size;
    private int position;

    /** An empty buffer. */
    Bytes() {
        bytes = new byte[1 << 12];
    }

    /** A buffer that holds these bytes. */
    Bytes(byte[] bytes) {
        this.bytes = bytes;
        size = bytes.length;
    }

    byte[] array() {
        return bytes;
    }

    int size() {
        return size;
    }

    int position() {
        return position;
    }

    boolean hasRemaining() {
        return position < size;
    }

    int remaining() {
        return size - position;
    }

    void clear() {
        size = 0;
        position = 0;
    }

    void put(int value) {
        reserve(1);
        bytes[size++] = (byte) value;
    }

    void putNumber(long value) {
        reserve(10);
        long rest = value;
        while ((rest & ~GROUP) != 0) {
            bytes[size++] = (byte) ((rest & GROUP) | MORE);
            rest >>>= GROUP_BITS;
        }
        bytes[size++] = (byte) rest;
    }

    void put(byte[] source, int offset, int length) {
        reserve(length);
        System.arraycopy(source, offset, bytes, size, length);
        size += length;
    }

    private void reserve(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        }
    }

    int get() throws EOFException {
        if (position >= size) {
            throw new EOFException("it ends too early");
        }
        return bytes[position++] & 0xff;
    }

    long number() throws EOFException {
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
    int number(int limit) throws EOFException {
        long value = number();
        if (value < 0 || value > limit) {
            throw new EOFException("a number of " + value + ", which is more than " + limit);
        }
        return (int) value;
    }

    /** Passes over some bytes; returns where they begin. */
    int skip(int length) throws EOFException {
        if (length > size - position) {
            throw new EOFException("it ends too early");
        }
        position += length;
        return position - length;
    }
}
