package io.compscan.core.tools.duplicate;

import io.compscan.core.SplitMix;
import java.nio.ByteBuffer;

/**
 * Keys that are the same for copies of a file alone. Among 10^9 files, two that differ have the same key with a probability of 10^-11.
 *
 * <pre>
 *   | sums over the chunks, mixed with the size: 12 bytes | bytes that are not zero: 8 |
 * </pre>
 */
final class FileKey {

    static final int BYTES = 20;

    private static final int NON_ZERO_AT = 12;

    private FileKey() {}

    /**
     * The key of a file.
     *
     * @param first a sum over its chunks
     * @param second another one, independent of the first
     * @param bytes its size
     * @param nonZeroBytes the bytes of its chunks that are not all zero
     */
    static byte[] of(long first, long second, long bytes, long nonZeroBytes) {
        long size = SplitMix.mix(bytes);
        return ByteBuffer.allocate(BYTES)
                .putLong(SplitMix.mix(first ^ size))
                .putInt((int) (SplitMix.mix(second + size) >>> Integer.SIZE))
                .putLong(nonZeroBytes)
                .array();
    }

    /** The bytes that are not zero: each copy saves as many. */
    static long nonZeroBytes(byte[] key) {
        return ByteBuffer.wrap(key).getLong(NON_ZERO_AT);
    }
}
