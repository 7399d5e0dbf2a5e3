package io.compscan.image.filesystem;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.view.FileSystemFormat;
import io.compscan.image.disk.ImageFile;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The file system XFS: {@code XFSB}, the block size from byte 4 on and the number of blocks from byte 8 on, both big-endian. */
public final class Xfs implements FileSystemFormat {

    private static final long MAGIC = 0x58465342L;

    /** For the service loader. */
    public Xfs() {}

    @Override
    public @Nullable Found look(Unit unit) throws IOException {
        try (UnitChannel channel = unit.open()) {
            ImageFile file = new ImageFile(unit, channel);
            if (file.sizeBytes() < 512 || file.u32(0, BIG_ENDIAN) != MAGIC) {
                return null;
            }
            long blockBytes = file.u32(4, BIG_ENDIAN);
            boolean isSound = blockBytes >= 512 && blockBytes <= 64 << 10 && Long.bitCount(blockBytes) == 1;
            return isSound ? new Found("xfs", blockBytes, file.u64(8, BIG_ENDIAN) * blockBytes) : null;
        }
    }

    @Override
    public Unit trimmed(Unit unit) throws IOException {
        throw new IOException("its free space is in trees that are not read here");
    }
}
