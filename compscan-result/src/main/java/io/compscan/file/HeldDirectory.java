package io.compscan.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A directory that one process holds at a time: a file in it is locked. */
public final class HeldDirectory implements Closeable {

    /** The file that is locked. */
    private static final String LOCK = "lock";

    private final Path path;
    private final FileChannel lockFile;

    private HeldDirectory(Path path, FileChannel lockFile) {
        this.path = path;
        this.lockFile = lockFile;
    }

    /** Takes the directory; null if somebody holds it already. */
    @SuppressWarnings("MustBeClosed")
    public static @Nullable HeldDirectory tryHold(Path directory) throws IOException {
        FileChannel file = OwnerOnly.open(directory.resolve(LOCK));
        @Nullable FileLock lock;
        try {
            lock = file.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null;
        } catch (IOException e) {
            file.close();
            throw e;
        }
        if (lock == null) {
            file.close();
            return null;
        }
        return new HeldDirectory(directory, file);
    }

    /** Renames a file of the directory, in one step where the file system can. Replaces a file that has the new name. */
    public void rename(String from, String to) throws IOException {
        Path file = path.resolve(from);
        try {
            Files.move(file, path.resolve(to), StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(file, path.resolve(to), StandardCopyOption.REPLACE_EXISTING);
        }
        forceNames(path);
    }

    /** Whether every file of the directory has one of these names or is the locked one. */
    public boolean holdsOnly(Set<String> names) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
            for (Path entry : entries) {
                String name = String.valueOf(entry.getFileName());
                if (!name.equals(LOCK) && !names.contains(name)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether there is a file of this name. */
    public boolean holds(String name) {
        return Files.exists(path.resolve(name));
    }

    /**
     * The words for a checkpoint that could not be taken: an earlier one stays, if there is any.
     *
     * @param checkpoint the name of the file that makes one
     */
    public String failureText(String checkpoint) {
        return holds(checkpoint) ? "no more checkpoints, the last one stays" : "no checkpoint could be taken";
    }

    /** Removes the file that is locked, and the directory if it is empty then. */
    public void remove() throws IOException {
        Files.deleteIfExists(path.resolve(LOCK));
        if (holdsOnly(Set.of())) {
            Files.delete(path);
        }
    }

    /** Forces the names in a directory to the disk. Where a directory cannot be opened, the system does so by itself. */
    public static void forceNames(@Nullable Path directory) {
        if (directory == null) {
            return;
        }
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // See above.
        }
    }

    @Override
    public void close() throws IOException {
        lockFile.close();
    }
}
