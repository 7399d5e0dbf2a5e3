package io.compscan.core.fold.calibrate;

import io.compscan.core.chunk.ZeroBytes;
import io.compscan.core.compress.BlockPacker;
import io.compscan.core.compress.Compressor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The quick companion of a slow compressor: sizes chunks block by block, and offers the blocks to the sample. A block that does not shrink is
 * stored raw; a block of zeros takes nothing and is in no sample. Belongs to one thread.
 */
public final class QuickBlocks implements Compressor {

    private final BlockSample sample;
    private final int blockBytes;
    private final BlockPacker packer;
    private final boolean ownsPacker;
    /** Null until the sample has too much to keep. */
    private @Nullable Compressor slow;

    private long key;
    private boolean isOffering;

    /** Blocks of one group of small files; null unless the sample wants one of them. */
    private @Nullable List<PendingBlock> group;

    /** A companion that fills the sample. */
    public QuickBlocks(BlockSample sample) {
        this(sample, new BlockPacker(), true);
    }

    /** A companion that shares a packer, which its owner closes. */
    public QuickBlocks(BlockSample sample, BlockPacker packer) {
        this(sample, packer, false);
    }

    private QuickBlocks(BlockSample sample, BlockPacker packer, boolean ownsPacker) {
        this.sample = sample;
        this.packer = packer;
        this.ownsPacker = ownsPacker;
        blockBytes = sample.quick().blockBytes();
    }

    /**
     * The stored size of a distinct chunk in bytes. Offers the blocks of the chunk to the sample.
     *
     * @param chunkKey eight bytes of its fingerprint
     * @param compressor this one, perhaps watched by another
     */
    public int chunkBytes(long chunkKey, Compressor compressor, byte[] data, int offset, int length) {
        key = chunkKey;
        isOffering = true;
        int bytes = compressor.storedBytes(data, offset, length);
        isOffering = false;
        return bytes;
    }

    @Override
    public int compressedBytes(byte[] data, int offset, int length) {
        int sum = 0;
        for (int done = 0, number = 0; done < length; done += blockBytes, number++) {
            int block = Math.min(blockBytes, length - done);
            if (ZeroBytes.isZero(data, offset + done, block)) {
                continue;
            }
            sum += packer.storedBytes(data, offset + done, block);
            if (isOffering && sample.wants(Spot.rank(key, number, block))) {
                add(Spot.of(key, number, block), block, Place.ofBlock(new PendingBlock(packer.packed(), block)));
            }
        }
        return sum;
    }

    private void add(Spot spot, int lengthBytes, Place place) {
        sample.add(spot, lengthBytes, place);
        if (sample.isOverfull()) {
            if (slow == null) {
                slow = sample.slow().ofWhole().open();
            }
            sample.relieve(slow);
        }
    }

    /** Whether the sample may want a small file, which lies in shared blocks. */
    public boolean wants(long chunkKey, int length) {
        return sample.wants(Spot.rank(chunkKey, 0, length));
    }

    /** Begins a group of small files; the sample wants some of them. */
    public void beginGroup() {
        group = new ArrayList<>();
    }

    /** Keeps the block that was compressed last, if a group has begun; it must not have changed since. */
    public void keepBlock(int length) {
        if (group != null) {
            group.add(new PendingBlock(packer.packed(), length));
        }
    }

    /**
     * Offers a small file of the group to the sample.
     *
     * @param quickBytes its part of the blocks
     * @param roughBytes its weight
     * @param groupBytes the weight of all files in the blocks
     */
    public void offer(long chunkKey, int length, int quickBytes, int roughBytes, long groupBytes) {
        if (group != null && wants(chunkKey, length)) {
            add(Spot.of(chunkKey, 0, length), length, Place.ofGroup(quickBytes, length, group, roughBytes, groupBytes));
        }
    }

    /** Ends the group. */
    public void endGroup() {
        group = null;
    }

    @Override
    public void close() {
        if (ownsPacker) {
            packer.close();
        }
        if (slow != null) {
            slow.close();
        }
    }
}
