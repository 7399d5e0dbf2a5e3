package io.compscan.image.archive;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.image.disk.ImageFile;
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

    /** Longer reads go past the window. */
    private static final int SHORT_BYTES = 512;

    private static final int WINDOW_BYTES = 4 << 10;
    private static final int MAX_READ_BYTES = 64 << 10;

    private final UnitChannel channel;
    private final ImageFile file;
    private final long sizeBytes;

    private final byte[] window = new byte[WINDOW_BYTES];
    private long windowFrom;
    private int windowBytes;

    private long position;
    private long reads;
    private boolean isOpen = true;

    ArchiveChannel(Unit container) throws IOException {
        sizeBytes = container.sizeBytes();
        channel = container.open();
        file = new ImageFile(container, channel);
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
        if (wanted >= SHORT_BYTES && !isInWindow(wanted)) {
            file.read(position, data, 0, wanted);
            return wanted;
        }
        if (wanted > 0 && !isInWindow(wanted)) {
            windowBytes = 0;
            int bytes = (int) Math.min(window.length, sizeBytes - position);
            file.read(position, window, 0, bytes);
            windowFrom = position;
            windowBytes = bytes;
        }
        if (wanted > 0) {
            System.arraycopy(window, (int) (position - windowFrom), data, 0, wanted);
        }
        return wanted;
    }

    private boolean isInWindow(int bytes) {
        return position >= windowFrom && position + bytes <= windowFrom + windowBytes;
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
