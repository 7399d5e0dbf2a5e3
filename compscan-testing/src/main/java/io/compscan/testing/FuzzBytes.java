package io.compscan.testing;

import java.util.Random;

/**
 * Random decisions that come from bytes, so that a fuzzer can choose them. Behind the last byte all decisions are 0.
 *
 * <p>So code that damages something at random serves tests and the fuzzer. A test passes a {@link Random} with a known seed. The fuzzer
 * passes these bytes, and changes them according to the paths that the program takes.
 */
public final class FuzzBytes extends Random {

    private static final long serialVersionUID = 1L;

    private final byte[] bytes;
    private int at;

    /** Decisions from these bytes, beginning with the first. */
    public FuzzBytes(byte[] bytes) {
        super(0);
        this.bytes = bytes.clone();
    }

    @Override
    protected int next(int bits) {
        return (int) take((bits + Byte.SIZE - 1) / Byte.SIZE) & (int) ((1L << bits) - 1);
    }

    /** Takes only as many bytes as the bound needs, so that a changed byte is a changed decision. */
    @Override
    public int nextInt(int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("no number is below " + bound);
        }
        int width = bound <= 1 << Byte.SIZE ? 1 : bound <= 1 << Short.SIZE ? Short.BYTES : Integer.BYTES;
        return (int) (take(width) % bound);
    }

    /** The bytes as they are, little-endian. The fuzzer puts numbers there that the program compares with. */
    @Override
    public long nextLong() {
        return take(Long.BYTES);
    }

    private long take(int width) {
        long value = 0;
        for (int i = 0; i < width; i++) {
            value |= at < bytes.length ? (bytes[at++] & 0xffL) << (Byte.SIZE * i) : 0;
        }
        return value;
    }
}
