package io.compscan.core.compress;

import java.util.Arrays;

/**
 * Compresses in independent blocks, like file systems. A block that does not shrink is stored raw; a block of zeros takes nothing.
 */
final class BlockCompressor implements Compressor {

    private final Compressor compressor;
    private final int blockBytes;

    BlockCompressor(Compressor compressor, int blockBytes) {
        this.compressor = compressor;
        this.blockBytes = blockBytes;
    }

    @Override
    public int compressedBytes(byte[] data, int offset, int length) {
        int sum = 0;
        for (int done = 0; done < length; done += blockBytes) {
            int block = Math.min(blockBytes, length - done);
            if (!isZero(data, offset + done, block)) {
                sum += compressor.storedBytes(data, offset + done, block);
            }
        }
        return sum;
    }

    /** Whether the first byte is zero and each byte like the one before. */
    private static boolean isZero(byte[] data, int offset, int length) {
        int end = offset + length;
        return data[offset] == 0 && Arrays.equals(data, offset, end - 1, data, offset + 1, end);
    }

    @Override
    public void close() {
        compressor.close();
    }
}
