package io.compscan.core.compress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Sizes in which no system could store data; {@code --help} does not offer them.
 *
 * <p>Systems that draw where chunks end differ in what they store. These numbers weigh the chunks of a draw, because compressing them would
 * take too long. Each is the chunk's alone, wherever the chunk lies:
 *
 * <ul>
 *   <li>{@code nonzero}: the number of bytes that are not zero. The length would not do: a chunk of a disk image may hold megabytes of zeros
 *       but for a few sectors.
 *   <li>{@code entropy}: that number, times the {@linkplain #evenness} of a sample. So text weighs less than what is compressed already.
 * </ul>
 */
public final class WeightCodec implements Codec {

    /** The name of the number of bytes that are not zero, in schemes and results. */
    public static final String NON_ZERO = "nonzero";

    /** The name of the number that counts their entropy as well. */
    public static final String ENTROPY = "entropy";

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    /** All bits but the highest of each byte. */
    private static final long LOW_BITS = 0x7f7f_7f7f_7f7f_7f7fL;

    /** Consecutive bytes of a sample. */
    private static final int PIECE_BYTES = 64;

    /** A sample has one byte in so many of a long chunk. */
    private static final int MAX_RATE = 64;

    /** A sample has no fewer bytes, as far as there are so many. */
    private static final int MIN_SAMPLE_BYTES = 4096;

    private static final int VALUES = 256;

    private final String name;

    private WeightCodec(String name) {
        this.name = name;
    }

    /** Whether a codec has this name. */
    public static boolean isNamed(String name) {
        return name.equals(NON_ZERO) || name.equals(ENTROPY);
    }

    /** The codec with a name that {@link #isNamed}. */
    static WeightCodec named(String name) {
        return new WeightCodec(name);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Levels levels() {
        return Levels.NONE;
    }

    @Override
    public Compressor open(int level) {
        Compressor nonZero = new Compressor() {
            @Override
            public int compressedBytes(byte[] data, int offset, int length) {
                return Math.max(1, nonZeroBytes(data, offset, length));
            }

            @Override
            public void close() {}
        };
        return name.equals(NON_ZERO) ? nonZero : entropy(nonZero);
    }

    /**
     * The compressor {@link #ENTROPY}.
     *
     * @param nonZero the compressor {@link #NON_ZERO}; the caller closes it
     */
    public static Compressor entropy(Compressor nonZero) {
        return new Compressor() {
            @Override
            public int compressedBytes(byte[] data, int offset, int length) {
                int bytes = nonZero.compressedBytes(data, offset, length);
                return Math.max(1, (int) Math.round(bytes * evenness(data, offset, length)));
            }

            @Override
            public void close() {}
        };
    }

    /** How many of {@code data[offset .. offset + length - 1]} are not zero. */
    public static int nonZeroBytes(byte[] data, int offset, int length) {
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

    /**
     * How evenly the values of bytes occur in a sample of those that are not zero: 1 if all do alike, 0 if there is one value.
     *
     * <p>It is the entropy of collisions (Renyi's of order 2) over the bits of a byte. Of that the chance that two bytes are equal has an
     * estimate without bias, however few bytes there are:
     *
     * <pre>
     *   sample     [====]........[====]........[====]....      pieces at equal distances from the chunk's start on
     *   chance     sum of c (c - 1) over n (n - 1);  c bytes of the n have one value
     * </pre>
     */
    static double evenness(byte[] data, int offset, int length) {
        int[] counts = new int[2 * VALUES];
        int stepBytes = PIECE_BYTES * Math.max(1, Math.min(MAX_RATE, length / MIN_SAMPLE_BYTES));
        int end = offset + length;
        for (int from = offset; from < end; from += stepBytes) {
            int to = Math.min(end, from + PIECE_BYTES);
            int i = from;
            for (; i <= to - Long.BYTES; i += Long.BYTES) {
                add(counts, (long) LONGS.get(data, i));
            }
            for (; i < to; i++) {
                counts[data[i] & 0xff]++;
            }
        }
        long bytes = 0;
        long equalPairs = 0;
        for (int value = 1; value < VALUES; value++) {
            int count = counts[value] + counts[VALUES + value];
            bytes += count;
            equalPairs += (long) count * (count - 1);
        }
        if (equalPairs == 0) {
            return 1;
        }
        // Strict, so that the outcome is the same on every machine.
        double bits = StrictMath.log(bytes * (bytes - 1) / (double) equalPairs) / StrictMath.log(2);
        return Math.min(1, bits / Byte.SIZE);
    }

    /** Counts neighbours in two tables, since equal bytes would wait for each other. */
    private static void add(int[] counts, long eight) {
        if (eight == 0) {
            return;
        }
        counts[(int) eight & 0xff]++;
        counts[VALUES + ((int) (eight >>> 8) & 0xff)]++;
        counts[(int) (eight >>> 16) & 0xff]++;
        counts[VALUES + ((int) (eight >>> 24) & 0xff)]++;
        counts[(int) (eight >>> 32) & 0xff]++;
        counts[VALUES + ((int) (eight >>> 40) & 0xff)]++;
        counts[(int) (eight >>> 48) & 0xff]++;
        counts[VALUES + (int) (eight >>> 56)]++;
    }
}
