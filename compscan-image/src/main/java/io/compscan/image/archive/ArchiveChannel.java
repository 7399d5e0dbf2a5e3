package io.compscan.image.archive;

import io.compscan.core.source.UnitChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

/** An archive as the library wants it. Refuses to read on once an archive's directory has proved endless. One thread. */
final class ArchiveChannel implements SeekableByteChannel {

    /** An archive of a million files needs a few for each. */
    private static final long MAX_READS = 1 << 23;

    private final UnitChannel channel;
    private final long sizeBytes;
    private long position;
    private long reads;
    private boolean isOpen = true;

    ArchiveChannel(UnitChannel channel, long sizeBytes) {
        this.channel = channel;
        this.sizeBytes = sizeBytes;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        if (++reads > MAX_READS) {
            throw new IOException("more files than can be held in memory");
        }
        if (position >= sizeBytes) {
            return -1;
        }
        byte[] data = new byte[Math.min(target.remaining(), 64 << 10)];
        int got = channel.read(position, data, 0, data.length);
        if (got > 0) {
            target.put(data, 0, got);
            position += got;
        }
        return got;
    }

    @Override
    public int write(ByteBuffer source) {
        throw new NonWritableChannelException();
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public SeekableByteChannel position(long newPosition) throws IOException {
        if (newPosition < 0) {
            throw new IOException("damaged: it refers to byte " + Long.toUnsignedString(newPosition));
        }
        position = newPosition;
        return this;
    }

    @Override
    public long size() {
        return sizeBytes;
    }

    @Override
    public SeekableByteChannel truncate(long size) {
        throw new NonWritableChannelException();
    }

    @Override
    public boolean isOpen() {
        return isOpen;
    }

    @Override
    public void close() throws IOException {
        isOpen = false;
        channel.close();
    }
}
