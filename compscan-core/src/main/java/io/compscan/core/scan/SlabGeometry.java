package io.compscan.core.scan;

import io.compscan.core.chunk.Chunker;
import java.util.List;

/**
 * How large the pieces are in which large units are read.
 *
 * <p>A body is a common multiple of all chunk sizes where there is one of sensible size; then no fixed chunk reaches beyond its
 * body. Otherwise each piece is read with as much lookahead as the longest chunk may need, and those bytes are read again as part
 * of the next body.
 *
 * @param bodyBytes length of a body
 * @param lookaheadBytes how far a chunk may reach beyond it
 */
record SlabGeometry(int bodyBytes, int lookaheadBytes) {

    private static final int USUAL_BODY_BYTES = 1 << 20;
    private static final int MAX_BODY_BYTES = 16 << 20;

    static SlabGeometry of(List<Chunker> chunkers) {
        long multiple = 1;
        int longest = 0;
        for (Chunker chunker : chunkers) {
            multiple = Math.min(leastCommonMultiple(multiple, chunker.maxChunkBytes()), Integer.MAX_VALUE);
            longest = Math.max(longest, chunker.maxChunkBytes());
        }
        long body = multiple <= MAX_BODY_BYTES
                ? (USUAL_BODY_BYTES + multiple - 1) / multiple * multiple
                : Math.max(USUAL_BODY_BYTES, longest);
        int bodyBytes = (int) body;
        int lookahead = chunkers.stream()
                .mapToInt(chunker -> chunker.lookaheadBytes(bodyBytes))
                .max()
                .orElse(0);
        return new SlabGeometry(bodyBytes, lookahead);
    }

    int capacityBytes() {
        return bodyBytes + lookaheadBytes;
    }

    private static long leastCommonMultiple(long a, long b) {
        long x = a;
        long y = b;
        while (y != 0) {
            long rest = x % y;
            x = y;
            y = rest;
        }
        return a / x * b;
    }
}
