package io.compscan.image;

import io.compscan.core.source.PathName;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitVersion;
import io.compscan.core.source.view.Placed;
import io.compscan.image.disk.Disk;
import io.compscan.image.disk.ImageChain;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The disk in an image.
 *
 * @param container the image
 * @param opener opens it
 * @param part what of it is shown, null for its present state
 * @param sizeBytes the size of the disk
 * @param others all files that it is made of but the first
 */
record DiskUnit(Unit container, Opener opener, @Nullable String part, long sizeBytes, List<Unit> others)
        implements Unit, Placed {

    /** Opens the disk. */
    @FunctionalInterface
    interface Opener {
        /** The disk, whose files belong to the caller. */
        Disk open(ImageChain.Files files) throws IOException;
    }

    @Override
    public String name() {
        return part == null ? container.name() : container.name() + "#" + PathName.of(part);
    }

    @Override
    public String extension() {
        return container.extension();
    }

    @Override
    public Object identity() {
        return part == null ? container.identity() : name();
    }

    /** A change of any of its files changes the disk. */
    @Override
    public UnitVersion version() {
        UnitVersion all = container.version();
        if (all.sizeBytes() < 0) {
            return all;
        }
        long modifiedNanos = all.modifiedNanos();
        long changedNanos = all.changedNanos();
        for (Unit other : others) {
            UnitVersion version = other.version();
            if (version.sizeBytes() < 0) {
                return version;
            }
            modifiedNanos = Math.max(modifiedNanos, version.modifiedNanos());
            changedNanos = Math.max(changedNanos, version.changedNanos());
        }
        return new UnitVersion(sizeBytes, modifiedNanos, changedNanos, all.inode());
    }

    @Override
    public List<Piece> pieces(int most) throws IOException {
        try (ImageChain.Files files = new ImageChain.Files()) {
            return opener.open(files).pieces(most);
        }
    }

    @Override
    public UnitChannel open() throws IOException {
        ImageChain.Files files = new ImageChain.Files();
        try {
            return new OpenDisk(opener.open(files), files);
        } catch (IOException | RuntimeException e) {
            files.close();
            throw e;
        }
    }

    private record OpenDisk(Disk disk, ImageChain.Files files) implements UnitChannel {

        @Override
        public int read(long position, byte[] data, int offset, int length) throws IOException {
            return disk.read(position, data, offset, length);
        }

        @Override
        public long nextData(long position) throws IOException {
            return disk.nextData(position);
        }

        @Override
        public boolean hasChanged() {
            return files.hasChanged();
        }

        @Override
        public void close() throws IOException {
            files.close();
        }
    }
}
