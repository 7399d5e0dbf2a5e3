package io.compscan.core.profile;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Blocks that several small chunks share.
 *
 * @param blockBytes the size of a block
 * @param capacityBytes what of it is left for fragments; the rest is the block's own header
 * @param maxFragmentBytes the largest chunk that is packed, its header included
 * @param maxFragments how many chunks a block can hold
 * @param openBlocks how many blocks are being filled at a time
 * @param tails whether a chunk fills blocks of its own as far as it goes, and only what is left of it shares one
 * @param inodeBytes what lies in front of each fragment in its block and counts as metadata; only with tails
 * @param alignmentBytes fragments begin at multiples of this
 */
public record Packing(
        int blockBytes,
        int capacityBytes,
        int maxFragmentBytes,
        int maxFragments,
        int openBlocks,
        boolean tails,
        int inodeBytes,
        int alignmentBytes)
        implements Serializable {

    /** The largest block: the sizes of fragments are counted in a table, and there may be many of those. */
    public static final int MAX_BLOCK_BYTES = 1 << 16;

    private static final int MAX_OPEN_BLOCKS = 1024;

    /**
     * What one copy of a chunk takes.
     *
     * @param aloneBytes in blocks of its own
     * @param fragmentBytes in a block that it shares, with the inode and up to the next multiple of the alignment
     */
    public record Parts(long aloneBytes, int fragmentBytes) {}

    /** A packing of whole chunks, which begin anywhere. */
    public Packing(int blockBytes, int capacityBytes, int maxFragmentBytes, int maxFragments, int openBlocks) {
        this(blockBytes, capacityBytes, maxFragmentBytes, maxFragments, openBlocks, false, 0, 1);
    }

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
        check(
                inodeBytes >= 0 && inodeBytes <= maxFragmentBytes,
                "packing.inodeBytes must be in 0 to packing.maxFragmentBytes");
        check(tails || inodeBytes == 0, "packing.inodeBytes needs packing.tails");
        check(
                alignmentBytes >= 1 && maxFragmentBytes % alignmentBytes == 0,
                "packing.alignmentBytes must divide packing.maxFragmentBytes");
    }

    /**
     * How a chunk divides; null if no part of it shares a block.
     *
     * @param bytes what the chunk is kept in, its header included
     */
    public @Nullable Parts parts(int bytes) {
        int rest = tails ? bytes % blockBytes : bytes;
        if (rest == 0) {
            return null;
        }
        if (rest + inodeBytes <= maxFragmentBytes) {
            return new Parts(bytes - rest, aligned(rest + inodeBytes));
        }
        // The rest has a block of its own, and its inode lies with others.
        return inodeBytes == 0 ? null : new Parts(bytes - rest + blockBytes, aligned(inodeBytes));
    }

    private int aligned(int bytes) {
        return (bytes + alignmentBytes - 1) / alignmentBytes * alignmentBytes;
    }

    private static void check(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }
}
