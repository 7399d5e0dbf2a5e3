package io.compscan.core.source.file;

import io.compscan.core.libc.FileCalls;
import io.compscan.core.source.file.DeepDirectory.Anchor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A directory that a walk has found and not yet entered.
 *
 * @param base the deep directory from which the path starts; null for an ordinary path
 * @param path as the walk reached it
 * @param pathBytes an upper bound of the path's length
 * @param parent the directory that contains it; null for a root, and where the walk follows no links
 * @param identity of the directory
 * @param device its file system
 */
record PendingDirectory(
        @Nullable DeepDirectory base,
        Path path,
        int pathBytes,
        @Nullable PendingDirectory parent,
        Object identity,
        long device) {

    static PendingDirectory ofRoot(Path root, FileStatus status) {
        return new PendingDirectory(null, root, lengthBound(root), null, status.identity(), status.device());
    }

    /** @param links where the walk follows them, it must recognise a loop */
    static PendingDirectory below(PendingDirectory parent, FoundPath found, Path root, FileStatus status, Links links) {
        DeepDirectory base = found.base();
        Path path = found.path();
        int pathBytes = parent.pathBytes() + 1 + lengthBound(FoundPath.lastName(path));
        if (pathBytes > DeepDirectory.LONGEST_PATH_BYTES && DeepDirectory.isSupported(root)) {
            base = new DeepDirectory(base, path, links);
            path = root.getFileSystem().getPath("");
            pathBytes = 0;
        }
        return new PendingDirectory(
                base, path, pathBytes, links.areFollowed() ? parent : null, status.identity(), status.device());
    }

    String name() {
        return FoundPath.nameOf(base, path);
    }

    boolean isWithin(Object ancestor) {
        for (PendingDirectory d = this; d != null; d = d.parent) {
            if (d.identity.equals(ancestor)) {
                return true;
            }
        }
        return false;
    }

    /** Charsets of file names take one byte for an ASCII letter and at most four for any other. */
    private static int lengthBound(Path path) {
        String text = path.toString();
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            bytes += text.charAt(i) < 0x80 ? 1 : 4;
        }
        return bytes;
    }

    /** Opens each directory of a walk, and finds a path to it, and keeps the last deep directory open between calls. One thread. */
    static final class Opener implements AutoCloseable {

        private @Nullable Anchor anchor;

        /**
         * A handle for the directory. No link on the way is followed, unless links are.
         *
         * @throws IOException if it is gone, or a link has its place
         */
        DirectoryHandle handle(PendingDirectory directory, Links links) throws IOException {
            if (directory.base() == null) {
                return DirectoryHandle.open(FileCalls.AT_FDCWD, links.way(directory.path()), links);
            }
            open(directory);
            return DirectoryHandle.open(Objects.requireNonNull(anchor).number(), directory.path(), links);
        }

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
}
