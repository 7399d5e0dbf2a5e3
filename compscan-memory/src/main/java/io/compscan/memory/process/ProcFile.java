package io.compscan.memory.process;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file of 64-bit entries under {@code /proc}, such as {@code pagemap}. Any thread may read, each with its own buffer. */
final class ProcFile implements Closeable {

    private final FileChannel channel;

    private ProcFile(FileChannel channel) {
        this.channel = channel;
    }

    static ProcFile open(Path path) throws IOException {
        return new ProcFile(FileChannel.open(path, StandardOpenOption.READ));
    }

    /** A buffer for so many entries. */
    static ByteBuffer buffer(int entries) {
        return ByteBuffer.allocateDirect(entries * Long.BYTES).order(ByteOrder.nativeOrder());
    }

    /**
     * Reads consecutive entries.
     *
     * @return how many were read; fewer than asked for if the file or the process ends
     */
    int read(long first, int count, ByteBuffer into) throws IOException {
        into.clear().limit(count * Long.BYTES);
        while (into.hasRemaining()) {
            if (channel.read(into, first * Long.BYTES + into.position()) <= 0) {
                break;
            }
        }
        return into.position() / Long.BYTES;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
