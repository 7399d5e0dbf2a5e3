package io.compscan.core.read;

import io.compscan.core.chunk.Chunker;
import java.util.List;

/**
 * How large the pieces are in which large units are read.
 *
 * <p>A body is a common multiple of all fixed chunk sizes where there is one of sensible length, so that none of those chunks reaches
 * beyond its body. Other chunks do, and what of them is unfinished at the end of a body is carried over to the next.
 *
 * @param bodyBytes length of a body
 * @param carryBytes more than is ever carried over: the longest of the chunks that reach beyond a body; 0 if none does
 * @param chunkerCount how many chunkers there are
 */
public record SlabGeometry(int bodyBytes, int carryBytes, int chunkerCount) {

    private static final int USUAL_BODY_BYTES = 1 << 20;
    private static final int MAX_BODY_BYTES = 16 << 20;
    /** In chunks of the longest: what is carried over has to be copied, while everybody behind waits. */
    private static final int MIN_BODY_CHUNKS = 2;

    public static SlabGeometry of(List<Chunker> chunkers) {
        long multiple = 1;
        long wanted = USUAL_BODY_BYTES;
        for (Chunker chunker : chunkers) {
            int longest = chunker.maxChunkBytes();
            if (chunker.endsChunksAt(longest)) {
                multiple = Math.min(leastCommonMultiple(multiple, longest), Integer.MAX_VALUE);
                wanted = Math.max(wanted, longest);
            } else {
                wanted = Math.max(wanted, (long) MIN_BODY_CHUNKS * longest);
            }
        }
        if (multiple <= MAX_BODY_BYTES) {
            wanted = (wanted + multiple - 1) / multiple * multiple;
        }
        int bodyBytes = (int) wanted;
        int carryBytes = chunkers.stream()
                .filter(chunker -> !chunker.endsChunksAt(bodyBytes))
                .mapToInt(Chunker::maxChunkBytes)
                .max()
                .orElse(0);
        return new SlabGeometry(bodyBytes, carryBytes, chunkers.size());
    }

    /** Whether chunks reach beyond bodies, so that the bodies of a unit have to be cut one after the other. */
    boolean isChained() {
        return carryBytes > 0;
    }

    public int capacityBytes() {
        return carryBytes + bodyBytes;
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
