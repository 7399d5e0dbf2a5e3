package io.compscan.core.chunk;

import io.compscan.core.chunk.rolling.ByteSearch;

/**
 * Cuts by the rule of RAM. A cut depends on all bytes from the start of its chunk, so there are no candidates. The scan finds the
 * largest byte of each block of 64, and the cut searches these.
 */
final class RamCutter extends ChoosingCutter {

    private static final int BLOCK_BYTES = ByteSearch.BLOCK_BYTES;
    private static final int LARGEST = 255;

    private final int windowBytes;
    private final int minBytes;

    private byte[] blockMaxima = {};
    private int blockCount;
    private int blocksFrom;

    RamCutter(int windowBytes, int minBytes, int maxBytes) {
        super(minBytes, maxBytes);
        this.windowBytes = windowBytes;
        this.minBytes = minBytes;
    }

    @Override
    public void scan(byte[] data, int from, int to) {
        blocksFrom = from;
        blockCount = (to - from) / BLOCK_BYTES;
        if (blockMaxima.length < blockCount) {
            blockMaxima = new byte[blockCount];
        }
        for (int block = 0; block < blockCount; block++) {
            int at = from + block * BLOCK_BYTES;
            blockMaxima[block] = (byte) ByteSearch.blockMax(data, at);
        }
    }

    /** Does nothing: the cut reads the bytes before the scanned range directly. */
    @Override
    void begin(byte[] data, CutRange piece) {}

    @Override
    int choose(byte[] data, int start, int limit) {
        if (limit - start < minBytes) {
            return limit + 1;
        }
        int threshold = Math.max(1, max(data, start, start + windowBytes));
        return firstAtLeast(data, start + minBytes - 1, limit, threshold) + 1;
    }

    private int max(byte[] data, int from, int to) {
        int firstBlock = blockAtOrAfter(from);
        int lastBlock = blockAtOrBefore(to);
        if (firstBlock >= lastBlock) {
            return ByteSearch.max(data, from, to);
        }
        int max = Math.max(ByteSearch.max(data, from, start(firstBlock)), ByteSearch.max(data, start(lastBlock), to));
        for (int block = firstBlock; block < lastBlock && max < LARGEST; block++) {
            max = Math.max(max, blockMaxima[block] & 0xff);
        }
        return max;
    }

    private int firstAtLeast(byte[] data, int from, int to, int threshold) {
        int firstBlock = blockAtOrAfter(from);
        int lastBlock = blockAtOrBefore(to);
        if (firstBlock >= lastBlock) {
            return ByteSearch.firstAtLeast(data, from, to, threshold);
        }
        int found = ByteSearch.firstAtLeast(data, from, start(firstBlock), threshold);
        if (found < start(firstBlock)) {
            return found;
        }
        for (int block = firstBlock; block < lastBlock; block++) {
            if ((blockMaxima[block] & 0xff) >= threshold) {
                return ByteSearch.firstAtLeast(data, start(block), start(block + 1), threshold);
            }
        }
        return ByteSearch.firstAtLeast(data, start(lastBlock), to, threshold);
    }

    private int blockAtOrAfter(int at) {
        return at <= blocksFrom ? 0 : Math.min(blockCount, (at - blocksFrom + BLOCK_BYTES - 1) / BLOCK_BYTES);
    }

    private int blockAtOrBefore(int at) {
        return at <= blocksFrom ? 0 : Math.min(blockCount, (at - blocksFrom) / BLOCK_BYTES);
    }

    private int start(int block) {
        return blocksFrom + block * BLOCK_BYTES;
    }
}
