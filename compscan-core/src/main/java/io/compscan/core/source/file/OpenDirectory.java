package io.compscan.core.source.file;

import com.sun.jna.LastErrorException;
import io.compscan.core.libc.FileCalls;
import io.compscan.core.source.UnitChannel;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * A directory that is held open, so that what lies in it is reached whatever becomes of its name, and by no link; see {@link OpenDescriptor}.
 *
 * <p>Where the calls of Linux are missing, everything is reached by path, and links above the last name are followed.
 */
public final class OpenDirectory implements Closeable {

    private static final int NONE = -1;

    /** Stands for a directory that could not be opened; has no files. */
    public static final OpenDirectory NOWHERE = new OpenDirectory(NONE, Path.of(""));

    private final int descriptor;
    private final Path path;

    private OpenDirectory(int descriptor, Path path) {
        this.descriptor = descriptor;
        this.path = path;
    }

    /**
     * The directory that a path leads to; links are followed.
     *
     * @throws IOException if it cannot be opened
     */
    public static OpenDirectory of(Path path) throws IOException {
        return open(FileCalls.AT_FDCWD, path, path, true);
    }

    private static OpenDirectory open(int start, Path below, Path path, boolean followsLinks) throws IOException {
        if (!NativePath.isReachable(path)) {
            return new OpenDirectory(NONE, path);
        }
        try {
            byte[] name = NativePath.terminated(below);
            return new OpenDirectory(NativePath.open(start, name, FileCalls.O_PATH_CLOEXEC, followsLinks), path);
        } catch (LastErrorException e) {
            throw NativePath.failure(e, path);
        }
    }

    /**
     * A directory in it.
     *
     * @throws IOException if it cannot be opened, or a link is on the way
     */
    public OpenDirectory directory(Path below) throws IOException {
        return open(descriptor, below, path.resolve(below), false);
    }

    /**
     * The bytes of a file in it.
     *
     * @throws IOException if it cannot be opened, is no regular file, or a link is on the way
     */
    public UnitChannel file(Path below) throws IOException {
        if (descriptor == NONE) {
            return FileUnit.openByPath(path.resolve(below), false);
        }
        OpenDescriptor opened = OpenDescriptor.open(descriptor, below, false);
        if (!opened.isFile()) {
            opened.close();
            throw new FileSystemException(below.toString(), null, "no longer a file, but a device");
        }
        return new PlainFile(opened);
    }

    /** Whether it has been removed, as far as that is known. The kernel sends no event of that while it is open. */
    public boolean isRemoved() {
        if (descriptor == NONE) {
            return !Files.isDirectory(path);
        }
        try {
            Path now = Files.readSymbolicLink(OpenDescriptor.view(descriptor));
            return now.toString().endsWith(" (deleted)") && !Files.exists(now, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            return false;
        }
    }

    /** A path that leads to it, for as long as this is open; the given one where there is no {@code /proc}. */
    public Path view() {
        boolean isSeen = descriptor != NONE && Files.isDirectory(OpenDescriptor.OWN_DESCRIPTORS);
        return isSeen ? OpenDescriptor.view(descriptor) : path;
    }

    @Override
    public void close() {
        if (descriptor != NONE) {
            FileCalls.closeQuietly(descriptor);
        }
    }
}
