package io.compscan.core.source.file;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitVersion;
import io.compscan.core.source.file.DeepDirectory.Anchor;
import java.io.IOException;

/**
 * A regular file that has no path, because it is too deep.
 *
 * @param directory a directory above it
 * @param file the file, its path starting from there
 */
record DeepFileUnit(DeepDirectory directory, FileUnit file) implements Unit {

    @Override
    public String name() {
        return directory.name() + "/" + file.name();
    }

    @Override
    public String extension() {
        return file.extension();
    }

    @Override
    public long sizeBytes() {
        return file.sizeBytes();
    }

    @Override
    public UnitVersion version() {
        try (Anchor anchor = directory.open()) {
            return UnitVersion.of(anchor.resolve(file.path()));
        } catch (IOException e) {
            return UnitVersion.ofSize(-1);
        }
    }

    /** Opens the file below its directory. */
    OpenDescriptor descriptor() throws IOException {
        try (Anchor anchor = directory.open()) {
            return file.descriptorIn(anchor);
        }
    }

    @Override
    public boolean isSparse() throws IOException {
        try (OpenDescriptor opened = descriptor()) {
            return FileUnit.isSparse(opened);
        }
    }

    @Override
    public UnitChannel open() throws IOException {
        return file.channelOf(descriptor());
    }
}
