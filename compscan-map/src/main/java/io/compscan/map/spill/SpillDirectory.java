package io.compscan.map.spill;

import io.compscan.map.SpillException;
import io.compscan.map.run.OwnerPermissions;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The place of one process in a shared directory: a private subdirectory, and a lock that shows that the process is alive.
 *
 * <pre>
 *   DIR/compscan-spill-0123456789abcdef.lock      locked while the process lives; created first, removed last
 *   DIR/compscan-spill-0123456789abcdef/          created under the lock
 *       17.run
 * </pre>
 *
 * A process that gets the lock of another one knows that the other is dead, and removes its files.
 */
final class SpillDirectory implements AutoCloseable {

    static final String PREFIX = "compscan-spill-";
    private static final String LOCK_SUFFIX = ".lock";
    private static final String RUN_SUFFIX = ".run";
    private static final int ID_BYTES = 8;

    /**
     * The locks of this JVM. It must not even open them again.
     *
     * <p>Where locks belong to a process, closing any channel of the file releases them.
     */
    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    private final Path parent;
    private final Path lockFile;
    private final FileChannel lockChannel;
    private final Path path;
    private final AtomicLong nextRun = new AtomicLong();

    private SpillDirectory(Path parent, Path lockFile, FileChannel lockChannel, Path path) {
        this.parent = parent;
        this.lockFile = lockFile;
        this.lockChannel = lockChannel;
        this.path = path;
    }

    /** Removes the files of dead processes in a directory and takes a place there. */
    static SpillDirectory open(Path parent) throws SpillException {
        try {
            Path real = parent.toRealPath();
            if (!Files.isDirectory(real)) {
                throw new SpillException(parent + ": not a directory", null);
            }
            while (true) {
                SpillDirectory opened = tryOpen(parent, real);
                if (opened != null) {
                    opened.removeLeftovers(real);
                    return opened;
                }
            }
        } catch (SpillException e) {
            throw e;
        } catch (IOException e) {
            throw SpillException.of(parent, e);
        }
    }

    /** Returns null if another process has removed the new lock file. */
    private static @Nullable SpillDirectory tryOpen(Path parent, Path real) throws IOException {
        byte[] id = new byte[ID_BYTES];
        new SecureRandom().nextBytes(id);
        String name = PREFIX + HexFormat.of().formatHex(id);
        Path lockFile = real.resolve(name + LOCK_SUFFIX);
        HELD_HERE.add(lockFile);
        FileChannel channel = null;
        boolean held = false;
        try {
            channel = FileChannel.open(
                    lockFile,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    OwnerPermissions.file(real));
            held = tryLock(channel) && Files.exists(lockFile);
            if (!held) {
                return null;
            }
            Path path = Files.createDirectory(real.resolve(name), OwnerPermissions.directory(real));
            return new SpillDirectory(parent, lockFile, channel, path);
        } catch (FileAlreadyExistsException e) {
            held = false;
            return null;
        } catch (IOException e) {
            Files.deleteIfExists(lockFile);
            held = false;
            throw e;
        } finally {
            if (!held) {
                HELD_HERE.remove(lockFile);
                if (channel != null) {
                    channel.close();
                }
            }
        }
    }

    /** Returns true also on a file system without locks, where nobody can lock. */
    private static boolean tryLock(FileChannel channel) {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (IOException e) {
            return true;
        }
    }

    /** Removes the files of dead processes of the same user; ignores files that it cannot remove. */
    private void removeLeftovers(Path real) {
        try (DirectoryStream<Path> locks = Files.newDirectoryStream(real, PREFIX + "*" + LOCK_SUFFIX)) {
            UserPrincipal self = Files.getOwner(lockFile);
            for (Path lock : locks) {
                if (!HELD_HERE.contains(lock) && isOwnedBy(self, lock)) {
                    removeIfDead(lock, self);
                }
            }
        } catch (IOException | UnsupportedOperationException e) {
            // Leftovers cost space and nothing else.
        }
    }

    private static boolean isOwnedBy(UserPrincipal owner, Path file) throws IOException {
        // A link of another user could lead to any file.
        return Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).equals(owner);
    }

    private static void removeIfDead(Path lock, UserPrincipal self) {
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock held = channel.tryLock()) {
            if (held == null) {
                return;
            }
            String name = lock.getFileName().toString();
            Path left = lock.resolveSibling(name.substring(0, name.length() - LOCK_SUFFIX.length()));
            if (Files.isDirectory(left, LinkOption.NOFOLLOW_LINKS) && isOwnedBy(self, left)) {
                remove(left);
            }
            Files.deleteIfExists(lock);
        } catch (IOException | OverlappingFileLockException e) {
            // In use, or out of reach.
        }
    }

    private static void remove(Path directory) throws IOException {
        try (DirectoryStream<Path> runs = Files.newDirectoryStream(directory, "*" + RUN_SUFFIX)) {
            for (Path run : runs) {
                Files.deleteIfExists(run);
            }
        } catch (NoSuchFileException e) {
            return;
        }
        Files.deleteIfExists(directory);
    }

    /** The directory as the user named it. */
    Path parent() {
        return parent;
    }

    /** A path for a new run. */
    Path newRun() {
        return path.resolve(nextRun.incrementAndGet() + RUN_SUFFIX);
    }

    /** Returns what two directories have in common that lie on one file system. The table of mounts may not know it: a chroot has no mount. */
    Object fileSystem() throws IOException {
        return path.getFileSystem().supportedFileAttributeViews().contains("unix")
                ? Files.getAttribute(path, "unix:dev")
                : Files.getFileStore(path);
    }

    /** Returns the free bytes of its file system. */
    long usableBytes() throws IOException {
        return path.getFileSystem() == FileSystems.getDefault()
                ? path.toFile().getUsableSpace()
                : Files.getFileStore(path).getUsableSpace();
    }

    /** Removes everything; ignores files that are gone already. */
    @Override
    public void close() {
        try {
            remove(path);
            Files.deleteIfExists(lockFile);
        } catch (IOException e) {
            // The next start tries again: the lock file is still there.
        }
        try {
            lockChannel.close();
        } catch (IOException e) {
            // The lock is let go of with the process, at the latest.
        }
        HELD_HERE.remove(lockFile);
    }
}
