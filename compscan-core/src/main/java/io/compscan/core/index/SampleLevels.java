package io.compscan.core.index;

import io.compscan.core.SplitMix;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;

/**
 * Nested samples of the distinct chunks, chosen by fingerprint: level 0 holds all of them, each further level fewer.
 *
 * <p>A chunk's key is 64 bits, as good as random. It depends only on the fingerprint, so it is the same in every scan, shard, run and host. Level {@code j} holds the chunks whose key, unsigned, is at most {@code maxKey(j)}:
 *
 * <pre>
 *   key  0 .......................................................... 2^64 - 1
 *   level 0  |=========================================================|   rate 1
 *   level 1  |===============================================|             rate 0.84
 *   level 2  |=======================================|                     rate 0.71
 *   level 3  |=================================|                           rate 0.59
 *   level 4  |============================|                                rate 0.5
 * </pre>
 */
public final class SampleLevels implements Serializable {

    /** 2^(-1/4): square roots are exact to the last bit on every machine, powers are not. */
    private static final double STEP = Math.sqrt(Math.sqrt(0.5));

    private static final VarHandle BYTES_AS_LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final int STEPS_IN_A_HALVING = 4;

    /** No data has 2^40 times as many chunks as a sample needs. */
    private static final double LEAST_RATE = 0x1p-40;

    /** All levels that any sample may need. */
    public static final SampleLevels ALL = new SampleLevels(LEAST_RATE);

    /** Any constant does; with one of its own this choice is independent of others by the same fingerprints. */
    private static final long SALT = 0x636f6d707363616eL;

    private final double[] rates;
    private final long[] maxKeys;

    /** Levels a quarter of a halving apart down to {@code leastRate}, which is the last one. */
    public SampleLevels(double leastRate) {
        int count = 1;
        while (rate(count) > leastRate) {
            count++;
        }
        int levels = leastRate == 1 ? 1 : count + 1;
        rates = new double[levels];
        maxKeys = new long[levels];
        for (int level = 0; level < levels; level++) {
            rates[level] = Math.max(leastRate, rate(level));
            maxKeys[level] = new BigDecimal(rates[level])
                    .multiply(new BigDecimal(BigInteger.ONE.shiftLeft(Long.SIZE)))
                    .toBigInteger()
                    .subtract(BigInteger.ONE)
                    .longValue();
        }
    }

    private static double rate(int level) {
        double rate = Math.scalb(1.0, -(level / STEPS_IN_A_HALVING));
        for (int i = 0; i < level % STEPS_IN_A_HALVING; i++) {
            rate *= STEP;
        }
        return rate;
    }

    /**
     * The key of the chunk whose fingerprint is {@code fingerprints[offset .. offset + length - 1]}: its last eight bytes, which
     * neither shards nor tries begin with, mixed.
     */
    public static long key(byte[] fingerprints, int offset, int length) {
        long key = (long) BYTES_AS_LONG.get(fingerprints, offset + length - Long.BYTES);
        return SplitMix.mix(key ^ SALT);
    }

    /** The fingerprint bytes that {@link #key} has made this key of, as a big-endian number. */
    public static long lastBytes(long key) {
        long bytes = (key ^ (key >>> 31) ^ (key >>> 62)) * 0x319642b2d24d8ec3L;
        bytes = (bytes ^ (bytes >>> 27) ^ (bytes >>> 54)) * 0x96de1b173f119089L;
        return bytes ^ (bytes >>> 30) ^ (bytes >>> 60) ^ SALT;
    }

    /** How many levels there are. */
    public int count() {
        return rates.length;
    }

    /** The share of the chunks that level {@code level} holds. */
    public double rateOf(int level) {
        return rates[level];
    }

    /** The largest key that level {@code level} holds, unsigned. */
    public long maxKey(int level) {
        return maxKeys[level];
    }

    /** The last level that holds this share of the chunks or more; 0 for more than all. */
    public int lastOfAtLeast(double rate) {
        int level = 0;
        while (level + 1 < rates.length && rates[level + 1] >= rate) {
            level++;
        }
        return level;
    }

    /** The last level that holds the key. */
    public int levelOf(long key) {
        int level = Math.min(STEPS_IN_A_HALVING * Long.numberOfLeadingZeros(key), maxKeys.length - 1);
        while (level + 1 < maxKeys.length && Long.compareUnsigned(key, maxKeys[level + 1]) <= 0) {
            level++;
        }
        return level;
    }
}
