package io.compscan.core.fold.calibrate;

import java.util.List;

/**
 * One place of an element of the sample: its own block, or a part of the blocks that a group of small files shares.
 *
 * @param quickBytes the quick size of the element in this place
 * @param lengthBytes its length
 * @param blocks its block; or the blocks of the group
 * @param roughBytes the weight of the element in its group; 0 if it has a block of its own
 * @param groupBytes the weight of all elements of the group; 0 if it has a block of its own
 * @param togetherBytes the quick size of all blocks of the group, also where not all of them are kept
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
     * A place in a group.
     *
     * @param blocks the blocks of the group
     */
    static Place ofGroup(int quickBytes, int lengthBytes, List<PendingBlock> blocks, int roughBytes, long groupBytes) {
        long together = blocks.stream().mapToLong(PendingBlock::quickBytes).sum();
        return new Place(quickBytes, lengthBytes, List.copyOf(blocks), roughBytes, groupBytes, together);
    }

    /** Whether the element shares its blocks, so that it takes a part of their slow size. */
    boolean isShared() {
        return groupBytes > 0;
    }

    boolean isSettled() {
        return blocks.stream().allMatch(PendingBlock::isSettled);
    }

    /** The slow size of the element, to the byte; all blocks must be settled. */
    int exactBytes() {
        long all = blocks.stream().mapToLong(PendingBlock::slowBytes).sum();
        return isShared() ? SharedPart.bytes(roughBytes, all, groupBytes, lengthBytes) : (int) all;
    }

    /**
     * The same place with one of the blocks, drawn in proportion to their quick sizes. So the expected value of {@link #drawnBytes} is the
     * element's part of all blocks.
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
     * An estimate of the element's slow size, from the one block that was drawn. The block must be settled. The estimate may exceed the
     * length: with a limit there, its mean would be too small.
     */
    double drawnBytes() {
        PendingBlock block = blocks.get(0);
        double part = isShared() ? (double) roughBytes * togetherBytes / groupBytes : block.quickBytes();
        return part * block.slowBytes() / block.quickBytes();
    }

    /** Whether nothing tells the two places apart. */
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
     * Orders drawn places by the quick size, because an index keeps the largest. Places of one size are in the order of the numbers that
     * {@link #drawnBytes} uses, so that the order of their arrival does not count. Two groups may have the drawn block in common, and no
     * other.
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
