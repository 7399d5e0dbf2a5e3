package io.compscan.core;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** A directory that one process holds at a time: a file in it is locked. */
public final class HeldDirectory implements Closeable {

    /** The file that is locked. */
    public static final String LOCK = "lock";

    private final Path path;
    private final FileChannel lockFile;

    private HeldDirectory(Path path, FileChannel lockFile) {
        this.path = path;
        this.lockFile = lockFile;
    }

    /** Null if somebody holds the directory. */
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

    /** Gives a file of the directory another name, which another file may have now; in one step where the file system can. */
    public void rename(String from, String to) throws IOException {
        Path file = path.resolve(from);
        try {
            Files.move(file, path.resolve(to), StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(file, path.resolve(to), StandardCopyOption.REPLACE_EXISTING);
        }
        forceNames(path);
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
