package io.compscan.core.source.file;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import io.compscan.core.libc.FileCalls;
import io.compscan.core.source.UnitChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file read by bare system calls. To open a {@link FileChannel} for each of many small files takes longer than the kernel's work, and
 * leaves twenty objects behind.
 *
 * <p>A failed read is tried once more through a channel, for Java's exception or for another chance.
 */
final class PlainFile implements UnitChannel {

    private static final int BUFFER_BYTES = 256 << 10;
    /** Data comes to the Java heap by way of a buffer off it, here as in a channel. */
    private static final ThreadLocal<Memory> BUFFER = ThreadLocal.withInitial(() -> new Memory(BUFFER_BYTES));

    private final Path path;
    private final int descriptor;

    private PlainFile(Path path, int descriptor) {
        this.path = path;
        this.descriptor = descriptor;
    }

    /** The file; null if it cannot be opened, or not in this way. */
    static @Nullable PlainFile open(Path path) {
        // A scan of few files need not wait for the library; a walk of many has loaded it.
        if (!FileCalls.isLoaded() || !NativePath.isReachable(path)) {
            return null;
        }
        try {
            PlainFile file = new PlainFile(path, NativePath.openToRead(path));
            return file.isSeekable() ? file : null;
        } catch (LastErrorException e) {
            return null;
        }
    }

    /** A pipe that has taken the place of a file is closed at once: each of its reads would fail, and be tried again further on. */
    private boolean isSeekable() {
        try {
            FileCalls.lseek(descriptor, 0, FileCalls.SEEK_END);
            return true;
        } catch (LastErrorException e) {
            close();
            return false;
        }
    }

    /** Asks the kernel to read the requested bytes and nothing ahead. This holds for reads of this descriptor alone. */
    void readNothingAhead() {
        FileCalls.posix_fadvise(descriptor, 0, 0, FileCalls.POSIX_FADV_RANDOM);
    }

    @Override
    public int read(long position, byte[] data, int offset, int length) throws IOException {
        Memory buffer = BUFFER.get();
        int done = 0;
        int wanted;
        int got;
        do {
            wanted = Math.min(length - done, BUFFER_BYTES);
            try {
                got = (int) FileCalls.pread(descriptor, buffer, wanted, position + done);
            } catch (LastErrorException e) {
                return done > 0 ? done : readByChannel(position, data, offset, length);
            }
            buffer.read(0, data, offset + done, got);
            done += got;
        } while (got == wanted && done < length);
        return done == 0 ? -1 : done;
    }

    private int readByChannel(long position, byte[] data, int offset, int length) throws IOException {
        try (FileChannel channel = NativePath.openChannel(path)) {
            return channel.read(ByteBuffer.wrap(data, offset, length), position);
        }
    }

    @Override
    public void close() {
        FileCalls.closeQuietly(descriptor);
    }
}
