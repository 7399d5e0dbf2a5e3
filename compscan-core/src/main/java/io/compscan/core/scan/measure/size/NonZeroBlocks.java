package io.compscan.core.scan.measure.size;

import io.compscan.core.compress.Compressor;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.compress.WeightCodec;
import java.util.Arrays;

/**
 * The compressor {@code nonzero}, which counts each block of a slab once for all chunkings. Belongs to one thread.
 *
 * <pre>
 *   slab      ....|....|....|....|....|     each block is counted when a chunk needs it, and then known
 *   chunk       |-|====|====|--|            head and tail are counted for this chunk
 * </pre>
 */
final class NonZeroBlocks implements Compressor {

    /** The specification of the codec whose sizes these are. */
    static final CompressorSpec SPEC = CompressorSpec.parse(WeightCodec.NON_ZERO);

    private static final int BLOCK_BYTES = 4096;

    private byte[] slab = {};
    /** The count of each block of the slab, plus one; 0 where it is not known. */
    private int[] counts = {};

    /** Begins a slab; bytes that lie elsewhere are counted each time. */
    void begin(byte[] data) {
        slab = data;
        int blockCount = data.length / BLOCK_BYTES;
        if (counts.length < blockCount) {
            counts = new int[blockCount];
        } else {
            Arrays.fill(counts, 0);
        }
    }

    @Override
    public int compressedBytes(byte[] data, int offset, int length) {
        return Math.max(
                1, data == slab ? count(offset, offset + length) : WeightCodec.nonZeroBytes(data, offset, length));
    }

    private int count(int from, int to) {
        int first = (from + BLOCK_BYTES - 1) / BLOCK_BYTES;
        int end = to / BLOCK_BYTES;
        if (first >= end) {
            return WeightCodec.nonZeroBytes(slab, from, to - from);
        }
        int count = WeightCodec.nonZeroBytes(slab, from, first * BLOCK_BYTES - from)
                + WeightCodec.nonZeroBytes(slab, end * BLOCK_BYTES, to - end * BLOCK_BYTES);
        for (int block = first; block < end; block++) {
            if (counts[block] == 0) {
                counts[block] = WeightCodec.nonZeroBytes(slab, block * BLOCK_BYTES, BLOCK_BYTES) + 1;
            }
            count += counts[block] - 1;
        }
        return count;
    }

    @Override
    public void close() {}
}
