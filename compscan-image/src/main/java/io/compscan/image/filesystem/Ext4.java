package io.compscan.image.filesystem;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.view.FileSystemFormat;
import io.compscan.image.disk.ImageFile;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The file system ext4, and ext2 and ext3, whose layout is the same. */
public final class Ext4 implements FileSystemFormat {

    /** For the service loader. */
    public Ext4() {}

    @Override
    public @Nullable Found look(Unit unit) throws IOException {
        try (UnitChannel channel = unit.open()) {
            ImageFile file = new ImageFile(unit, channel);
            if (file.sizeBytes() < 2 * Ext4Superblock.START
                    || file.u16(Ext4Superblock.START + 0x38, LITTLE_ENDIAN) != Ext4Superblock.MAGIC) {
                return null;
            }
            long blockBits = file.u32(Ext4Superblock.START + 0x18, LITTLE_ENDIAN);
            if (blockBits > Ext4Superblock.MAX_BLOCK_BITS) {
                return null;
            }
            long blockBytes = 1024L << blockBits;
            return new Found("ext4", blockBytes, file.u32(Ext4Superblock.START + 4, LITTLE_ENDIAN) * blockBytes);
        }
    }

    @Override
    public Unit trimmed(Unit unit) throws IOException {
        return TrimmedUnit.of(unit, file -> new Ext4FreeSpace(file, Ext4Superblock.read(file)));
    }
}
