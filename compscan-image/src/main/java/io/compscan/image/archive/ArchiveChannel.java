package io.compscan.image.archive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

/**
 * The channel of a zip for the library: a read gets all bytes that it asks for. Too many reads are a failure, because an endless directory
 * causes them. One thread.
 */
final class ArchiveChannel implements SeekableByteChannel {

    /** An archive of a million files needs a few reads for each file. */
    private static final long MAX_READS = 1 << 23;

    private static final int MAX_READ_BYTES = 64 << 10;

    private final ArchiveBytes bytes;
    private final long sizeBytes;

    private long position;
    private long reads;
    private boolean isOpen = true;

    /** A channel to the first bytes of an archive, which the caller closes. */
    ArchiveChannel(ArchiveBytes bytes, long sizeBytes) {
        this.bytes = bytes;
        this.sizeBytes = sizeBytes;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        if (++reads > MAX_READS) {
            throw new IOException("more files than can be held in memory");
        }
        byte[] data = new byte[Math.min(target.remaining(), MAX_READ_BYTES)];
        int got = fill(data);
        target.put(data, 0, got);
        position += got;
        return got == 0 && data.length > 0 ? -1 : got;
    }

    /** Reads all bytes up to the length of the array or the end of the file. The library takes a shorter answer for the end. */
    private int fill(byte[] data) throws IOException {
        int wanted = (int) Math.max(0, Math.min(data.length, sizeBytes - position));
        if (wanted > 0) {
            bytes.copy(position, data, wanted);
        }
        return wanted;
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
    public void close() {
        isOpen = false;
    }
}
