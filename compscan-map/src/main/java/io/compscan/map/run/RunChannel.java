package io.compscan.map.run;

import io.compscan.map.RunFormatException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a file for any number of readers at once.
 *
 * <p>An interrupt of a reading thread closes a {@link FileChannel} for all threads. The interrupted thread gets the exception; the others
 * open the file again, if it is still the same one, and continue.
 */
final class RunChannel implements AutoCloseable {

    private final Path file;
    private final @Nullable Object identity;
    private final long size;
    private volatile FileChannel channel;
    private volatile boolean closed;

    RunChannel(Path file) throws IOException {
        this.file = file;
        channel = FileChannel.open(file, StandardOpenOption.READ);
        try {
            identity = identity();
            size = channel.size();
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    Path file() {
        return file;
    }

    /** The length of the file when it was opened. */
    long size() {
        return size;
    }

    /** Reads exactly this many bytes. */
    void read(long position, byte[] into, int at, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(into, at, length);
        while (buffer.hasRemaining()) {
            long from = position + buffer.position() - at;
            if (readSome(buffer, from) < 0) {
                throw new RunFormatException(
                        file, from, "the file ends here; it has been cut short since it was opened");
            }
        }
    }

    private int readSome(ByteBuffer buffer, long position) throws IOException {
        while (true) {
            FileChannel open = channel;
            try {
                return open.read(buffer, position);
            } catch (ClosedByInterruptException e) {
                throw e;
            } catch (ClosedChannelException e) {
                reopen(open, e);
            } catch (IOException e) {
                throw new IOException(file + ": at byte " + position + ": " + e.getMessage(), e);
            }
        }
    }

    private synchronized void reopen(FileChannel broken, ClosedChannelException cause) throws IOException {
        if (closed) {
            throw cause;
        }
        if (channel == broken) {
            if (!Objects.equals(identity, identity()) || Files.size(file) != size) {
                throw new IOException(file + ": replaced by another file while it was open");
            }
            channel = FileChannel.open(file, StandardOpenOption.READ);
        }
    }

    private @Nullable Object identity() throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        channel.close();
    }
}
