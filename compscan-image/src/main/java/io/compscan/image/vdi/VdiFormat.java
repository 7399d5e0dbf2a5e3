package io.compscan.image.vdi;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.compscan.core.source.view.Head;
import io.compscan.image.disk.BlockMap;
import io.compscan.image.disk.ImageChain;
import io.compscan.image.disk.ImageFile;
import io.compscan.image.disk.MappedDisk;
import io.compscan.image.disk.Run;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * VirtualBox's format: dynamic and fixed images.
 *
 * <pre>
 *    64 magic   68 version   76 type: 1 dynamic, 2 fixed, 3 undo, 4 differencing
 *   340 offset of the map   344 offset of the blocks   368 size of the disk   376 block size   380 extra bytes before a block   384 blocks
 *   map entry: number of the block in the file; ffffffff: not allocated, fffffffe: discarded
 * </pre>
 *
 * All numbers are little-endian.
 */
public final class VdiFormat implements ImageChain.Format {

    private static final String MAGIC = "\u007f\u0010\u00da\u00be";
    private static final int MAGIC_AT = 64;
    private static final long VERSION = 0x0001_0001;
    private static final long FIRST_UNALLOCATED = 0xffff_fffeL;
    private static final int SECTOR_BYTES = 512;
    private static final long MAX_BLOCK_BYTES = 1L << 30;

    @Override
    public String name() {
        return "vdi";
    }

    @Override
    public boolean probe(Head head) {
        return head.has(MAGIC_AT, MAGIC);
    }

    @Override
    public Set<String> extensions() {
        return Set.of("vdi");
    }

    @Override
    public ImageChain.Opened open(ImageFile file, ImageChain chain, @Nullable String part) throws IOException {
        if (part != null) {
            throw new IOException("a VDI image shows its present state alone");
        }
        long version = file.u32(68, LITTLE_ENDIAN);
        if (version != VERSION) {
            throw new IOException("version 0x" + Long.toHexString(version) + " is not known");
        }
        long type = file.u32(76, LITTLE_ENDIAN);
        if (type != 1 && type != 2) {
            throw new IOException(
                    type == 4 ? "a differencing image, which is not supported" : "type " + type + " is not known");
        }
        long size = file.u64(368, LITTLE_ENDIAN);
        long blockBytes = file.u32(376, LITTLE_ENDIAN);
        long extraBytes = file.u32(380, LITTLE_ENDIAN);
        long blocks = file.u32(384, LITTLE_ENDIAN);
        if (blockBytes < SECTOR_BYTES || blockBytes > MAX_BLOCK_BYTES || extraBytes > MAX_BLOCK_BYTES) {
            throw new IOException("damaged: blocks of " + blockBytes + " bytes");
        }
        if (size < 0 || blocks < size / blockBytes + (size % blockBytes == 0 ? 0 : 1)) {
            throw new IOException(
                    "damaged: " + blocks + " blocks for a disk of " + Long.toUnsignedString(size) + " bytes");
        }
        long mapOffset = file.u32(340, LITTLE_ENDIAN);
        if (mapOffset > file.sizeBytes() - blocks * Integer.BYTES) {
            throw new IOException("truncated or damaged: the map of blocks lies at byte " + mapOffset
                    + ", but the file has " + file.sizeBytes());
        }
        Blocks map = new Blocks(file, mapOffset, file.u32(344, LITTLE_ENDIAN), blockBytes, extraBytes);
        return new ImageChain.Opened(new MappedDisk(map, size, 0, null), "");
    }

    private record Blocks(ImageFile file, long mapOffset, long dataOffset, long blockBytes, long extraBytes)
            implements BlockMap {

        @Override
        public Run at(long position) throws IOException {
            long inBlock = position % blockBytes;
            long entry = file.u32(mapOffset + position / blockBytes * Integer.BYTES, LITTLE_ENDIAN);
            if (entry >= FIRST_UNALLOCATED) {
                return Run.hole(blockBytes - inBlock);
            }
            long start = dataOffset + entry * (blockBytes + extraBytes) + extraBytes;
            return Run.data(blockBytes - inBlock, file, start + inBlock);
        }
    }
}
