package io.compscan.core.compress;

/**
 * The sizes of level 9 of zlib, to the byte, in a fraction of its time: no stream is written, and {@link ZlibSearch} finds its matches sooner.
 *
 * <p>zlib defers a match by one byte: if the next position has a longer match, the byte becomes a literal.
 */
final class ZlibCompressor implements Compressor {

    private static final int NO_MATCH = ZlibSearch.MIN_MATCH - 1;

    private final ZlibSearch search = new ZlibSearch();
    private final DeflateBlockCost cost = new DeflateBlockCost();

    @Override
    public int compressedBytes(byte[] data, int offset, int length) {
        search.begin(data, offset, length);
        cost.beginStream();
        int blockStart = 0;
        int position = 0;
        int waiting = NO_MATCH;
        int waitingDistance = 0;
        boolean isLiteralWaiting = false;
        while (position < length) {
            search.insert(position);
            int match = NO_MATCH;
            int distance = 0;
            if (waiting < ZlibSearch.MAX_MATCH) {
                match = search.longest(position, waiting);
                distance = search.distance();
            }
            if (waiting > NO_MATCH && match <= waiting) {
                int end = position - 1 + waiting;
                boolean isFull = cost.addMatch(waiting, waitingDistance);
                while (++position < end) {
                    search.insert(position);
                }
                waiting = NO_MATCH;
                isLiteralWaiting = false;
                if (isFull) {
                    cost.endBlock(position - blockStart);
                    blockStart = position;
                }
                continue;
            }
            if (isLiteralWaiting && cost.addLiteral(data[offset + position - 1] & 0xff)) {
                cost.endBlock(position - blockStart);
                blockStart = position;
            }
            isLiteralWaiting = true;
            waiting = match;
            waitingDistance = distance;
            position++;
        }
        if (isLiteralWaiting) {
            cost.addLiteral(data[offset + length - 1] & 0xff);
        }
        cost.endBlock(length - blockStart);
        search.end();
        return (int) Math.min(Integer.MAX_VALUE, cost.bytes());
    }

    @Override
    public void close() {
        search.end();
    }
}
