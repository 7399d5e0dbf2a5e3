package io.compscan.core.fold.calibrate;

import io.compscan.core.compress.BlockPacker;
import io.compscan.core.compress.Compressor;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** The bytes of a block until the slow compressor has seen them. The lock of its {@link BlockSample} guards what changes. */
final class PendingBlock {

    private final int lengthBytes;
    private final int quickBytes;
    private final long checksum;
    /** Null once the slow size is known. */
    private byte @Nullable [] packed;

    private int slowBytes;
    /** How many places of the sample need the block. */
    private int holders;

    private boolean isTaken;

    /** @param packed the block as a {@link BlockPacker} has packed it */
    PendingBlock(byte[] packed, int lengthBytes) {
        this.packed = packed;
        this.lengthBytes = lengthBytes;
        quickBytes = packed.length;
        CRC32C sum = new CRC32C();
        sum.update(packed, 0, packed.length);
        checksum = sum.getValue();
    }

    int lengthBytes() {
        return lengthBytes;
    }

    int quickBytes() {
        return quickBytes;
    }

    /** Of the packed bytes: blocks with the same one and the same sizes are taken for the same. */
    long checksum() {
        return checksum;
    }

    boolean isSettled() {
        return packed == null;
    }

    /** The slow size in bytes, at most the length; the block must be settled. */
    int slowBytes() {
        if (!isSettled()) {
            throw new IllegalStateException("the block has not been compressed");
        }
        return slowBytes;
    }

    /** Notes a place that needs the block; returns the bytes that the sample holds for it from now on. */
    int hold() {
        return holders++ == 0 ? heldBytes() : 0;
    }

    /** Notes that a place needs the block no more; returns the bytes that the sample is rid of. */
    int release() {
        return --holders == 0 ? heldBytes() : 0;
    }

    private int heldBytes() {
        return isSettled() ? 0 : quickBytes;
    }

    /** Whether the caller shall compress it: nobody else has been told so. */
    boolean take() {
        boolean isFree = !isSettled() && !isTaken;
        isTaken |= isFree;
        return isFree;
    }

    /** Compresses the block, which the caller has taken; needs no lock. */
    int compress(Compressor slow) {
        byte[] bytes = packed;
        if (bytes == null) {
            throw new IllegalStateException("the block has been compressed before");
        }
        return slow.storedBytes(BlockPacker.unpack(bytes, lengthBytes), 0, lengthBytes);
    }

    /** Notes the slow size; returns the bytes that the sample is rid of. */
    int settle(int bytes) {
        slowBytes = bytes;
        packed = null;
        return holders > 0 ? quickBytes : 0;
    }
}
