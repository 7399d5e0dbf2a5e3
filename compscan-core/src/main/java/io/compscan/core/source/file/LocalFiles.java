package io.compscan.core.source.file;

import io.compscan.core.libc.FileCalls;
import io.compscan.core.source.Unit;
import java.io.IOException;

/** Units that are local files, as descriptors. */
public final class LocalFiles {

    private LocalFiles() {}

    /** Returns whether the unit is a local file, and so can have a descriptor here. */
    public static boolean isOne(Unit unit) {
        return (unit instanceof FileUnit file && NativePath.isReachable(file.path()))
                || (unit instanceof DeepFileUnit && FileCalls.load());
    }

    /**
     * Opens the file of a unit.
     *
     * @throws IOException if it cannot be opened, or is not a local file
     */
    public static OpenDescriptor open(Unit unit) throws IOException {
        if (unit instanceof FileUnit file) {
            return file.descriptor();
        }
        if (unit instanceof DeepFileUnit deep) {
            return deep.descriptor();
        }
        throw new IOException("not a local file");
    }
}
