package io.compscan.core.write.watch;

import com.sun.jna.LastErrorException;
import io.compscan.core.libc.NotifyCalls;
import io.compscan.core.source.PathName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The files below a directory that a program has closed after writing, as Linux reports them. One thread.
 *
 * <p>The watch of a new directory begins when the kernel reports its creation. A listing finds files that were closed in it before.
 */
final class ClosedFiles implements AutoCloseable {

    private static final int BUFFER_BYTES = 1 << 16;
    private static final int MASK = NotifyCalls.IN_CLOSE_WRITE
            | NotifyCalls.IN_CREATE
            | NotifyCalls.IN_MOVED_TO
            | NotifyCalls.IN_ONLYDIR
            | NotifyCalls.IN_DONT_FOLLOW;

    /** The listener to the events. */
    interface Listener {
        /** A program has closed the file, which it had opened to write. */
        void closed(Path file) throws IOException;

        /** A file lies in a new directory. A program has closed it before the watch began, or will close it. */
        void found(Path file) throws IOException;

        /** The kernel has dropped events, so some closed files are unknown. */
        void lost();
    }

    private final int descriptor;
    private final Listener listener;
    private final Map<Integer, Path> directories = new HashMap<>();
    /** The watch of the topmost directory. */
    private int topWatch;

    private boolean isMoved;
    private final byte[] buffer = new byte[BUFFER_BYTES];

    private ClosedFiles(int descriptor, Listener listener) {
        this.descriptor = descriptor;
        this.listener = listener;
    }

    /**
     * Watches a directory and all below it.
     *
     * @param directory a path that leads to the directory whatever becomes of its name
     * @param name its name, for errors
     * @throws IOException if this system cannot report closed files, or the directory cannot be watched
     */
    static ClosedFiles below(Path directory, Path name, Listener listener) throws IOException {
        int descriptor;
        try {
            descriptor = NotifyCalls.inotify_init1(NotifyCalls.IN_NONBLOCK_CLOEXEC);
        } catch (LastErrorException e) {
            throw new IOException("no more directories can be watched: " + e.getMessage(), e);
        }
        ClosedFiles files = new ClosedFiles(descriptor, listener);
        boolean isOpen = false;
        try {
            files.watch(directory, false);
            isOpen = true;
            return files;
        } catch (NoSuchFileException e) {
            throw new NoSuchFileException(name.toString(), null, e.getReason());
        } finally {
            if (!isOpen) {
                files.close();
            }
        }
    }

    /** @param isNew whether programs may have closed files in it already */
    private void watch(Path top, boolean isNew) throws IOException {
        Files.walkFileTree(top, new SimpleFileVisitor<Path>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                return add(directory, directory.equals(top) && !isNew)
                        ? FileVisitResult.CONTINUE
                        : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (isNew && attributes.isRegularFile()) {
                    listener.found(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (file.equals(top) && !isNew) {
                    throw e;
                }
                // The directory is gone again, or not readable: nothing below it can be reported.
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** @return false if the directory is gone again */
    private boolean add(Path directory, boolean isRoot) throws IOException {
        byte[] name = PathName.bytesOf(directory);
        try {
            int mask = isRoot ? MASK | NotifyCalls.IN_MOVE_SELF : MASK;
            int watch = NotifyCalls.inotify_add_watch(descriptor, Arrays.copyOf(name, name.length + 1), mask);
            directories.put(watch, directory);
            topWatch = isRoot ? watch : topWatch;
            return true;
        } catch (LastErrorException e) {
            if (e.getErrorCode() == NotifyCalls.ENOSPC) {
                throw new IOException(
                        directories.size() + " directories are watched, and the system allows no more: raise"
                                + " fs.inotify.max_user_watches",
                        e);
            }
            if (isRoot) {
                throw new NoSuchFileException(directory.toString(), null, "cannot be watched");
            }
            return false;
        }
    }

    /** Whether no directory is left to watch. One of the same name that comes later is another one. */
    boolean isGone() {
        return directories.isEmpty();
    }

    /** Whether the topmost directory has another name now. Its events name files below the old one, where others may lie. */
    boolean isMoved() {
        return isMoved;
    }

    /** Waits so long for an event, and reports the events that have come, at most a buffer full. False if there were none. */
    boolean await(int timeoutMillis) throws IOException {
        ByteBuffer ready = ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.nativeOrder())
                .putInt(descriptor)
                .putShort(NotifyCalls.POLLIN);
        try {
            if (NotifyCalls.poll(ready.array(), 1, timeoutMillis) <= 0) {
                return false;
            }
            long got = NotifyCalls.read(descriptor, buffer, BUFFER_BYTES);
            tell(ByteBuffer.wrap(buffer, 0, (int) got).order(ByteOrder.nativeOrder()));
            return true;
        } catch (LastErrorException e) {
            if (e.getErrorCode() != NotifyCalls.EINTR && e.getErrorCode() != NotifyCalls.EAGAIN) {
                throw new IOException("the system stopped telling of files: " + e.getMessage(), e);
            }
            return false;
        }
    }

    private void tell(ByteBuffer events) throws IOException {
        while (events.remaining() >= NotifyCalls.EVENT_BYTES) {
            int watch = events.getInt();
            int mask = events.getInt();
            events.getInt();
            byte[] name = new byte[events.getInt()];
            events.get(name);
            Path directory = directories.get(watch);
            if ((mask & NotifyCalls.IN_Q_OVERFLOW) != 0) {
                listener.lost();
            } else if ((mask & NotifyCalls.IN_MOVE_SELF) != 0) {
                isMoved |= watch == topWatch;
            } else if ((mask & NotifyCalls.IN_IGNORED) != 0) {
                directories.remove(watch);
            } else if (directory != null) {
                tell(directory.resolve(text(name)), mask);
            }
        }
    }

    private void tell(Path path, int mask) throws IOException {
        if ((mask & NotifyCalls.IN_ISDIR) != 0) {
            if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                watch(path, (mask & NotifyCalls.IN_CREATE) != 0);
            }
        } else if ((mask & NotifyCalls.IN_CLOSE_WRITE) != 0) {
            listener.closed(path);
        }
    }

    private static String text(byte[] name) {
        int end = 0;
        while (end < name.length && name[end] != 0) {
            end++;
        }
        return new String(name, 0, end, Charset.defaultCharset());
    }

    @Override
    public void close() {
        try {
            NotifyCalls.close(descriptor);
        } catch (LastErrorException e) {
            // Linux releases the descriptor even where close() fails.
        }
    }
}
