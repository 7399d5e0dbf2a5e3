package io.compscan.core.profile;

import java.io.Serializable;

/**
 * Blocks that several small chunks share.
 *
 * @param blockBytes the size of a block
 * @param capacityBytes what of it is left for fragments; the rest is the block's own header
 * @param maxFragmentBytes the largest chunk that is packed, its header included
 * @param maxFragments how many chunks a block can hold
 * @param openBlocks how many blocks are being filled at a time
 */
public record Packing(int blockBytes, int capacityBytes, int maxFragmentBytes, int maxFragments, int openBlocks)
        implements Serializable {

    /** The largest block: the sizes of fragments are counted in a table, and there may be many of those. */
    public static final int MAX_BLOCK_BYTES = 1 << 16;

    private static final int MAX_OPEN_BLOCKS = 1024;

    /** Refuses what contradicts itself, naming the key. */
    public Packing {
        check(
                blockBytes >= 1 && blockBytes <= MAX_BLOCK_BYTES,
                "packing.blockBytes must be in 1 to " + MAX_BLOCK_BYTES);
        check(
                capacityBytes >= 1 && capacityBytes <= blockBytes,
                "packing.capacityBytes must be in 1 to packing.blockBytes");
        check(
                maxFragmentBytes >= 1 && maxFragmentBytes <= capacityBytes,
                "packing.maxFragmentBytes must be in 1 to packing.capacityBytes");
        check(maxFragments >= 1, "packing.maxFragments must be 1 or more");
        check(
                openBlocks >= 1 && openBlocks <= MAX_OPEN_BLOCKS,
                "packing.openBlocks must be in 1 to " + MAX_OPEN_BLOCKS);
    }

    private static void check(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }
}
