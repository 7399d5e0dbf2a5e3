package io.compscan.image.archive;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds what the streams of one container unpack to. Images of thin disks are mostly zeros, so these do not count. Several threads may use
 * it at once.
 */
final class Expansion {

    /** No stream of DEFLATE (RFC 1951) expands as far: 258 bytes take two bits at least. */
    private static final long MAX_EXPANSION = 1100;
    /** So many unpacked bytes are allowed without any check, because they do no harm. */
    private static final long FREE_BYTES = 16 << 20;

    private static final byte[] ZEROS = new byte[8192];

    private final AtomicLong unpackedBytes = new AtomicLong();
    private final AtomicLong packedBytes = new AtomicLong();

    /**
     * Counts.
     *
     * @param packed how many packed bytes were read since the last call
     * @throws IOException if few packed bytes have unpacked to too many
     */
    void add(long packed, byte[] data, int offset, int length) throws IOException {
        long allPacked = packedBytes.addAndGet(packed);
        long all = isZero(data, offset, length) ? unpackedBytes.get() : unpackedBytes.addAndGet(length);
        if (all > FREE_BYTES && all / MAX_EXPANSION > allPacked) {
            throw new IOException("it unpacks to more than " + MAX_EXPANSION + " times its size, zeros left out");
        }
    }

    private static boolean isZero(byte[] data, int offset, int length) {
        for (int from = 0; from < length; from += ZEROS.length) {
            int bytes = Math.min(ZEROS.length, length - from);
            if (!Arrays.equals(data, offset + from, offset + from + bytes, ZEROS, 0, bytes)) {
                return false;
            }
        }
        return true;
    }
}
