package io.compscan.core.compress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * {@code nonzero}: the size of a chunk is the number of its bytes that are not zero. No system could store data so, and {@code --help} does not offer
 * it.
 *
 * <p>Systems that draw where chunks end differ in what they store. The number weighs the chunks of a draw, because compressing them would
 * take too long. Their length would not do: a chunk of a disk image may hold megabytes of zeros but for a few sectors.
 */
public final class NonZeroCodec implements Codec {

    /** Its name in schemes and results. */
    public static final String NAME = "nonzero";

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    /** All bits but the highest of each byte. */
    private static final long LOW_BITS = 0x7f7f_7f7f_7f7f_7f7fL;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Levels levels() {
        return Levels.NONE;
    }

    @Override
    public Compressor open(int level) {
        return new Compressor() {
            @Override
            public int compressedBytes(byte[] data, int offset, int length) {
                return Math.max(1, count(data, offset, length));
            }

            @Override
            public void close() {}
        };
    }

    /** How many of {@code data[offset .. offset + length - 1]} are not zero. */
    public static int count(byte[] data, int offset, int length) {
        int count = 0;
        int i = offset;
        for (int end = offset + length - Long.BYTES; i <= end; i += Long.BYTES) {
            long eight = (long) LONGS.get(data, i);
            // The sum carries into a byte's highest bit where one of its other bits is set.
            count += Long.bitCount((((eight & LOW_BITS) + LOW_BITS) | eight) & ~LOW_BITS);
        }
        for (; i < offset + length; i++) {
            count += data[i] == 0 ? 0 : 1;
        }
        return count;
    }
}
