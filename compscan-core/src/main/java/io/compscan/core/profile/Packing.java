package io.compscan.core.profile;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Blocks that several small chunks share.
 *
 * @param blockBytes the size of a block
 * @param capacityBytes the bytes of it for fragments; the rest is the block's own header
 * @param maxFragmentBytes the largest chunk that is packed, its header included
 * @param maxFragments how many chunks a block can hold
 * @param openBlocks how many blocks are being filled at a time
 * @param tails whether a chunk first fills whole blocks of its own, and only its rest shares one
 * @param inodeBytes the bytes in front of each fragment in its block, which count as metadata; only with tails
 * @param alignmentBytes fragments begin at multiples of this
 * @param inFlightBytes fragments arrive in the order of the data, and so much of the data is on its way to the packer at a time. A chunk
 *     whose duplicate is in flight, too, is not packed; null if fragments arrive in random order
 * @param flushBytes the writer flushes when it has written so much. What is in flight is not packed then, and the blocks being filled are
 *     written; 0 for never, and only with {@code inFlightBytes}
 */
public record Packing(
        int blockBytes,
        @Key(usual = "blockBytes") int capacityBytes,
        @Key(usual = "capacityBytes") int maxFragmentBytes,
        @Key(usual = "" + Integer.MAX_VALUE) int maxFragments,
        @Key(usual = "16") int openBlocks,
        boolean tails,
        @Key(usual = "0") int inodeBytes,
        @Key(usual = "1") int alignmentBytes,
        @Nullable Integer inFlightBytes,
        @Key(usual = "0", isLeftOut = true) int flushBytes)
        implements Serializable {

    /** The largest block. A table counts the sizes of fragments, and there may be many tables. */
    public static final int MAX_BLOCK_BYTES = 1 << 16;

    private static final int MAX_OPEN_BLOCKS = 1024;

    /**
     * The bytes that one copy of a chunk takes.
     *
     * @param aloneBytes the bytes in blocks of its own
     * @param fragmentBytes the bytes in a shared block, with the inode and up to the next multiple of the alignment
     */
    public record Parts(long aloneBytes, int fragmentBytes) {}

    /** A packing of whole chunks, which may begin anywhere in a block. */
    public Packing(int blockBytes, int capacityBytes, int maxFragmentBytes, int maxFragments, int openBlocks) {
        this(blockBytes, capacityBytes, maxFragmentBytes, maxFragments, openBlocks, false, 0, 1, null, 0);
    }

    /** Refuses values that contradict each other, naming the key. */
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
        check(
                inFlightBytes == null || (inFlightBytes >= 0 && inFlightBytes <= ArrivalSample.REGION_BYTES),
                "packing.inFlightBytes must be in 0 to " + ArrivalSample.REGION_BYTES);
        check(
                flushBytes == 0 || (flushBytes > 0 && Integer.bitCount(flushBytes) == 1),
                "packing.flushBytes must be 0 or a power of two");
        check(flushBytes == 0 || inFlightBytes != null, "packing.flushBytes needs packing.inFlightBytes");
    }

    /**
     * The parts of a chunk in blocks of its own and in a shared one; null if no part shares a block.
     *
     * @param bytes the kept size of the chunk, its header included
     */
    public @Nullable Parts parts(int bytes) {
        int rest = tails ? bytes % blockBytes : bytes;
        if (rest == 0) {
            return null;
        }
        if (rest + inodeBytes <= maxFragmentBytes) {
            return new Parts(bytes - rest, aligned(rest + inodeBytes));
        }
        // The rest has a block of its own, and its inode shares one.
        return inodeBytes == 0 ? null : new Parts(bytes - rest + blockBytes, aligned(inodeBytes));
    }

    /** What of the data is on its way to the packer at a time; 0 where fragments arrive in random order. */
    int bytesInFlight() {
        return inFlightBytes == null ? 0 : inFlightBytes;
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
