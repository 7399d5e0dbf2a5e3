package io.compscan.image.filesystem;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.view.FileSystemFormat;
import io.compscan.image.disk.ImageFile;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The file system NTFS. */
public final class Ntfs implements FileSystemFormat {

    /** For the service loader. */
    public Ntfs() {}

    @Override
    public @Nullable Found look(Unit unit) throws IOException {
        try (UnitChannel channel = unit.open()) {
            ImageFile file = new ImageFile(unit, channel);
            if (file.sizeBytes() < 512 || file.u64(3, LITTLE_ENDIAN) != NtfsVolume.MAGIC) {
                return null;
            }
            NtfsVolume volume = NtfsVolume.boot(file);
            return volume == null ? null : new Found("ntfs", volume.clusterBytes(), volume.sizeBytes());
        }
    }

    @Override
    public Unit trimmed(Unit unit) throws IOException {
        return TrimmedUnit.of(unit, NtfsFreeSpace::open);
    }
}
