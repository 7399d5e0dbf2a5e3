package io.compscan.core.compress;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Compresses in independent blocks, like file systems. A block that does not shrink is stored raw; a block of zeros takes nothing. A fast
 * compressor tells how files share out the size of a shared block, so that a slow one sees every byte once.
 */
final class BlockCompressor implements Compressor {

    private final Compressor compressor;
    private final int blockBytes;
    /** Null unless files share blocks. */
    private final @Nullable Compressor rough;

    BlockCompressor(Compressor compressor, int blockBytes, @Nullable Compressor rough) {
        this.compressor = compressor;
        this.blockBytes = blockBytes;
        this.rough = rough;
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
    public int sharedBlockBytes() {
        return rough == null ? 0 : blockBytes;
    }

    @Override
    public int roughBytes(byte[] data, int offset, int length) {
        return (rough == null ? this : rough).storedBytes(data, offset, length);
    }

    @Override
    public void close() {
        compressor.close();
        if (rough != null) {
            rough.close();
        }
    }
}
