package io.compscan.image.filesystem;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.compscan.image.disk.ImageFile;
import java.io.IOException;
import java.util.List;

/**
 * The layout of ext4, from its superblock; see the kernel's {@code Documentation/filesystems/ext4}. All numbers are little-endian.
 *
 * <pre>
 *   from byte 1024 on:
 *    04 blocks       14 first block    18 block size, 1024 &lt;&lt; n    1c cluster size, likewise   20 blocks in a group   24 clusters in a group
 *    28 inodes in a group   38 magic   3a state    58 inode size   5c compatible, 60 incompatible, 64 read-only compatible features
 *    ce reserved blocks of descriptors    fe descriptor size   104 first meta group   150 blocks, upper half   24c groups with backups
 * </pre>
 *
 * @param blockBytes the block size
 * @param clusterBytes the bytes for which a bit of a bitmap stands
 * @param firstBlock the first block of group 0
 * @param blocks how many blocks there are
 * @param groupBlocks how many of them are in a group
 * @param descriptorBytes the size of a group's descriptor
 * @param inodeTableBlocks the size of a group's table of inodes
 * @param groups which groups have copies of superblock and descriptors
 */
record Ext4Superblock(
        long blockBytes,
        long clusterBytes,
        long firstBlock,
        long blocks,
        long groupBlocks,
        int descriptorBytes,
        long inodeTableBlocks,
        Copies groups) {

    /** Where the superblock lies. */
    static final long START = 1024;
    /** The number that marks a superblock. */
    static final int MAGIC = 0xef53;
    /** Blocks have at most 64 KiB. */
    static final int MAX_BLOCK_BITS = 6;

    private static final int CLEAN = 1;
    private static final int ERRORS = 2;

    private static final long SPARSE_COPIES = 0x200;

    private static final long RECOVER = 0x4;
    private static final long META_GROUPS = 0x10;
    private static final long WIDE = 0x80;
    /** File types, recovery, meta groups, extents, 64 bits, multiple mounts, flexible groups, values in inodes, ..., case folding. */
    private static final long KNOWN_INCOMPATIBLE = 0x3f7d6;

    private static final long SPARSE = 0x1;
    private static final long GROUP_SUMS = 0x10 | 0x400;
    private static final long BIG_CLUSTERS = 0x200;
    /** All but snapshots and replicas, which are no part of the kernel. */
    private static final long KNOWN_READ_ONLY = 0x1f77f;

    /**
     * Which groups have copies.
     *
     * @param isSparse whether only the groups whose numbers are powers of 3, 5 and 7 have them
     * @param isListed whether only the two groups in {@code backups} have them
     * @param backups the numbers of these two groups
     * @param hasMetaGroups whether descriptors lie with the groups that they describe, from {@code firstMetaGroup} on
     * @param firstMetaGroup the first such group, counted in blocks of descriptors
     * @param reservedBlocks free blocks for more descriptors, behind the present ones
     * @param hasSums whether descriptors have checksums, so that their flags count
     */
    record Copies(
            boolean isSparse,
            boolean isListed,
            List<Long> backups,
            boolean hasMetaGroups,
            long firstMetaGroup,
            int reservedBlocks,
            boolean hasSums) {

        boolean has(long group) {
            if (group == 0) {
                return true;
            }
            if (isListed) {
                return backups.contains(group);
            }
            return !isSparse || group == 1 || isPower(group, 3) || isPower(group, 5) || isPower(group, 7);
        }

        private static boolean isPower(long number, int base) {
            long power = base;
            while (power < number) {
                power *= base;
            }
            return power == number;
        }
    }

    /** Reads the superblock, and refuses a file system with unreliable bitmaps. */
    static Ext4Superblock read(ImageFile file) throws IOException {
        long compatible = file.u32(START + 0x5c, LITTLE_ENDIAN);
        long incompatible = file.u32(START + 0x60, LITTLE_ENDIAN);
        long readOnly = file.u32(START + 0x64, LITTLE_ENDIAN);
        checkState(file, incompatible, readOnly);
        long blockBits = file.u32(START + 0x18, LITTLE_ENDIAN);
        long clusterBits = (readOnly & BIG_CLUSTERS) == 0 ? blockBits : file.u32(START + 0x1c, LITTLE_ENDIAN);
        if (blockBits > MAX_BLOCK_BITS || clusterBits < blockBits || clusterBits > 20) {
            throw new IOException("damaged: blocks of 2^" + (10 + blockBits) + " bytes");
        }
        long blockBytes = 1024L << blockBits;
        boolean isWide = (incompatible & WIDE) != 0;
        long blocks = file.u32(START + 4, LITTLE_ENDIAN) | (isWide ? file.u32(START + 0x150, LITTLE_ENDIAN) << 32 : 0);
        int descriptorBytes = isWide ? file.u16(START + 0xfe, LITTLE_ENDIAN) : 32;
        int inodeBytes = file.u16(START + 0x58, LITTLE_ENDIAN);
        Copies copies = new Copies(
                (readOnly & SPARSE) != 0,
                (compatible & SPARSE_COPIES) != 0,
                List.of(file.u32(START + 0x24c, LITTLE_ENDIAN), file.u32(START + 0x250, LITTLE_ENDIAN)),
                (incompatible & META_GROUPS) != 0,
                file.u32(START + 0x104, LITTLE_ENDIAN),
                file.u16(START + 0xce, LITTLE_ENDIAN),
                (readOnly & GROUP_SUMS) != 0);
        long inodes = file.u32(START + 0x28, LITTLE_ENDIAN);
        Ext4Superblock all = new Ext4Superblock(
                blockBytes,
                1024L << clusterBits,
                file.u32(START + 0x14, LITTLE_ENDIAN),
                blocks,
                file.u32(START + 0x20, LITTLE_ENDIAN),
                descriptorBytes,
                (inodes * inodeBytes + blockBytes - 1) / blockBytes,
                copies);
        all.check(file);
        return all;
    }

    private static void checkState(ImageFile file, long incompatible, long readOnly) throws IOException {
        int state = file.u16(START + 0x3a, LITTLE_ENDIAN);
        long unknown = (incompatible & ~KNOWN_INCOMPATIBLE) | (readOnly & ~KNOWN_READ_ONLY);
        if (unknown != 0) {
            throw new IOException("it has features that are not known here: 0x" + Long.toHexString(unknown));
        }
        if ((incompatible & RECOVER) != 0) {
            throw new IOException("its journal needs recovery; mount it once and unmount it");
        }
        if ((state & ERRORS) != 0) {
            throw new IOException("it has errors; let e2fsck repair it");
        }
        if ((state & CLEAN) == 0) {
            throw new IOException("it is mounted, or was not unmounted");
        }
    }

    private void check(ImageFile file) throws IOException {
        boolean isSound = firstBlock <= 1
                && blocks > firstBlock
                && blocks <= Long.MAX_VALUE / blockBytes
                && groupBlocks > 0
                && groupBlocks % (clusterBytes / blockBytes) == 0
                && groupBlocks / (clusterBytes / blockBytes) <= 8 * blockBytes
                && descriptorBytes >= 32
                && descriptorBytes <= blockBytes
                && Integer.bitCount(descriptorBytes) == 1;
        if (!isSound) {
            throw new IOException("damaged: its superblock does not make sense");
        }
        if (blocks * blockBytes > file.sizeBytes()) {
            throw new IOException(
                    "truncated: it has " + blocks * blockBytes + " bytes, but its disk has " + file.sizeBytes());
        }
    }

    long descriptorsInBlock() {
        return blockBytes / descriptorBytes;
    }

    long groupCount() {
        return (blocks - firstBlock + groupBlocks - 1) / groupBlocks;
    }

    /** The first block of a group. */
    long start(long group) {
        return firstBlock + group * groupBlocks;
    }

    /** The number of the block that holds the first superblock; not 0 where blocks are small. */
    private long superblock() {
        return Math.max(firstBlock, START / blockBytes);
    }

    /** Where the descriptor of a group lies. */
    long descriptor(long group) {
        long index = group / descriptorsInBlock();
        long block = superblock() + 1 + index;
        if (groups.hasMetaGroups() && index >= groups.firstMetaGroup()) {
            long first = index * descriptorsInBlock();
            block = (first == 0 ? superblock() : start(first)) + (groups.has(first) ? 1 : 0);
        }
        return block * blockBytes + group % descriptorsInBlock() * descriptorBytes;
    }

    /** How many blocks at the beginning of a group hold copies of superblock and descriptors. */
    long copiedBlocks(long group) {
        long index = group / descriptorsInBlock();
        long superblocks = groups.has(group) ? 1 : 0;
        if (groups.hasMetaGroups() && index >= groups.firstMetaGroup()) {
            long inMetaGroup = group % descriptorsInBlock();
            boolean hasDescriptors = inMetaGroup <= 1 || inMetaGroup == descriptorsInBlock() - 1;
            return superblocks + (hasDescriptors ? 1 : 0);
        }
        if (superblocks == 0) {
            return 0;
        }
        long all = (groupCount() + descriptorsInBlock() - 1) / descriptorsInBlock();
        return 1 + (groups.hasMetaGroups() ? groups.firstMetaGroup() : all) + groups.reservedBlocks();
    }
}
