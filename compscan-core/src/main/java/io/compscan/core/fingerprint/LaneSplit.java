package io.compscan.core.fingerprint;

import io.compscan.core.chunk.ChunkList;

/** Which chunks are better left to the JDK's digest: those for which lanes would wait for one another. */
final class LaneSplit {

    private LaneSplit() {}

    /**
     * How many of the longest chunks are not for the lanes.
     *
     * @param order numbers of all chunks, the longest first
     * @param stepCost what a block in every lane costs together, in blocks of the JDK's digest
     */
    static int byJdk(ChunkList chunks, int[] order, double stepCost) {
        int count = chunks.size();
        long blocksForLanes = LaneSha1.blocks(chunks);
        long blocksByJdk = 0;
        double least = blocksForLanes;
        int best = count;
        for (int i = 0; i < count; i++) {
            double cost = blocksByJdk + stepCost * steps(chunks, order, i, blocksForLanes);
            if (cost < least) {
                least = cost;
                best = i;
            }
            int blocks = LaneSha1.blocks(chunks.length(order[i]));
            blocksByJdk += blocks;
            blocksForLanes -= blocks;
        }
        return best;
    }

    /**
     * How many blocks the busiest lane gets of the chunks from that place on, at least. A lane that has finished a chunk takes the longest
     * that is left. The busiest lane gets no less than its share, and no less than the longest chunk. One lane must get {@code turns + 1}
     * of the longest chunks, down to the one at {@code lastTurn}: it gets no less than so many of that one. Exact for chunks of one length.
     */
    private static long steps(ChunkList chunks, int[] order, int from, long blocks) {
        int turns = (chunks.size() - from - 1) / LaneSha1.LANES;
        int lastTurn = order[from + turns * LaneSha1.LANES];
        long share = (blocks + LaneSha1.LANES - 1) / LaneSha1.LANES;
        long longest = LaneSha1.blocks(chunks.length(order[from]));
        return Math.max(share, Math.max(longest, (turns + 1L) * LaneSha1.blocks(chunks.length(lastTurn))));
    }
}
