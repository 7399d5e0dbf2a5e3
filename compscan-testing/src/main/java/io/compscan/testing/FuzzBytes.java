package io.compscan.testing;

import java.util.Random;

/**
 * Decisions that bytes make: what a test leaves to chance, a fuzzer chooses. Where the bytes end, all decisions are 0.
 *
 * <p>So code that damages something at random serves both: a test gives it a {@link Random} with a seed that it names, and the fuzzer these
 * bytes, which it changes by the ways that the program takes.
 */
public final class FuzzBytes extends Random {

    private static final long serialVersionUID = 1L;

    private final byte[] bytes;
    private int at;

    /** Decides by these bytes, from the first. */
    public FuzzBytes(byte[] bytes) {
        super(0);
        this.bytes = bytes.clone();
    }

    @Override
    protected int next(int bits) {
        return (int) take((bits + Byte.SIZE - 1) / Byte.SIZE) & (int) ((1L << bits) - 1);
    }

    /** As few bytes as the bound needs, so that a changed byte is a changed decision. */
    @Override
    public int nextInt(int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("no number is below " + bound);
        }
        int width = bound <= 1 << Byte.SIZE ? 1 : bound <= 1 << Short.SIZE ? Short.BYTES : Integer.BYTES;
        return (int) (take(width) % bound);
    }

    /** The bytes as they stand, little-endian: the fuzzer puts numbers there that the program compares with. */
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
