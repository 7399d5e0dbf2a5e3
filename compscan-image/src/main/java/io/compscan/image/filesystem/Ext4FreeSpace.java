package io.compscan.image.filesystem;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.compscan.image.disk.ImageFile;
import java.io.IOException;

/**
 * The block bitmaps of ext4, one a group.
 *
 * <pre>
 *   descriptor   00 block bitmap   04 inode bitmap   08 inode table   12 flags (2: the bitmap was never written)   20, 24, 28 upper halves
 * </pre>
 *
 * In a group whose bitmap was never written, the copies of superblock and descriptors and the group's own tables are in use. All other
 * blocks are free.
 */
final class Ext4FreeSpace extends FreeSpace {

    private static final int UNWRITTEN = 2;
    private static final int WIDE_BYTES = 64;

    private final ImageFile file;
    private final Ext4Superblock layout;

    Ext4FreeSpace(ImageFile file, Ext4Superblock layout) {
        super(file);
        this.file = file;
        this.layout = layout;
    }

    @Override
    Area areaAt(long position) throws IOException {
        long blockBytes = layout.blockBytes();
        long first = layout.firstBlock() * blockBytes;
        long end = layout.blocks() * blockBytes;
        if (position < first) {
            return Area.used(0, first);
        }
        if (position >= end) {
            return Area.used(end, Long.MAX_VALUE);
        }
        long group = (position / blockBytes - layout.firstBlock()) / layout.groupBlocks();
        long descriptor = layout.descriptor(group);
        long groupStart = layout.start(group) * blockBytes;
        long groupEnd = Math.min(end, layout.start(group + 1) * blockBytes);
        boolean isUnwritten =
                layout.groups().hasSums() && (file.u16(descriptor + 0x12, LITTLE_ENDIAN) & UNWRITTEN) != 0;
        if (isUnwritten) {
            return unwritten(position, group, descriptor, groupStart, groupEnd);
        }
        return new Area(groupStart, groupEnd, layout.clusterBytes(), block(descriptor, 0x00, 0x20) * blockBytes);
    }

    private long block(long descriptor, int lower, int upper) throws IOException {
        long block = file.u32(descriptor + lower, LITTLE_ENDIAN);
        if (layout.descriptorBytes() >= WIDE_BYTES) {
            block |= file.u32(descriptor + upper, LITTLE_ENDIAN) << 32;
        }
        if (block <= 0 || block >= layout.blocks()) {
            throw new IOException("damaged: a table of a group lies at block " + Long.toUnsignedString(block));
        }
        return block;
    }

    private Area unwritten(long position, long group, long descriptor, long groupStart, long groupEnd)
            throws IOException {
        long blockBytes = layout.blockBytes();
        long[][] used = {
            {groupStart / blockBytes, layout.copiedBlocks(group)},
            {block(descriptor, 0x00, 0x20), 1},
            {block(descriptor, 0x04, 0x24), 1},
            {block(descriptor, 0x08, 0x28), layout.inodeTableBlocks()},
        };
        long freeStart = groupStart;
        long freeEnd = groupEnd;
        for (long[] range : used) {
            // A cluster is in use if a part of it is.
            long from = groupStart
                    + Math.floorDiv(range[0] * blockBytes - groupStart, layout.clusterBytes()) * layout.clusterBytes();
            long to = groupStart
                    - Math.floorDiv(groupStart - (range[0] + range[1]) * blockBytes, layout.clusterBytes())
                            * layout.clusterBytes();
            if (range[1] > 0 && position >= from && position < to) {
                return Area.used(Math.max(from, groupStart), Math.min(to, groupEnd));
            }
            if (from > position) {
                freeEnd = Math.min(freeEnd, from);
            } else if (to <= position) {
                freeStart = Math.max(freeStart, to);
            }
        }
        return Area.free(freeStart, freeEnd);
    }
}
