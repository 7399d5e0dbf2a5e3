package io.compscan.core.write.session;

import java.util.function.LongUnaryOperator;

/**
 * The places of a stream's blocks, which are measured in another order. One thread at a time.
 *
 * <pre>
 *   measured      block 0 | block 1 | block 2 | ...         one behind the other
 *   in the stream    7    |    2    |    7    | ...         kept until it is measured
 * </pre>
 */
final class BlockOrder implements LongUnaryOperator {

    private final int blockBytes;
    private final long[] ring;
    private long count;

    /** Room for all that a stream collects and measures at a time. */
    static BlockOrder of(WriteRequest request) {
        long bytes = (long) request.collectedBytes() + 2L * request.geometry().bodyBytes();
        return new BlockOrder(request.blockBytes(), (int) (bytes / request.blockBytes()) + 2);
    }

    /** @param most blocks that are handed over and not yet measured */
    BlockOrder(int blockBytes, int most) {
        this.blockBytes = blockBytes;
        ring = new long[most];
    }

    /** The next block to be measured. */
    void add(long block) {
        ring[(int) (count++ % ring.length)] = block;
    }

    /** The position in the stream of a byte that is measured. */
    @Override
    public long applyAsLong(long measured) {
        return ring[(int) (measured / blockBytes % ring.length)] * blockBytes + measured % blockBytes;
    }
}
