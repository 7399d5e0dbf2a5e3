package io.compscan.core.compress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

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

    /** The bytes of a group; a sample has one group at least, as far as there are so many bytes. */
    private static final int GROUP_BYTES = 4096;

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
        PureCompressor nonZero = (data, offset, length) -> Math.max(1, nonZeroBytes(data, offset, length));
        return name.equals(NON_ZERO) ? nonZero : entropy(nonZero);
    }

    /**
     * The compressor {@link #ENTROPY}.
     *
     * @param nonZero the compressor {@link #NON_ZERO}; the caller closes it
     */
    public static Compressor entropy(Compressor nonZero) {
        return (PureCompressor) (data, offset, length) -> {
            int bytes = nonZero.compressedBytes(data, offset, length);
            return Math.max(1, (int) Math.round(bytes * evenness(data, offset, length)));
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
     * <p>It is their entropy (Shannon's) over the bits of a byte, the mean of groups. In the entropy of a whole chunk, kinds of data that lie
     * side by side would count as one that has the values of both. So it would depend on where the chunk ends.
     *
     * <pre>
     *   sample    [====]........[====]........[====]........[====]....    pieces at equal distances from the chunk's start on
     *   groups    |---------------------------|---------------------
     *   entropy   log2 n - (sum of c log2 c) / n;  c of the n bytes of a group have one value
     * </pre>
     */
    static double evenness(byte[] data, int offset, int length) {
        int[] counts = new int[2 * VALUES];
        int stepBytes = PIECE_BYTES * Math.max(1, Math.min(MAX_RATE, length / GROUP_BYTES));
        int end = offset + length;
        int pieces = 0;
        long bytes = 0;
        double bits = 0;
        for (int from = offset; from < end; from += stepBytes) {
            count(data, from, Math.min(end, from + PIECE_BYTES), counts);
            pieces++;
            if (pieces * PIECE_BYTES == GROUP_BYTES || from + stepBytes >= end) {
                int group = 0;
                for (int value = 1; value < VALUES; value++) {
                    int count = counts[value] + counts[VALUES + value];
                    group += count;
                    bits -= Logarithms.TIMES_LOG[count];
                }
                bytes += group;
                bits += Logarithms.TIMES_LOG[group];
                Arrays.fill(counts, 0);
                pieces = 0;
            }
        }
        return bytes == 0 ? 1 : Math.max(0, Math.min(1, bits / Byte.SIZE / bytes));
    }

    /** Made for the first chunk that is weighed: every scan looks for codecs by their names, and few weigh chunks. */
    private static final class Logarithms {
        /** A number times its logarithm to base 2, up to the length of a group. */
        static final double[] TIMES_LOG = timesLog();

        /** Strict, so that weights are the same on every machine. */
        private static double[] timesLog() {
            double[] values = new double[GROUP_BYTES + 1];
            for (int i = 2; i < values.length; i++) {
                values[i] = i * StrictMath.log(i) / StrictMath.log(2);
            }
            return values;
        }
    }

    private static void count(byte[] data, int from, int to, int[] counts) {
        int i = from;
        for (; i <= to - Long.BYTES; i += Long.BYTES) {
            add(counts, (long) LONGS.get(data, i));
        }
        for (; i < to; i++) {
            counts[data[i] & 0xff]++;
        }
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
