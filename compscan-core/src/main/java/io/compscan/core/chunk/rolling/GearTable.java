package io.compscan.core.chunk.rolling;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;

/**
 * The 256 random numbers of the gear hash, {@code h = (h << 1) + table[byte]}.
 *
 * <p>The numbers are those of the reference implementation of FastCDC (Xia et al., TPDS 2020). Number {@code i} is the first half of the
 * MD5 digest of 64 bytes of value {@code i}, big-endian. A seed other than 0 is XORed to all of them.
 */
public final class GearTable {

    private static final int DIGESTED_BYTES = 64;
    static final int LENGTH = 256;

    /** The table of seed 0 is a constant, so the compiler knows its length. Never written to. */
    static final long[] UNSEEDED = unseeded();

    private GearTable() {}

    public static long[] of(long seed) {
        if (seed == 0) {
            return UNSEEDED;
        }
        long[] table = UNSEEDED.clone();
        for (int i = 0; i < table.length; i++) {
            table[i] ^= seed;
        }
        return table;
    }

    /** The table for others, who cannot write to it. */
    public static List<Long> listOf(long seed) {
        return Arrays.stream(of(seed)).boxed().toList();
    }

    private static long[] unseeded() {
        try {
            MessageDigest md5 = MessageDigest.getInstance("MD5");
            byte[] same = new byte[DIGESTED_BYTES];
            long[] table = new long[LENGTH];
            for (int i = 0; i < table.length; i++) {
                Arrays.fill(same, (byte) i);
                table[i] = ByteBuffer.wrap(md5.digest(same)).getLong();
            }
            return table;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has MD5", e);
        }
    }
}
