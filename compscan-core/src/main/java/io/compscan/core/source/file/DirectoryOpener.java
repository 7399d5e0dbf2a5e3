package io.compscan.core.source.file;

import io.compscan.core.source.file.DeepDirectory.Anchor;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Finds a path to each directory of a walk, and keeps the last deep directory open between calls. One thread. */
final class DirectoryOpener implements AutoCloseable {

    private @Nullable Anchor anchor;

    /** Returns a path that the system accepts until the next call. */
    Path open(PendingDirectory directory) throws IOException {
        DeepDirectory base = directory.base();
        if (base == null) {
            return directory.path();
        }
        Anchor last = anchor;
        if (last != null && last.directory() == base) {
            return last.resolve(directory.path());
        }
        anchor = null;
        try {
            Anchor next = base.open(last);
            anchor = next;
            return next.resolve(directory.path());
        } finally {
            if (last != null) {
                last.close();
            }
        }
    }

    @Override
    public void close() {
        if (anchor != null) {
            anchor.close();
        }
    }
}
