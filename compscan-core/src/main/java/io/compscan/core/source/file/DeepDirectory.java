package io.compscan.core.source.file;

import com.sun.jna.LastErrorException;
import io.compscan.core.libc.Descriptor;
import io.compscan.core.libc.FileCalls;
import io.compscan.core.source.PathName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A directory so deep that the entries below it have no path: Linux takes none of more than 4096 bytes, but trees may be deeper.
 *
 * <p>It is reached from the last such directory above it, or from the path given, in stretches that are each short enough:
 *
 * <pre>
 *   /data/a/a/ ... /a   /a/a/ ... /a   /a/a/ ... /a   /a/a/file
 *   `--- parent.path --'`--- path ----'`--- path ----'`-------'
 *                        (its child)                   by way of /proc/self/fd/N, where N is the descriptor of the last
 * </pre>
 *
 * Nothing is kept open: a caller that needs a path below the directory opens an {@link Anchor} for that time. Java cannot open a directory,
 * so this class calls libc. If libc or {@code /proc} is missing, {@link #isSupported} is false, and such trees end in an error.
 */
final class DeepDirectory {

    /** Well below the limit, for a name and the descriptor's path are added. */
    static final int LONGEST_PATH_BYTES = 3000;

    private final @Nullable DeepDirectory parent;
    private final Path path;
    private final Links links;

    /**
     * @param parent the deep directory above this one, or null
     * @param path the path from the parent; without a parent, any path
     * @param links the links on the path that are followed
     */
    DeepDirectory(@Nullable DeepDirectory parent, Path path, Links links) {
        this.parent = parent;
        this.path = path;
        this.links = links;
    }

    @Nullable DeepDirectory parent() {
        return parent;
    }

    Path path() {
        return path;
    }

    /** A descriptor of a directory, and so a path to it. */
    static final class Anchor implements AutoCloseable {
        private final DeepDirectory directory;
        private final Descriptor descriptor;

        private Anchor(DeepDirectory directory, int descriptor) {
            this.directory = directory;
            this.descriptor = new Descriptor(descriptor);
        }

        DeepDirectory directory() {
            return directory;
        }

        int number() {
            return descriptor.number();
        }

        /** A path that works until this is closed. */
        Path resolve(Path below) {
            return OpenDescriptor.OWN_DESCRIPTORS
                    .resolve(Integer.toString(number()))
                    .resolve(below);
        }

        @Override
        public void close() {
            descriptor.close();
        }
    }

    /** Whether directories like this one, found in a file system like that of the path, can be opened here. */
    static boolean isSupported(Path path) {
        return NativePath.isReachable(path) && Files.isDirectory(OpenDescriptor.OWN_DESCRIPTORS);
    }

    /** The name shown to people, all of it, see {@link PathName}. */
    String name() {
        StringBuilder name = new StringBuilder();
        for (DeepDirectory directory : fromTop(null)) {
            name.append(name.length() == 0 ? "" : "/").append(PathName.of(directory.path));
        }
        return name.toString();
    }

    /** The path below the root, whether or not the system would take it. */
    Path relativize(Path root, Path below) {
        Path whole = root.getFileSystem().getPath("");
        for (DeepDirectory directory : fromTop(null)) {
            whole = directory.parent == null ? root.relativize(directory.path) : whole.resolve(directory.path);
        }
        return whole.resolve(below);
    }

    Anchor open() throws IOException {
        return open(null);
    }

    /** @param near an anchor that stays open; if it belongs to a directory above this one, the way is shorter */
    Anchor open(@Nullable Anchor near) throws IOException {
        DeepDirectory start = near == null ? null : near.directory;
        Deque<DeepDirectory> way = fromTop(start);
        Anchor reached = way.isEmpty() || way.getFirst().parent == null ? null : near;
        for (DeepDirectory next : way) {
            Anchor last = reached;
            try {
                reached = next.openFrom(last);
            } finally {
                if (last != null && last != near) {
                    last.close();
                }
            }
        }
        if (reached == null) {
            throw new IllegalArgumentException("the anchor is one of this directory");
        }
        return reached;
    }

    /** The directories on the way to this one, itself included: from the topmost, or from below {@code start} if that is among them. */
    private Deque<DeepDirectory> fromTop(@Nullable DeepDirectory start) {
        Deque<DeepDirectory> way = new ArrayDeque<>();
        for (DeepDirectory d = this; d != null && d != start; d = d.parent) {
            way.addFirst(d);
        }
        return way;
    }

    private Anchor openFrom(@Nullable Anchor from) throws IOException {
        boolean follows = links.areFollowed();
        byte[] way = NativePath.terminated(from == null ? links.way(path) : path);
        int start = from == null ? FileCalls.AT_FDCWD : from.number();
        try {
            return new Anchor(this, NativePath.open(start, way, FileCalls.O_PATH_CLOEXEC, follows));
        } catch (LastErrorException e) {
            throw NativePath.failure(e, path);
        }
    }
}
