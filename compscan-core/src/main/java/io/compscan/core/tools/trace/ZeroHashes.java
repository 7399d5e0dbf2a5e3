package io.compscan.core.tools.trace;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells chunks of zeros by their hashes: it hashes zeros of the same length. One thread.
 *
 * <p>The hashes of the lengths met are kept, up to a limit. With an algorithm that Java does not have, no hash counts as one of zeros.
 */
final class ZeroHashes {

    private static final int MAX_LENGTHS = 1024;
    private static final byte[] ZEROS = new byte[1 << 16];

    private final @Nullable MessageDigest digest;
    private final int hashBytes;
    private final Map<Integer, byte[]> byLength = new HashMap<>();

    /**
     * Hashes of this algorithm.
     *
     * @param algorithm its name in Java; null for one that Java does not have
     * @param hashBytes the number of bytes of the digest that a trace keeps, from the first on
     */
    ZeroHashes(@Nullable String algorithm, int hashBytes) {
        this.hashBytes = hashBytes;
        try {
            digest = algorithm == null ? null : MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has " + algorithm, e);
        }
    }

    /** Whether this is the hash of so many zeros. */
    boolean isZero(byte[] hashes, int offset, int lengthBytes) {
        if (digest == null) {
            return false;
        }
        byte[] zeros = byLength.get(lengthBytes);
        if (zeros == null) {
            if (byLength.size() == MAX_LENGTHS) {
                byLength.clear();
            }
            zeros = hash(digest, lengthBytes);
            byLength.put(lengthBytes, zeros);
        }
        return Arrays.equals(zeros, 0, hashBytes, hashes, offset, offset + hashBytes);
    }

    private static byte[] hash(MessageDigest digest, int lengthBytes) {
        for (int left = lengthBytes; left > 0; left -= ZEROS.length) {
            digest.update(ZEROS, 0, Math.min(left, ZEROS.length));
        }
        return digest.digest();
    }
}
