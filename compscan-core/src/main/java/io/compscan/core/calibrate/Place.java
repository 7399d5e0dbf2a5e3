package io.compscan.core.calibrate;

import java.util.List;

/**
 * One place where an element of the sample lies: a block of its own, or a part of the blocks that a group of small files shares.
 *
 * @param quickBytes what the element takes there by the quick compressor
 * @param lengthBytes its length
 * @param blocks its block; or the blocks of the group
 * @param roughBytes what the element weighs in its group; 0 if it has a block of its own
 * @param groupBytes what all elements of the group weigh; 0 if it has a block of its own
 * @param togetherBytes what the blocks of the group take by the quick compressor, also where not all of them are kept
 */
record Place(
        int quickBytes,
        int lengthBytes,
        List<PendingBlock> blocks,
        int roughBytes,
        long groupBytes,
        long togetherBytes) {

    static Place ofBlock(PendingBlock block) {
        return new Place(block.quickBytes(), block.lengthBytes(), List.of(block), 0, 0, block.quickBytes());
    }

    /**
     * In a group.
     *
     * @param blocks those of the group
     */
    static Place ofGroup(int quickBytes, int lengthBytes, List<PendingBlock> blocks, int roughBytes, long groupBytes) {
        long together = blocks.stream().mapToLong(PendingBlock::quickBytes).sum();
        return new Place(quickBytes, lengthBytes, List.copyOf(blocks), roughBytes, groupBytes, together);
    }

    /** Whether the slow size has to be shared out. */
    boolean isShared() {
        return groupBytes > 0;
    }

    boolean isSettled() {
        return blocks.stream().allMatch(PendingBlock::isSettled);
    }

    /** What the element takes by the slow compressor, to the byte; all blocks must be settled. */
    int exactBytes() {
        long all = blocks.stream().mapToLong(PendingBlock::slowBytes).sum();
        return isShared() ? SharedPart.bytes(roughBytes, all, groupBytes, lengthBytes) : (int) all;
    }

    /**
     * The same place with one of the blocks, drawn in proportion to their quick sizes. So the expected value of {@link #drawnBytes} is the
     * part of them all.
     *
     * @param random in [0, 1)
     */
    Place draw(double random) {
        if (blocks.size() == 1) {
            return this;
        }
        double left =
                random * blocks.stream().mapToLong(PendingBlock::quickBytes).sum();
        PendingBlock drawn = blocks.get(blocks.size() - 1);
        for (PendingBlock block : blocks) {
            left -= block.quickBytes();
            if (left < 0) {
                drawn = block;
                break;
            }
        }
        return new Place(quickBytes, lengthBytes, List.of(drawn), roughBytes, groupBytes, togetherBytes);
    }

    /**
     * An estimate of what the element takes by the slow compressor, from the one block that was drawn, which must be settled. It may exceed the
     * length: were it cut off there, its mean would be too small.
     */
    double drawnBytes() {
        PendingBlock block = blocks.get(0);
        double part = isShared() ? (double) roughBytes * togetherBytes / groupBytes : block.quickBytes();
        return part * block.slowBytes() / block.quickBytes();
    }

    /** Whether both are the same for all that can be told of them. */
    boolean isLike(Place other) {
        boolean isLike = quickBytes == other.quickBytes
                && roughBytes == other.roughBytes
                && groupBytes == other.groupBytes
                && togetherBytes == other.togetherBytes
                && blocks.size() == other.blocks.size();
        for (int i = 0; isLike && i < blocks.size(); i++) {
            isLike = order(blocks.get(i), other.blocks.get(i)) == 0;
        }
        return isLike;
    }

    /**
     * Orders drawn places by the quick size, as an index does that keeps the largest, and those of one size by all that {@link #drawnBytes}
     * is made of: which of them came first must not count. Two groups may have the drawn block in common, and no other.
     */
    int orderAfter(Place other) {
        int bySize = Integer.compare(quickBytes, other.quickBytes);
        int byBlock = bySize != 0 ? bySize : order(blocks.get(0), other.blocks.get(0));
        int byGroup = byBlock != 0 ? byBlock : Long.compare(groupBytes, other.groupBytes);
        int byTogether = byGroup != 0 ? byGroup : Long.compare(togetherBytes, other.togetherBytes);
        return byTogether != 0 ? byTogether : Integer.compare(roughBytes, other.roughBytes);
    }

    private static int order(PendingBlock one, PendingBlock other) {
        int byQuick = Integer.compare(one.quickBytes(), other.quickBytes());
        int byLength = byQuick != 0 ? byQuick : Integer.compare(one.lengthBytes(), other.lengthBytes());
        return byLength != 0 ? byLength : Long.compare(one.checksum(), other.checksum());
    }
}
