package io.compscan.core.source.file;

import com.sun.jna.LastErrorException;
import io.compscan.core.libc.Descriptor;
import io.compscan.core.libc.FileCalls;
import io.compscan.core.source.UnitChannel;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A directory that is held open, so that what lies in it is reached whatever becomes of its name, and by no link; see {@link OpenDescriptor}.
 *
 * <p>Where the calls of Linux are missing, everything is reached by path, and links above the last name are followed.
 */
public final class OpenDirectory implements Closeable {

    /** Stands for a directory that could not be opened; has no files. */
    public static final OpenDirectory NOWHERE = new OpenDirectory(null, Path.of(""));

    /** Null where everything is reached by path. */
    private final @Nullable Descriptor descriptor;

    private final Path path;

    private OpenDirectory(@Nullable Descriptor descriptor, Path path) {
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
            return new OpenDirectory(null, path);
        }
        try {
            byte[] name = NativePath.terminated(below);
            int number = NativePath.open(start, name, FileCalls.O_PATH_CLOEXEC, followsLinks);
            return new OpenDirectory(new Descriptor(number), path);
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
        int start = descriptor == null ? Descriptor.NONE : descriptor.number();
        return open(start, below, path.resolve(below), false);
    }

    /**
     * The bytes of a file in it.
     *
     * @throws IOException if it cannot be opened, is no regular file, or a link is on the way
     */
    public UnitChannel file(Path below) throws IOException {
        if (descriptor == null) {
            return FileUnit.openByPath(path.resolve(below), false);
        }
        OpenDescriptor opened = OpenDescriptor.open(descriptor.number(), below, false);
        if (!opened.isFile()) {
            opened.close();
            throw new FileSystemException(below.toString(), null, "no longer a file, but a device");
        }
        return new PlainFile(opened);
    }

    /** Whether it has been removed, as far as that is known. The kernel sends no event of that while it is open. */
    public boolean isRemoved() {
        if (descriptor == null) {
            return !Files.isDirectory(path);
        }
        try {
            Path now = Files.readSymbolicLink(OpenDescriptor.view(descriptor.number()));
            return now.toString().endsWith(" (deleted)") && !Files.exists(now, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            return false;
        }
    }

    /** A path that leads to it, for as long as this is open; the given one where there is no {@code /proc}. */
    public Path view() {
        if (descriptor == null || !Files.isDirectory(OpenDescriptor.OWN_DESCRIPTORS)) {
            return path;
        }
        return OpenDescriptor.view(descriptor.number());
    }

    @Override
    public void close() {
        if (descriptor != null) {
            descriptor.close();
        }
    }
}
