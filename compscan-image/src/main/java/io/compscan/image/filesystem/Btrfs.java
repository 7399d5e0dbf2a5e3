package io.compscan.image.filesystem;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.view.FileSystemFormat;
import io.compscan.image.disk.ImageFile;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The file system btrfs: from 64 KiB on, {@code _BHRfS_M} at byte 64, its size at byte 112, the sector size at byte 144. */
public final class Btrfs implements FileSystemFormat {

    private static final long START = 64 << 10;
    private static final long MAGIC = 0x4d5f53665248425fL;

    /** For the service loader. */
    public Btrfs() {}

    @Override
    public @Nullable Found look(Unit unit) throws IOException {
        try (UnitChannel channel = unit.open()) {
            ImageFile file = new ImageFile(unit, channel);
            if (file.sizeBytes() < START + 4096 || file.u64(START + 64, LITTLE_ENDIAN) != MAGIC) {
                return null;
            }
            long blockBytes = file.u32(START + 144, LITTLE_ENDIAN);
            boolean isSound = blockBytes >= 512 && blockBytes <= 64 << 10 && Long.bitCount(blockBytes) == 1;
            return isSound ? new Found("btrfs", blockBytes, file.u64(START + 112, LITTLE_ENDIAN)) : null;
        }
    }

    @Override
    public Unit trimmed(Unit unit) throws IOException {
        throw new IOException("its free space is in trees that are not read here");
    }
}
