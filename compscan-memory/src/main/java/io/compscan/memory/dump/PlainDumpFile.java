package io.compscan.memory.dump;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file as it lies on the disk. */
final class PlainDumpFile implements DumpFile {

    private final FileChannel channel;
    private final long sizeBytes;

    private PlainDumpFile(FileChannel channel, long sizeBytes) {
        this.channel = channel;
        this.sizeBytes = sizeBytes;
    }

    static PlainDumpFile open(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        try {
            return new PlainDumpFile(channel, channel.size());
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public long sizeBytes() {
        return sizeBytes;
    }

    @Override
    public int read(long offset, byte[] data, int at, int length) throws IOException {
        ByteBuffer into = ByteBuffer.wrap(data, at, length);
        while (into.hasRemaining()) {
            if (channel.read(into, offset + into.position() - at) <= 0) {
                break;
            }
        }
        return into.position() - at;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
