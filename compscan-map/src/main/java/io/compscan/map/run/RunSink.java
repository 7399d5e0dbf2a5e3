package io.compscan.map.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** A new file that is written from front to back through one buffer. */
final class RunSink implements AutoCloseable {

    private static final int BUFFER_BYTES = 256 * 1024;

    private final Path file;
    private final FileChannel channel;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int buffered;
    private long bytesWritten;

    RunSink(Path file) throws IOException {
        this.file = file;
        // Keys are fingerprints and tell who has which known data, so only the owner may read them.
        channel = FileChannel.open(
                file, Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW), OwnerPermissions.file(file));
    }

    Path file() {
        return file;
    }

    /** The length of the file, buffered bytes included. */
    long bytesWritten() {
        return bytesWritten;
    }

    void write(byte[] bytes, int at, int length) throws IOException {
        bytesWritten += length;
        int from = at;
        int left = length;
        while (left > 0) {
            if (buffered == buffer.length) {
                flush();
            }
            int some = Math.min(left, buffer.length - buffered);
            System.arraycopy(bytes, from, buffer, buffered, some);
            buffered += some;
            from += some;
            left -= some;
        }
    }

    /** Hands the buffered bytes to the system. */
    void flush() throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(buffer, 0, buffered);
        try {
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
        } catch (ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
        buffered = 0;
    }

    /** Forces the flushed bytes to the device. */
    void force() throws IOException {
        channel.force(true);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
